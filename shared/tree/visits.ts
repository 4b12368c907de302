import { FLAG_AFTER_GAP, FLAG_RESUMED } from '../trace/event.ts'
import type { StateNode, StateTree } from './node.ts'

/** Events of one source line, by seq, rising. */
export interface LineEvents {
  /** `line` events. */
  readonly lines: number[]
  /** Calls of the function that starts on the line. */
  readonly calls: number[]
  /** Returns, exceptions, and calls that resume a generator. */
  readonly others: number[]
}

/** Where the events of a tree are, by file and line, and its exceptions. */
export interface Visits {
  readonly files: Map<number, LineEvents>[]
  /** Seqs of `exception` events, rising. */
  readonly exceptions: number[]
  /** Seqs of the events before which loop sampling left some out, rising. */
  readonly gaps: number[]
}

interface Growing extends Visits {
  taken: number
}

// By the array, which one growing tree keeps while its wrapping object changes.
const known = new WeakMap<readonly StateNode[], Growing>()

function take(visits: Growing, node: StateNode): void {
  const { file = 0, line, seq, kind } = node
  visits.files[file] ??= new Map()
  let events = visits.files[file].get(line)
  if (events === undefined) {
    events = { lines: [], calls: [], others: [] }
    visits.files[file].set(line, events)
  }
  if ((node.flags & FLAG_AFTER_GAP) !== 0) visits.gaps.push(seq)
  if (kind === 'exception') visits.exceptions.push(seq)
  if (kind === 'line') events.lines.push(seq)
  else if (kind === 'call' && (node.flags & FLAG_RESUMED) === 0) events.calls.push(seq)
  else events.others.push(seq)
}

/** The index of a tree. A tree that grew since it was last asked for is read on from there. */
export function visitsOf({ nodes }: StateTree): Visits {
  const visits = known.get(nodes) ?? { files: [], exceptions: [], gaps: [], taken: 0 }
  known.set(nodes, visits)
  for (; visits.taken < nodes.length; visits.taken++) {
    const node = nodes[visits.taken]
    if (node !== undefined) take(visits, node)
  }
  return visits
}

const NONE: readonly number[] = []

/**
 * What a breakpoint on a line stops at, and the gutter counts: the line's own events; of a line that is only
 * called, as a `def` where the module's run is not recorded, its calls.
 */
export function visitsOfLine(visits: Visits, file: number, line: number): readonly number[] {
  const events = visits.files[file]?.get(line)
  if (events === undefined) return NONE
  return events.lines.length > 0 ? events.lines : events.calls
}

/** Index of the first of rising numbers that is at least `value`; their count when none is. */
export function firstFrom(rising: readonly number[], value: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rising[middle] ?? 0) >= value) high = middle
    else low = middle + 1
  }
  return low
}

/** First event of any kind on a line after a seq, or null. */
export function nextOnLine(
  visits: Visits,
  place: { readonly file: number; readonly line: number },
  seq: number,
): number | null {
  const events = visits.files[place.file]?.get(place.line)
  if (events === undefined) return null
  const found = [events.lines, events.calls, events.others].flatMap(
    (seqs) => seqs[firstFrom(seqs, seq + 1)] ?? [],
  )
  return found.length === 0 ? null : Math.min(...found)
}
