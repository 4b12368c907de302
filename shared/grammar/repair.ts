import { type CursorProblem, tokenAt } from './cursor.ts'
import type { DecodeProblem } from './types.ts'

/** A change of a text at a position: so many characters go, and others come. */
export interface Edit {
  readonly remove: number
  readonly insert: string
}

/** Where a decoder stood before it met a problem. */
export interface LastGood {
  /** End of the last part that was read whole, from which decoding can begin again. */
  readonly part: number
  /** End of the last whole state, where the text could end; null if there is none. */
  readonly state: number | null
}

/** Decodes a text that begins where a part ends: position of its first problem, null if it has none. */
export type TryFrom = (text: string) => number | null

/** How far behind an edit decoding is tried. */
const AHEAD = 4096
/** A part longer than this is not read again for every edit. */
const LONGEST_PART = 1_000_000
/** Decoding that goes on for so many characters behind an edit is not luck; the end of what is tried may cut a token. */
const FAR = 64

/**
 * The problem with its repair in words: of the edits at its position that let decoding go on behind them, the
 * smallest; failing those, to end the text after its last whole state.
 */
export function withRepair(
  text: string,
  { wanted, edits, ...problem }: CursorProblem,
  { part, state }: LastGood,
  tryFrom: TryFrom,
): DecodeProblem {
  const { position } = problem
  const tried = (candidates: readonly Edit[]): Tried[] =>
    candidates.map((edit) => ({ edit, reach: reachOf(text, { position, part, edit, tryFrom }) }))
  const best =
    position - part > LONGEST_PART
      ? null
      : (bestOf(tried(edits), FAR) ?? bestOf(tried(generalEdits(text, position, wanted)), 1))
  if (best !== null) return { ...problem, repair: inWords(text, position, best) }
  if (state === null) return problem
  return { ...problem, repair: `cut the text at character ${state}, after its last whole state` }
}

/** Inserts what is wanted, puts it in the place of what is there, or takes away what is there. */
function generalEdits(text: string, position: number, wanted: readonly string[]): Edit[] {
  const runs = runsAt(text, position, wanted)
  return [
    ...wanted.map((insert) => ({ remove: 0, insert })),
    ...runs.flatMap((remove) => [
      { remove, insert: '' },
      ...wanted.map((insert) => ({ remove, insert })),
    ]),
  ]
}

/** Lengths of what may be wrong at a position: a token, a character, all up to a token or to what is wanted. */
function runsAt(text: string, position: number, wanted: readonly string[]): number[] {
  const ahead = text.slice(position, position + AHEAD)
  if (ahead === '') return []
  const token = tokenAt(text, position)?.length ?? 1
  const next = [ahead.indexOf('<|', token), ...wanted.map((literal) => ahead.indexOf(literal))]
  const runs = [token, ...next.filter((length) => length > 0)]
  return [...new Set(text.length - position <= AHEAD ? [...runs, ahead.length] : runs)]
}

interface Trial {
  readonly position: number
  readonly part: number
  readonly edit: Edit
  readonly tryFrom: TryFrom
}

/** Characters behind the edit that are decoded; infinite to the end of the text, or of what is tried. */
function reachOf(text: string, { position, part, edit, tryFrom }: Trial): number {
  const behind = position + edit.remove
  const end = Math.min(text.length, behind + AHEAD)
  const before = text.slice(part, position) + edit.insert
  const stop = tryFrom(before + text.slice(behind, end))
  if (stop === null) return Number.POSITIVE_INFINITY
  const reach = stop - before.length
  return end < text.length && reach >= end - behind - FAR ? Number.POSITIVE_INFINITY : reach
}

interface Tried {
  readonly edit: Edit
  readonly reach: number
}

/** The smallest edit of those that reach far, or else of those that reach at least so far. */
function bestOf(tried: readonly Tried[], atLeast: number): Edit | null {
  const far = tried.filter(({ reach }) => reach >= FAR)
  const [first, ...others] = far.length > 0 ? far : tried.filter(({ reach }) => reach >= atLeast)
  if (first === undefined) return null
  return others.reduce((best, one) => (sizeOf(one.edit) < sizeOf(best.edit) ? one : best), first)
    .edit
}

/** A special token is one thing, whatever its length. */
function sizeOf({ remove, insert }: Edit): number {
  return remove + insert.replace(/<\|[^|<>]{1,40}\|>/g, '·').length
}

const SHOWN = 24

function shown(text: string): string {
  if (tokenAt(text, 0) === text) return text
  if (text.length <= SHOWN) return JSON.stringify(text)
  return `the ${text.length} characters from ${JSON.stringify(text.slice(0, SHOWN))}`
}

function inWords(text: string, position: number, { remove, insert }: Edit): string {
  const there = shown(text.slice(position, position + remove))
  if (remove === 0) return `insert ${shown(insert)}`
  return insert === '' ? `delete ${there}` : `replace ${there} by ${shown(insert)}`
}
