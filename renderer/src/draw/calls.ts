import { type InParts, PART } from '../../../shared/base/parts.ts'
import { FLAG_RESUMED } from '../../../shared/trace/event.ts'
import type { TreeModel } from './tree-model.ts'

/** A function of the trace; two of one name in two files are two. */
export interface CalledFunction {
  readonly name: string
  readonly file: number | undefined
}

/**
 * The activations of a tree as a table, a column per field, in trace order: what every projection by function is
 * summed from. A generator's resume is an activation of its own, counted apart from its call.
 */
export interface CallTable {
  readonly functions: readonly CalledFunction[]
  /** Seq of the activation's first event. */
  readonly first: readonly number[]
  /** Last seq of what the activation and all it calls recorded. */
  readonly end: readonly number[]
  /** Index in `functions`. */
  readonly function: readonly number[]
  /** The activation whose event made the call, or -1. */
  readonly caller: readonly number[]
  /** Events of the activation itself, those it calls left out; and exceptions among them. */
  readonly events: readonly number[]
  readonly exceptions: readonly number[]
  /** 1 where the activation resumes a generator. */
  readonly resumed: readonly number[]
  /** Index of the activation each counter of the tree's stands for. */
  readonly ofActivation: readonly number[]
}

function createFunctions() {
  const functions: CalledFunction[] = []
  const known = new Map<string, number>()
  const idOf = (name: string, file: number | undefined): number => {
    const key = file === undefined ? name : `${file} ${name}`
    const id = known.get(key)
    if (id !== undefined) return id
    known.set(key, functions.length)
    functions.push({ name, file })
    return functions.length - 1
  }
  return { functions, idOf }
}

/** Reads the activations of the nodes loaded so far, in time linear in their number. */
export function* callTable(model: TreeModel): InParts<CallTable> {
  const { functions, idOf } = createFunctions()
  const first: number[] = []
  const end: number[] = []
  const functionOf: number[] = []
  const caller: number[] = []
  const events: number[] = []
  const exceptions: number[] = []
  const resumed: number[] = []
  const ofActivation: number[] = []
  const count = model.nodes.length
  for (let seq = 0; seq < count; seq++) {
    if (seq % PART === PART - 1) yield
    const node = model.nodes[seq]
    if (node === undefined) break
    let call = ofActivation[node.activation]
    if (call === undefined) {
      call = first.length
      ofActivation[node.activation] = call
      const host = model.nodes[node.parent]
      first.push(seq)
      functionOf.push(idOf(node.function, node.file))
      caller.push(host === undefined ? -1 : (ofActivation[host.activation] ?? -1))
      resumed.push(node.kind === 'call' && (node.flags & FLAG_RESUMED) !== 0 ? 1 : 0)
      events.push(0)
      exceptions.push(0)
      end.push(seq)
    }
    events[call] = (events[call] ?? 0) + 1
    if (node.kind === 'exception') exceptions[call] = (exceptions[call] ?? 0) + 1
    end[call] = Math.min(node.close, count - 1)
  }
  const table = { functions, first, end, caller, events, exceptions, resumed, ofActivation }
  return { ...table, function: functionOf }
}

/**
 * How many activations of a list begin at or before a seq, which is also the place of the first that begins after it.
 * `startOf` says where an activation begins; it must rise with the list.
 */
export function callsUpTo(
  calls: readonly number[],
  startOf: (call: number) => number,
  seq: number,
): number {
  let low = 0
  let high = calls.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (startOf(calls[middle] as number) <= seq) low = middle + 1
    else high = middle
  }
  return low
}

/** Which of a rising list of activations one is, from 1; 0 where it is none of them. */
export function placeIn(calls: readonly number[], call: number | undefined): number {
  if (call === undefined) return 0
  const at = callsUpTo(calls, (each) => each, call)
  return calls[at - 1] === call ? at : 0
}
