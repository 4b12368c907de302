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
/** Fields and nodes between two pauses, in which other work of the process goes on. */
const STRETCH = 500

/** What the graphs of a model hold together, counted while they are read; refuses what is too much. */
export class Tally {
  nodes = 0
  /** Bytes of all tensors that are always in memory, wherever they stand. */
  weights = 0
  readonly externals: ExternalPart[] = []
  /** Small whole numbers that are always the same, by the name of their tensor. */
  readonly constants = new Map<string, readonly bigint[]>()
  readonly file: WireFile
  readonly limits: GraphLimits
  /** Versions of the sets of operators that the model names. */
  readonly opsets: ReadonlyMap<string, number>
  private taken = 0
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

  tensor(range: Range, kind: string): Tensor {
    this.tensors += 1
    if (this.tensors > MOST_TENSORS) {
      refuse(`${this.file.name} has more than ${MOST_TENSORS} tensors, which no real model has.`)
    }
    const tensor = readTensor(this.file, range, kind, this.tensors - 1)
    if (tensor.external !== null) this.externals.push(tensor.external)
    this.weights += tensor.bytes
    this.take(tensor.bytes, named(kind, tensor.name, this.tensors - 1))
    return tensor
  }

  /** Counts bytes that the model is sure to take, and refuses it where they are more than there are. */
  take(bytes: number, what: string): void {
    this.taken += bytes
    const { memory } = this.limits
    if (this.taken <= memory) return
    refuse(
      `${this.file.name} does not fit: with ${what} its constants take ${formatBytes(this.taken)}, and ${formatBytes(memory)} are free.`,
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
