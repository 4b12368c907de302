import { atOnce, type InParts, Pace } from './parts.ts'

/** Index in the other sequence, by index; UNMATCHED where an item has no partner. */
export type Partners = Int32Array
export const UNMATCHED = -1

interface Box {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

/**
 * Edits after which the search for the shortest way through a box gives up and goes by the way that came furthest:
 * what keeps the time within a constant of the length where the sequences have little in common, as `diff` does it.
 */
const MOST_EDITS = 64
const NONE = -(2 ** 30)
/** Items compared between two pauses. */
const COMPARED = 65_536

type Items = ArrayLike<number>

/** The ends that searches from both corners of a box have reached, by diagonal. */
interface Reach {
  readonly forward: Int32Array
  readonly backward: Int32Array
  readonly pace: Pace
}

function createReach(): Reach {
  const size = 2 * MOST_EDITS + 3
  return {
    forward: new Int32Array(size),
    backward: new Int32Array(size),
    pace: new Pace(COMPARED),
  }
}

/** A search from one corner of a box. */
interface Search {
  readonly ends: Int32Array
  /** Compares items of both sequences, counted from that corner. */
  readonly isSame: (x: number, y: number) => boolean
  readonly pace: Pace
}

/** How far a search came on the diagonals of `edits` edits: along them as far as the items are the same. */
function* extend({ ends, isSame, pace }: Search, edits: number, box: Box): InParts<void> {
  const width = box.aTo - box.aFrom
  const height = box.bTo - box.bFrom
  for (let k = -edits; k <= edits; k += 2) {
    const at = k + MOST_EDITS + 1
    const down = k === edits ? NONE : (ends[at + 1] as number)
    const right = k === -edits ? NONE : (ends[at - 1] as number) + 1
    let x =
      edits === 0 ? 0 : Math.max(down <= height + k ? down : NONE, right <= width ? right : NONE)
    if (x < 0) {
      ends[at] = NONE
      continue
    }
    const from = x
    while (x < width && x - k < height && isSame(x, x - k)) x++
    ends[at] = x
    if (pace.isDue(x - from)) yield
  }
}

/** The first end of the forward search, of this many edits, that the backward search has reached too. */
function meeting(
  { forward, backward }: Reach,
  edits: number,
  backwardEdits: number,
  box: Box,
): { x: number; y: number } | null {
  const width = box.aTo - box.aFrom
  const delta = width - (box.bTo - box.bFrom)
  for (let k = -edits; k <= edits; k += 2) {
    const other = delta - k
    if (Math.abs(other) > backwardEdits || ((other + backwardEdits) & 1) !== 0) continue
    const x = forward[k + MOST_EDITS + 1] as number
    const back = backward[other + MOST_EDITS + 1] as number
    if (x >= 0 && back >= 0 && x + back >= width) return { x, y: x - k }
  }
  return null
}

/** Of the ends of a search the one that has most behind it. */
function furthest(ends: Int32Array, edits: number): { x: number; y: number } {
  let best = { x: 0, y: 0 }
  for (let k = -edits; k <= edits; k += 2) {
    const x = ends[k + MOST_EDITS + 1] as number
    if (x >= 0 && 2 * x - k > best.x + best.y) best = { x, y: x - k }
  }
  return best
}

/** A point on a short way through a box, by a search from both of its corners (Myers 1986, 4b). */
function* splitOf(a: Items, b: Items, box: Box, reach: Reach): InParts<{ x: number; y: number }> {
  const { aFrom, aTo, bFrom, bTo } = box
  const { forward: ends, backward: endsBack, pace } = reach
  const ahead: Search = { ends, pace, isSame: (x, y) => a[aFrom + x] === b[bFrom + y] }
  const back: Search = {
    ends: endsBack,
    pace,
    isSame: (x, y) => a[aTo - 1 - x] === b[bTo - 1 - y],
  }
  yield* extend(ahead, 0, box)
  yield* extend(back, 0, box)
  for (let edits = 1; edits <= MOST_EDITS; edits++) {
    yield* extend(ahead, edits, box)
    const met = meeting(reach, edits, edits - 1, box)
    if (met !== null) return met
    yield* extend(back, edits, box)
    const metBack = meeting(reach, edits, edits, box)
    if (metBack !== null) return metBack
  }
  const forward = furthest(reach.forward, MOST_EDITS)
  const backward = furthest(reach.backward, MOST_EDITS)
  if (forward.x + forward.y >= backward.x + backward.y) return forward
  return { x: aTo - aFrom - backward.x, y: bTo - bFrom - backward.y }
}

/** Matches what is the same at both ends of a box; the box that is left. */
function trim(a: Items, b: Items, box: Box, partners: Partners): Box {
  let { aFrom, aTo, bFrom, bTo } = box
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) partners[aFrom++] = bFrom++
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) partners[--aTo] = --bTo
  return { aFrom, aTo, bFrom, bTo }
}

/**
 * Matches the items of two sequences in order, as many as a short edit script leaves: for each item of `a` its
 * partner in `b`. All of them where the scripts are shorter than a hundred edits; where there is less in common
 * some may be missed, for time grows with the length and never with its square. Memory is that of the result.
 * Pauses now and then. `partners` may hold what is matched outside of the box.
 */
export function* matchInParts(
  a: Items,
  b: Items,
  partners: Partners = new Int32Array(a.length).fill(UNMATCHED),
  whole: Box = { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length },
): InParts<Partners> {
  const boxes: Box[] = [whole]
  let reach: Reach | null = null
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const inner = trim(a, b, box, partners)
    const { aFrom, aTo, bFrom, bTo } = inner
    if (aFrom === aTo || bFrom === bTo) continue
    reach ??= createReach()
    const { x, y } = yield* splitOf(a, b, inner, reach)
    const isCorner = x + y === 0 || x + y === aTo - aFrom + bTo - bFrom
    if (!isCorner) {
      boxes.push({ aFrom: aFrom + x, aTo, bFrom: bFrom + y, bTo })
      boxes.push({ aFrom, aTo: aFrom + x, bFrom, bTo: bFrom + y })
    }
    yield
  }
  return partners
}

/** `matchInParts` at once. */
export function matchSequences(a: Items, b: Items): Partners {
  return atOnce(matchInParts(a, b))
}
