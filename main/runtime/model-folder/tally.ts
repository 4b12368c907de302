import { setImmediate as pause } from 'node:timers/promises'
import { formatBytes } from '../../../shared/base/words.ts'
import { refuse } from '../refuse.ts'
import { named } from './message.ts'
import { type ExternalPart, readTensor, type Tensor } from './tensor.ts'
import type { Range, WireFile } from './wire-file.ts'

export interface GraphLimits {
  /** Bytes of all constants together. */
  readonly memory: number
  readonly controlFlow: boolean
}

const MOST_NODES = 200_000
const MOST_TENSORS = 200_000
/** Bytes of all names that are kept, with what each takes beside. */
const MOST_NAMES = 67_108_864
const NAME_ITSELF = 48
/** Far more than real models have; what is beyond is found out when it runs. */
const MOST_SHAPES = 50_000
/** As much as the mask of a context of 32,768 tokens. */
const MOST_MADE = 1_073_741_824
/** Fields and nodes between two pauses, in which other work of the process goes on. */
const STRETCH = 500

/** What the graphs of a model hold together, counted while they are read; refuses what is too much. */
export class Tally {
  nodes = 0
  /** Bytes of all tensors that are always in memory, wherever they stand. */
  weights = 0
  readonly externals: ExternalPart[] = []
  private readonly shapes = new Map<string, readonly bigint[]>()
  readonly file: WireFile
  readonly limits: GraphLimits
  /** Versions of the sets of operators that the model names. */
  readonly opsets: ReadonlyMap<string, number>
  private made = 0
  private names = 0
  private tensors = 0
  private sincePause = 0

  constructor(file: WireFile, limits: GraphLimits, opsets: ReadonlyMap<string, number>) {
    this.file = file
    this.limits = limits
    this.opsets = opsets
  }

  node(): void {
    this.nodes += 1
    if (this.nodes > MOST_NODES) {
      refuse(`${this.file.name} has more than ${MOST_NODES} nodes, which no real model has.`)
    }
  }

  /** Counts a name that is kept. */
  name(name: string): void {
    this.names += name.length + NAME_ITSELF
    if (this.names > MOST_NAMES) {
      refuse(`${this.file.name} has names of more than ${formatBytes(MOST_NAMES)} together.`)
    }
  }

  /** Keeps small whole numbers that are always the same: they may be the shape of something large. */
  keepShape(name: string, values: readonly bigint[]): void {
    if (this.shapes.size < MOST_SHAPES) this.shapes.set(name, values)
  }

  shapeOf(name: string): readonly bigint[] | null {
    return this.shapes.get(name) ?? null
  }

  tensor(range: Range, kind: string): Tensor {
    this.tensors += 1
    if (this.tensors > MOST_TENSORS) {
      refuse(`${this.file.name} has more than ${MOST_TENSORS} tensors, which no real model has.`)
    }
    const tensor = readTensor(this.file, range, kind, this.tensors - 1)
    if (tensor.external !== null) this.externals.push(tensor.external)
    this.hold(tensor.bytes, named(kind, tensor.name, this.tensors - 1))
    return tensor
  }

  /** Counts what a node is sure to make, whatever the text: nothing that decoders need is large. */
  make(bytes: number, what: string): void {
    this.made += bytes
    if (this.made <= MOST_MADE) return
    refuse(
      `${this.file.name}: ${what} makes ${formatBytes(bytes)} out of constants alone, which no decoder needs.`,
    )
  }

  /** Adds to the constants of the model, and refuses it where they are more than there is memory. */
  private hold(bytes: number, what: string): void {
    this.weights += bytes
    const { memory } = this.limits
    if (this.weights <= memory) return
    refuse(
      `${this.file.name} does not fit: with ${what} its constants take ${formatBytes(this.weights)}, and ${formatBytes(memory)} are free.`,
    )
  }

  /** Lets others work now and then. */
  async breathe(): Promise<void> {
    this.sincePause += 1
    if (this.sincePause < STRETCH) return
    this.sincePause = 0
    await pause()
  }
}
