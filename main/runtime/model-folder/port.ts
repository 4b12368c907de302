import { quoted, refuse } from '../refuse.ts'
import { Message } from './message.ts'
import { elementOf } from './tensor.ts'
import type { Range, WireFile } from './wire-file.ts'

/** An input or output as the graph tells it; the type is ONNX's word for it. */
export interface RawPort {
  readonly name: string
  readonly type: string
  readonly shape: readonly (number | string | null)[]
}

const MOST_DIMS = 32

/** Reads an input or output (ValueInfoProto); only tensors of known rank are taken. */
export function readPort(file: WireFile, range: Range, kind: 'input' | 'output'): RawPort {
  const info = new Message(file, range, `an ${kind}`, 1000)
  const name = info.text(1) ?? ''
  const say = (problem: string): never =>
    refuse(`${file.name}: the ${kind} ${quoted(name)} ${problem}.`)
  if (name === '') say('has no name')
  const typeRange = info.range(2) ?? say('has no type')
  const type = new Message(file, typeRange, `the type of ${quoted(name)}`, 1000)
  const tensorRange = type.range(1) ?? say('is no tensor')
  const tensor = new Message(file, tensorRange, `the type of ${quoted(name)}`, 1000)
  const element = elementOf(tensor.number(1)) ?? say('has an element type that no decoder needs')
  const shapeRange = tensor.range(2) ?? say('has no shape')
  const dims = new Message(file, shapeRange, `the shape of ${quoted(name)}`, 1000).ranges(1)
  if (dims.length > MOST_DIMS) say(`has more than ${MOST_DIMS} dimensions`)
  return { name, type: element.name, shape: dims.map((dim) => readDim(file, dim, say)) }
}

function readDim(
  file: WireFile,
  range: Range,
  say: (problem: string) => never,
): number | string | null {
  const dim = new Message(file, range, 'a dimension', 100)
  const size = dim.number(1)
  if (size === null) return dim.text(2) ?? null
  // Exporters write 0 or -1 for a dimension that changes.
  if (size < -1n) say(`has a dimension of ${size}`)
  return size <= 0n ? null : Number(size)
}
