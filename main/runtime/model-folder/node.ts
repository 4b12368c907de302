import { quoted, refuse } from '../refuse.ts'
import { Message, named } from './message.ts'
import { CONTROL_FLOW, domainOf, isKnownDomain, isKnownOperator } from './operators.ts'
import type { Tally } from './tally.ts'
import type { Tensor } from './tensor.ts'
import type { Range } from './wire-file.ts'

/** Fields of NodeProto. */
const N = { input: 1, output: 2, name: 3, operator: 4, attribute: 5, domain: 7 } as const
/** Fields of AttributeProto. */
const A = {
  name: 1,
  int: 3,
  tensor: 5,
  graph: 6,
  floats: 7,
  ints: 8,
  tensors: 10,
  graphs: 11,
  reference: 21,
  sparse: 22,
  sparses: 23,
} as const

/** More inputs than any operator has, but Concat of many parts. */
const MOST_INPUTS = 10_000
const MOST_INTS = 16

interface Attribute {
  readonly name: string
  readonly tensor: Tensor | null
  readonly ints: readonly bigint[] | null
  readonly graphs: readonly Range[]
}

export interface RawNode {
  /** The node in words. */
  readonly what: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Graphs within it, which only control flow has. */
  readonly graphs: readonly Range[]
}

/** Reads a node and its constants, and refuses operators that no decoder needs. */
export function readNode(tally: Tally, range: Range): RawNode {
  const { file } = tally
  const message = new Message(file, range, 'a node', MOST_INPUTS)
  const operator = message.text(N.operator) ?? ''
  const domain = domainOf(message.text(N.domain))
  const what = named('the node', message.text(N.name), tally.nodes - 1)
  checkOperator(tally, { domain, operator, what })
  const attributes = message.ranges(N.attribute).map((part) => readAttribute(tally, part, what))
  const graphs = attributes.flatMap((attribute) => attribute.graphs)
  if (graphs.length > 0 && !CONTROL_FLOW.has(operator)) {
    refuse(`${file.name}: ${what} has a graph within it, which ${quoted(operator)} does not take.`)
  }
  const inputs = message.texts(N.input)
  const outputs = message.texts(N.output).filter((name) => name !== '')
  const made = { operator, inputs, outputs, attributes, what }
  noteConstant(tally, made)
  takeShape(tally, made)
  return { what, inputs, outputs, graphs }
}

function checkOperator(
  { file, opsets, limits }: Tally,
  { domain, operator, what }: { domain: string; operator: string; what: string },
): void {
  if (!isKnownDomain(domain)) {
    refuse(
      `${file.name}: ${what} is of the operators ${quoted(domain)}, which are none of ONNX or onnxruntime.`,
    )
  }
  if (!opsets.has(domain)) {
    refuse(
      `${file.name}: ${what} is of the operators ${domain}, whose version the model does not name.`,
    )
  }
  if (domain === 'ai.onnx' && CONTROL_FLOW.has(operator)) {
    if (limits.controlFlow) return
    refuse(
      `${file.name}: ${what} is ${operator}, which may hide what never ends; export the model without control flow, or take it with --loops all the same.`,
    )
  }
  if (!isKnownOperator(domain, operator)) {
    refuse(`${file.name}: ${what} is ${quoted(operator)}, an operator that no decoder needs.`)
  }
}

function readAttribute(tally: Tally, range: Range, what: string): Attribute {
  const { file } = tally
  const message = new Message(file, range, `an attribute of ${what}`)
  const name = message.text(A.name) ?? ''
  if (message.has(A.reference) || message.has(A.sparse) || message.has(A.sparses)) {
    refuse(`${file.name}: ${what} has an attribute ${quoted(name)} that no decoder needs.`)
  }
  const tensors = [...message.ranges(A.tensor), ...message.ranges(A.tensors)]
  const read = tensors.map((part) => tally.tensor(part, `a constant of ${what}`))
  const lists = message.listSize(A.floats).bytes + message.listSize(A.ints).bytes
  tally.make(lists * 4, what)
  const int = message.number(A.int)
  return {
    name,
    tensor: read[0] ?? null,
    ints: int === null ? message.list(A.ints, MOST_INTS) : [int],
    graphs: [...message.ranges(A.graph), ...message.ranges(A.graphs)],
  }
}

interface Made {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: readonly Attribute[]
  readonly what: string
}

/** Keeps small constants: they may be the shape of something large. */
function noteConstant(tally: Tally, { operator, inputs, outputs, attributes }: Made): void {
  const [output] = outputs
  if (output === undefined) return
  if (operator === 'Identity') {
    const known = tally.shapeOf(inputs[0] ?? '')
    if (known !== null) tally.keepShape(output, known)
  }
  if (operator !== 'Constant') return
  for (const { name, tensor, ints } of attributes) {
    const values = name === 'value' ? (tensor?.values ?? null) : ints
    if (values !== null && name !== 'value_floats') tally.keepShape(output, values)
  }
}

/** Counts what a node makes whose size is told by constants, at the least that it can be. */
function takeShape(tally: Tally, { operator, inputs, attributes, what }: Made): void {
  const known = (index: number): readonly bigint[] | null => tally.shapeOf(inputs[index] ?? '')
  const elements = leastElements(operator, known)
  if (elements === null) return
  const value = attributes.find(({ name }) => name === 'value')?.tensor ?? null
  const bytes = operator === 'ConstantOfShape' ? bytesOf(value) : 1
  tally.make(elements * bytes, what)
}

function bytesOf(value: Tensor | null): number {
  if (value === null) return 4
  return value.dims.includes(0) ? 1 : value.bytes
}

function leastElements(
  operator: string,
  known: (index: number) => readonly bigint[] | null,
): number | null {
  switch (operator) {
    case 'ConstantOfShape':
      return productOf(known(0))
    case 'Expand':
    case 'Tile':
      return productOf(known(1))
    case 'OneHot':
      return productOf(known(1))
    case 'Range':
      return stepsOf(known(0), known(1), known(2))
    case 'Pad':
      return paddedOf(known(1))
    default:
      return null
  }
}

function productOf(sizes: readonly bigint[] | null): number | null {
  return sizes === null ? null : sizes.reduce((product, size) => product * Number(size), 1)
}

function stepsOf(...bounds: readonly (readonly bigint[] | null)[]): number | null {
  const [start, limit, step] = bounds.map((values) => values?.[0] ?? null)
  if (start == null || limit == null || step == null || step === 0n) return null
  return Math.max(0, Number(limit - start) / Number(step))
}

/** What is put before and after each dimension, of which each has one at least. */
function paddedOf(pads: readonly bigint[] | null): number | null {
  if (pads === null) return null
  const half = Math.floor(pads.length / 2)
  return Array.from({ length: half }, (_, axis) =>
    Math.max(1, Number((pads[axis] ?? 0n) + (pads[half + axis] ?? 0n))),
  ).reduce((product, size) => product * size, 1)
}
