import { quoted, refuse } from '../refuse.ts'
import { Message, named } from './message.ts'
import type { Range, WireFile } from './wire-file.ts'

/** Bits of an element by its number in ONNX, with its name; what has none here no decoder is made of. */
const ELEMENTS: ReadonlyMap<number, { readonly name: string; readonly bits: number }> = new Map([
  [1, { name: 'float32', bits: 32 }],
  [2, { name: 'uint8', bits: 8 }],
  [3, { name: 'int8', bits: 8 }],
  [4, { name: 'uint16', bits: 16 }],
  [5, { name: 'int16', bits: 16 }],
  [6, { name: 'int32', bits: 32 }],
  [7, { name: 'int64', bits: 64 }],
  [9, { name: 'bool', bits: 8 }],
  [10, { name: 'float16', bits: 16 }],
  [11, { name: 'float64', bits: 64 }],
  [12, { name: 'uint32', bits: 32 }],
  [13, { name: 'uint64', bits: 64 }],
  [16, { name: 'bfloat16', bits: 16 }],
  [17, { name: 'float8e4m3fn', bits: 8 }],
  [18, { name: 'float8e4m3fnuz', bits: 8 }],
  [19, { name: 'float8e5m2', bits: 8 }],
  [20, { name: 'float8e5m2fnuz', bits: 8 }],
  [21, { name: 'uint4', bits: 4 }],
  [22, { name: 'int4', bits: 4 }],
  [23, { name: 'float4e2m1', bits: 4 }],
])

export function elementOf(type: number | bigint | null) {
  return ELEMENTS.get(Number(type ?? 0)) ?? null
}

/** Weights that stand in another file of the folder. */
export interface ExternalPart {
  readonly tensor: string
  readonly location: string
  readonly offset: number
  /** Null where the model does not tell: then as many bytes as the tensor has. */
  readonly length: number | null
  readonly bytes: number
}

export interface Tensor {
  readonly name: string
  readonly type: string
  readonly dims: readonly number[]
  /** What it takes in memory. */
  readonly bytes: number
  readonly external: ExternalPart | null
  /** Its numbers, where they are few and whole: they may be the shape of something large. */
  readonly values: readonly bigint[] | null
}

const MOST_DIMS = 32
/** Longer lists are no shapes. */
const MOST_VALUES = 16

/** Fields of TensorProto. */
const F = {
  dims: 1,
  type: 2,
  segment: 3,
  float: 4,
  int32: 5,
  string: 6,
  int64: 7,
  name: 8,
  raw: 9,
  double: 10,
  uint64: 11,
  external: 13,
  location: 14,
} as const

const TYPED = [F.float, F.int32, F.int64, F.double, F.uint64]

/** The list that holds the elements of a type which is not raw, and bytes of one number in it: least and most. */
function typedList(type: string): readonly [field: number, least: number, most: number] {
  switch (type) {
    case 'float32':
      return [F.float, 4, 4]
    case 'float64':
      return [F.double, 8, 8]
    case 'int64':
      return [F.int64, 1, 10]
    case 'uint32':
    case 'uint64':
      return [F.uint64, 1, 10]
    default:
      return [F.int32, 1, 10]
  }
}

/** Reads a tensor without its data, and checks that it has as much of it as its shape says. */
export function readTensor(file: WireFile, range: Range, kind: string, index: number): Tensor {
  const message = new Message(file, range, kind, 1_000_000)
  const name = message.text(F.name) ?? ''
  const what = named(kind, name, index)
  const say = (problem: string): never => refuse(`${file.name}: ${what} ${problem}.`)
  const element = elementOf(message.number(F.type))
  if (element === null) return say('has an element type that no decoder needs')
  if (message.has(F.segment)) say('is a part of a tensor')
  if (message.has(F.string)) say('holds texts')
  const dims = (
    message.list(F.dims, MOST_DIMS) ?? say(`has more than ${MOST_DIMS} dimensions`)
  ).map((dim) => (dim < 0n ? say(`has a dimension of ${dim}`) : Number(dim)))
  const elements = dims.reduce((product, dim) => product * dim, 1)
  const bytes = Math.ceil((elements * element.bits) / 8)
  if (!Number.isSafeInteger(bytes)) say('is larger than any memory')
  const external = isExternal(message, say) ? externalPart(file, message, what, bytes) : null
  const tensor = { name, type: element.name, dims, bytes }
  if (external !== null) return { ...tensor, external, values: null }
  // Of elements that are smaller than a byte, one number holds two.
  const numbers = element.bits < 8 ? bytes : elements
  checkData(message, { numbers, bytes, type: element.name }, say)
  return { ...tensor, external, values: smallValues(file, message, element.name, elements) }
}

type Say = (problem: string) => never

function isExternal(message: Message, say: Say): boolean {
  const location = message.number(F.location) ?? 0n
  if (location !== 0n && location !== 1n) say(`has data at a place that ONNX does not know`)
  if (location === 0n && message.has(F.external)) say('names a file, and says that it needs none')
  return location === 1n
}

function checkData(
  message: Message,
  shape: { readonly numbers: number; readonly bytes: number; readonly type: string },
  say: Say,
): void {
  const raw = message.range(F.raw)
  const filled = TYPED.filter((no) => message.has(no))
  if (raw !== null) {
    if (filled.length > 0) say('holds its data twice')
    const found = raw.end - raw.start
    if (found !== shape.bytes)
      say(`has ${found} bytes of data where its shape takes ${shape.bytes}`)
    return
  }
  const [field, least, most] = typedList(shape.type)
  if (filled.some((no) => no !== field)) say('holds data of another type than its own')
  const { bytes, single } = message.listSize(field)
  const packed = shape.numbers - single
  if (packed * least > bytes || packed * most < bytes) {
    say(`has not as many numbers as its shape takes, which is ${shape.numbers}`)
  }
}

function smallValues(
  file: WireFile,
  message: Message,
  type: string,
  elements: number,
): readonly bigint[] | null {
  if ((type !== 'int64' && type !== 'int32') || elements > MOST_VALUES) return null
  const raw = message.range(F.raw)
  if (raw === null) return message.list(type === 'int64' ? F.int64 : F.int32, MOST_VALUES)
  const bytes = Buffer.from(file.bytes(raw))
  return Array.from({ length: elements }, (_, at) =>
    type === 'int64' ? bytes.readBigInt64LE(at * 8) : BigInt(bytes.readInt32LE(at * 4)),
  )
}

function externalPart(file: WireFile, message: Message, what: string, bytes: number): ExternalPart {
  const say = (problem: string): never => refuse(`${file.name}: ${what} ${problem}.`)
  if (message.has(F.raw) || TYPED.some((no) => message.has(no))) say('holds its data twice')
  const entries = new Map<string, string>()
  for (const range of message.ranges(F.external)) {
    const entry = new Message(file, range, 'a place of data', 100)
    const key = entry.text(1) ?? ''
    if (entries.has(key)) say(`tells the ${quoted(key)} of its data twice`)
    entries.set(key, entry.text(2) ?? '')
  }
  const count = (key: string): number | null => {
    const text = entries.get(key)
    if (text === undefined) return null
    const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
    return value >= 0
      ? value
      : say(`has its data at the ${key} ${quoted(text)}, which is no number`)
  }
  const location = entries.get('location') ?? say('does not tell the file of its data')
  const length = count('length')
  if (length !== null && length !== bytes) {
    say(`has ${length} bytes of data in ${quoted(location)} where its shape takes ${bytes}`)
  }
  return { tensor: what, location, offset: count('offset') ?? 0, length, bytes }
}
