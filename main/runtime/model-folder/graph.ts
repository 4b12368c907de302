import { quoted, refuse } from '../refuse.ts'
import { Message } from './message.ts'
import { readNode } from './node.ts'
import { domainOf } from './operators.ts'
import { type RawPort, readPort } from './port.ts'
import { type GraphLimits, Tally } from './tally.ts'
import type { ExternalPart } from './tensor.ts'
import type { Range, WireFile } from './wire-file.ts'

/** Graphs within graphs, where control flow is taken. */
const MOST_LEVELS = 8
/** Of a graph; weights may be listed as inputs too. */
const MOST_PORTS = 10_000

/** What is looked at of a model. */
export interface RawModel {
  readonly producer: string
  readonly opsets: Readonly<Record<string, number>>
  readonly nodes: number
  readonly inputs: readonly RawPort[]
  readonly outputs: readonly RawPort[]
  /** Bytes of all initialisers and constants, in this file and in others. */
  readonly weights: number
  readonly externals: readonly ExternalPart[]
}

/** Fields of ModelProto. */
const M = { irVersion: 1, producer: 2, graph: 7, opset: 8, training: 20, functions: 25 } as const
/** Fields of GraphProto. */
const G = { node: 1, initializer: 5, input: 11, output: 12, sparse: 15 } as const

/** Reads a model without its data; a ServiceError names the first thing that no decoder needs or no memory holds. */
export async function readModel(file: WireFile, limits: GraphLimits): Promise<RawModel> {
  const message = new Message(file, { start: 0, end: file.size }, 'the model')
  if (message.has(M.training)) refuse(`${file.name} has a graph for training; export it without.`)
  if (message.has(M.functions)) {
    refuse(
      `${file.name} has functions of its own; export it with them put in their places (optimize=True).`,
    )
  }
  const opsets = readOpsets(file, message)
  const graph = message.range(M.graph)
  if (graph === null) return refuse(`${file.name} is no ONNX model: it has no graph.`)
  const tally = new Tally(file, limits, opsets)
  const { inputs, outputs } = await readGraph(tally, graph, null, 1)
  return {
    producer: message.text(M.producer) ?? '',
    opsets: Object.fromEntries(opsets),
    nodes: tally.nodes,
    inputs,
    outputs,
    weights: tally.weights,
    externals: tally.externals,
  }
}

function readOpsets(file: WireFile, message: Message): ReadonlyMap<string, number> {
  const opsets = new Map<string, number>()
  for (const range of message.ranges(M.opset)) {
    const entry = new Message(file, range, 'a set of operators', 10)
    const domain = domainOf(entry.text(1))
    if (opsets.has(domain)) refuse(`${file.name} names the operators of ${quoted(domain)} twice.`)
    opsets.set(domain, Number(entry.number(2) ?? 0n))
  }
  if (opsets.size === 0) refuse(`${file.name} is no ONNX model: it names no set of operators.`)
  return opsets
}

/** Names that a graph has, and those of the graphs around it. */
class Names {
  private readonly own = new Set<string>()
  private readonly tally: Tally
  private readonly around: Names | null

  constructor(tally: Tally, around: Names | null) {
    this.tally = tally
    this.around = around
  }

  has(name: string): boolean {
    return this.own.has(name) || (this.around?.has(name) ?? false)
  }

  /** False where there is one such already. */
  add(name: string): boolean {
    if (this.has(name)) return false
    this.tally.name(name)
    this.own.add(name)
    return true
  }
}

async function readGraph(tally: Tally, range: Range, around: Names | null, level: number) {
  const { file } = tally
  if (level > MOST_LEVELS) refuse(`${file.name} has graphs more than ${MOST_LEVELS} deep.`)
  const names = new Names(tally, around)
  const { inputs, outputs } = await readNamed(tally, range, names)
  await readNodes(tally, { range, names, level })
  for (const port of outputs) {
    if (!names.has(port.name))
      refuse(`${file.name}: nothing makes the output ${quoted(port.name)}.`)
  }
  return { inputs, outputs }
}

/** Reads what has a name before any node: weights, inputs and outputs. */
async function readNamed(tally: Tally, range: Range, names: Names) {
  const { file } = tally
  const weights = new Set<string>()
  const inputs: RawPort[] = []
  const outputs: RawPort[] = []
  for (const field of file.fields(range)) {
    await tally.breathe()
    if (field.kind !== 'bytes') continue
    if (field.no === G.sparse) refuse(`${file.name} has sparse weights, which no decoder needs.`)
    if (field.no === G.initializer) weights.add(readWeight(tally, field.range, names))
    if (field.no === G.input) inputs.push(readPort(file, field.range, 'input'))
    if (field.no === G.output) outputs.push(readPort(file, field.range, 'output'))
    if (inputs.length - weights.size > MOST_PORTS || outputs.length > MOST_PORTS) {
      refuse(`${file.name} has more than ${MOST_PORTS} inputs or outputs.`)
    }
  }
  // Old exporters list weights as inputs too; then they are given already.
  const open = inputs.filter(({ name }) => !weights.has(name))
  for (const { name } of open) if (!names.add(name)) twice(file.name, name)
  return { inputs: open, outputs }
}

function readWeight(tally: Tally, range: Range, names: Names): string {
  const { name, values } = tally.tensor(range, 'the tensor')
  if (name === '') refuse(`${tally.file.name} has weights without a name.`)
  if (!names.add(name)) twice(tally.file.name, name)
  if (values !== null) tally.keepShape(name, values)
  return name
}

async function readNodes(
  tally: Tally,
  { range, names, level }: { range: Range; names: Names; level: number },
): Promise<void> {
  const { name: file } = tally.file
  for (const field of tally.file.fields(range)) {
    await tally.breathe()
    if (field.no !== G.node || field.kind !== 'bytes') continue
    tally.node()
    const { what, inputs, outputs, graphs } = readNode(tally, field.range)
    const unmade = inputs.find((input) => input !== '' && !names.has(input))
    if (unmade !== undefined) {
      refuse(
        `${file}: ${what} takes ${quoted(unmade)}, which nothing before it makes: the graph has a gap or a circle.`,
      )
    }
    for (const graph of graphs) await readGraph(tally, graph, names, level + 1)
    for (const output of outputs) if (!names.add(output)) twice(file, output)
  }
}

function twice(file: string, name: string): never {
  return refuse(`${file} has two tensors of the name ${quoted(name)}.`)
}
