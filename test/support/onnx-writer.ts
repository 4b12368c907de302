import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/** Element types by ONNX's numbers. */
export const FLOAT = 1
export const INT64 = 7
export const BOOL = 9

type Bytes = Uint8Array<ArrayBuffer>
export type Dim = number | string

function message(write: (writer: BinaryWriter) => void): Bytes {
  const writer = new BinaryWriter()
  write(writer)
  return writer.finish()
}

/** Fields of a message in the order of ONNX's descriptions; what is undefined is left out. */
class Fields {
  private readonly writer: BinaryWriter

  constructor(writer: BinaryWriter) {
    this.writer = writer
  }

  int(no: number, value: number | bigint | undefined): this {
    if (value !== undefined) this.writer.tag(no, WireType.Varint).int64(value.toString())
    return this
  }

  text(no: number, ...values: readonly (string | undefined)[]): this {
    for (const value of values) {
      if (value !== undefined) this.writer.tag(no, WireType.LengthDelimited).string(value)
    }
    return this
  }

  bytes(no: number, ...values: readonly (Uint8Array | undefined)[]): this {
    for (const value of values) {
      if (value !== undefined) this.writer.tag(no, WireType.LengthDelimited).bytes(value)
    }
    return this
  }
}

const fields = (write: (fields: Fields) => void): Bytes =>
  message((writer) => write(new Fields(writer)))

export interface TensorSpec {
  readonly name?: string
  readonly dims: readonly (number | bigint)[]
  readonly type?: number
  readonly raw?: Uint8Array
  /** Its data is elsewhere: keys and values as they are written. */
  readonly external?: Readonly<Record<string, string>>
}

export function tensor({ name, dims, type = FLOAT, raw, external }: TensorSpec): Bytes {
  return fields((to) => {
    for (const dim of dims) to.int(1, dim)
    to.int(2, type).text(8, name).bytes(9, raw)
    for (const [key, value] of Object.entries(external ?? {})) {
      to.bytes(
        13,
        fields((entry) => entry.text(1, key).text(2, value)),
      )
    }
    if (external !== undefined) to.int(14, 1)
  })
}

export function floats(name: string, dims: readonly number[], fill = 0): Bytes {
  const count = dims.reduce((product, dim) => product * dim, 1)
  const values = Float32Array.from({ length: count }, (_, at) => Math.sin(at + fill))
  return tensor({ name, dims, raw: new Uint8Array(values.buffer) })
}

export function ints(name: string, values: readonly (number | bigint)[], isScalar = false): Bytes {
  const raw = new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer)
  return tensor({ name, dims: isScalar ? [] : [values.length], type: INT64, raw })
}

export interface Attributes {
  readonly [name: string]:
    | number
    | string
    | readonly number[]
    | { readonly tensor: Uint8Array }
    | { readonly graph: Uint8Array }
}

function attribute(name: string, value: Attributes[string]): Bytes {
  return fields((to) => {
    to.text(1, name)
    if (typeof value === 'number') to.int(3, value).int(20, 2)
    else if (typeof value === 'string') to.text(4, value).int(20, 3)
    else if (Array.isArray(value)) {
      for (const one of value) to.int(8, one)
      to.int(20, 7)
    } else if (typeof value === 'object' && 'tensor' in value) to.bytes(5, value.tensor).int(20, 4)
    else if (typeof value === 'object' && 'graph' in value) to.bytes(6, value.graph).int(20, 5)
  })
}

export interface NodeSpec {
  readonly name?: string
  readonly domain?: string
  readonly attributes?: Attributes
}

export function node(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  { name, domain, attributes = {} }: NodeSpec = {},
): Bytes {
  return fields((to) => {
    to.text(1, ...inputs)
      .text(2, ...outputs)
      .text(3, name)
      .text(4, operator)
    for (const [key, value] of Object.entries(attributes)) to.bytes(5, attribute(key, value))
    to.text(7, domain)
  })
}

export function port(name: string, type: number, shape: readonly Dim[]): Bytes {
  const dims = shape.map((dim) =>
    fields((to) => (typeof dim === 'number' ? to.int(1, dim) : to.text(2, dim))),
  )
  const form = fields((to) => to.bytes(1, ...dims))
  const tensorType = fields((to) => to.int(1, type).bytes(2, form))
  return fields((to) =>
    to.text(1, name).bytes(
      2,
      fields((typed) => typed.bytes(1, tensorType)),
    ),
  )
}

export interface GraphSpec {
  readonly nodes?: readonly Uint8Array[]
  readonly weights?: readonly Uint8Array[]
  readonly inputs?: readonly Uint8Array[]
  readonly outputs?: readonly Uint8Array[]
}

export function graph({ nodes = [], weights = [], inputs = [], outputs = [] }: GraphSpec): Bytes {
  return fields((to) =>
    to
      .bytes(1, ...nodes)
      .text(2, 'g')
      .bytes(5, ...weights)
      .bytes(11, ...inputs)
      .bytes(12, ...outputs),
  )
}

/** An ONNX model of one graph; `opsets` by domain, of which '' is the standard. */
export function model(
  graphBytes: Uint8Array,
  opsets: Readonly<Record<string, number>> = { '': 17 },
): Bytes {
  return fields((to) => {
    to.int(1, 8).text(2, 'test').bytes(7, graphBytes)
    for (const [domain, version] of Object.entries(opsets)) {
      to.bytes(
        8,
        fields((entry) => entry.text(1, domain).int(2, version)),
      )
    }
  })
}

/** A model with further fields of ModelProto before it, as raw bytes of messages. */
export function withField(no: number, bytes: Uint8Array, rest: Uint8Array): Bytes {
  return message((writer) => writer.tag(no, WireType.LengthDelimited).bytes(bytes).raw(rest))
}
