import { type Partners, UNMATCHED } from '../base/match-sequences.ts'
import { type Alignment, swapAlignment } from './align.ts'

/**
 * Seqs in both traces; one past the last event is the exit. As a place between steps: everything before these seqs
 * lies behind it.
 */
export interface Moment {
  readonly a: number
  readonly b: number
}

/** Steps of which none answers to one of the other trace, between two that do; one of the sides may have none. */
interface Hunk {
  readonly from: Moment
  readonly to: Moment
}

export type Direction = 'forward' | 'backward'

/** Seq of the other trace that answers to one, exit to exit; null for none. `others` counts the other's events. */
export function answerTo(partners: Partners, seq: number, others: number): number | null {
  if (seq >= partners.length) return others
  const partner = partners[seq] ?? UNMATCHED
  return partner === UNMATCHED ? null : partner
}

/** The answer to a seq, or to the last before it that has one; 0 where none has. */
export function lastAnswer(partners: Partners, seq: number, others: number): number {
  for (let at = seq; at >= 0; at--) {
    const answer = answerTo(partners, at, others)
    if (answer !== null) return answer
  }
  return 0
}

function isAlone(partners: Partners, seq: number): boolean {
  return partners[seq] === UNMATCHED
}

function beginOf(partners: Partners, seq: number): number {
  let at = seq
  while (isAlone(partners, at - 1)) at--
  return at
}

function endOf(partners: Partners, seq: number): number {
  let at = seq
  while (isAlone(partners, at)) at++
  return at
}

/** The hunk that lies around a place between steps; null where steps that answer to each other follow directly. */
function hunkAround({ bOfA, aOfB }: Alignment, { a, b }: Moment): Hunk | null {
  const from = { a: beginOf(bOfA, a), b: beginOf(aOfB, b) }
  const to = { a: endOf(bOfA, a), b: endOf(aOfB, b) }
  return from.a === to.a && from.b === to.b ? null : { from, to }
}

/** The place right behind the last step that is answered before one that is not. */
function placeOf({ bOfA }: Alignment, alone: number): Moment {
  const a = beginOf(bOfA, alone)
  return { a, b: a === 0 ? 0 : (bOfA[a - 1] as number) + 1 }
}

interface Standing {
  readonly hunk: Hunk
  /** Nothing of the hunk lies before it. */
  readonly isFirst: boolean
}

/**
 * The hunk that one stands in: at a step that has no answer; or at the last answered before such steps of the other
 * trace, at one of which the other side stands.
 */
function standingIn(alignment: Alignment, { a, b }: Moment): Standing | null {
  if (isAlone(alignment.bOfA, a)) {
    const hunk = hunkAround(alignment, placeOf(alignment, a))
    return hunk === null ? null : { hunk, isFirst: a === hunk.from.a }
  }
  if (!isAlone(alignment.aOfB, b)) return null
  const place = placeOf(swapAlignment(alignment), b)
  const stays = place.b === a + 1 || (place.b === 0 && a === 0)
  const hunk = stays ? hunkAround(alignment, { a: place.b, b: place.a }) : null
  return hunk === null ? null : { hunk, isFirst: b === hunk.from.b }
}

/** The place from which the next difference is looked for, standing at a step of the first trace. */
export function searchPlace(alignment: Alignment, at: Moment, direction: Direction): Moment {
  const standing = standingIn(alignment, at)
  if (standing !== null) {
    const { hunk, isFirst } = standing
    return direction === 'backward' && isFirst ? hunk.from : hunk.to
  }
  const { bOfA, aOfB } = alignment
  if (at.a >= bOfA.length) return { a: bOfA.length, b: aOfB.length }
  const b = bOfA[at.a] as number
  return direction === 'forward' ? { a: at.a + 1, b: b + 1 } : { a: at.a, b }
}

/** Consecutive steps that answer to each other, whose states are still to be compared, and what comes behind them. */
export interface Stretch {
  /** The earliest of them. */
  readonly from: Moment
  readonly count: number
  /** Where the structure differs behind them: the first steps of a hunk, or steps on other lines; null for nowhere. */
  readonly differs: Moment | null
  /** Where to look on; null where all was looked at. */
  readonly rest: Moment | null
}

/** Whether steps that answer to each other are on other lines or in other functions. */
function isElsewhere({ lines, functions }: Alignment, { a, b }: Moment): boolean {
  return lines[0][a] !== lines[1][b] || functions[0][a] !== functions[1][b]
}

/** The first steps of a hunk; a side that has none stays at the last that is answered. */
function shownAt({ from, to }: Hunk): Moment {
  const stay = (first: number, end: number): number =>
    first < end ? first : Math.max(0, first - 1)
  return { a: stay(from.a, to.a), b: stay(from.b, to.b) }
}

/** Looks on from a place: over at most `most` pairs, up to where the structure differs or the traces end. */
export function nextStretch(
  alignment: Alignment,
  start: Moment,
  direction: Direction,
  most: number,
): Stretch {
  const isForward = direction === 'forward'
  let place = start
  for (let count = 0; ; count++) {
    const from = isForward ? start : place
    const around = hunkAround(alignment, place)
    const end = isForward ? around?.to : around?.from
    if (around !== null && (end?.a !== place.a || end.b !== place.b)) {
      return { from, count, differs: shownAt(around), rest: null }
    }
    const at = isForward ? place : { a: place.a - 1, b: place.b - 1 }
    const isEnd = at.a < 0 || at.a >= alignment.bOfA.length
    if (isEnd) return { from, count, differs: null, rest: null }
    if (count === most) return { from, count, differs: null, rest: place }
    if (isElsewhere(alignment, at)) return { from, count, differs: at, rest: null }
    place = isForward ? { a: at.a + 1, b: at.b + 1 } : at
  }
}
