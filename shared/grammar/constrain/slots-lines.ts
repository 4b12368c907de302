import { FAR_LINE, FAR_LINES, FIRST_DIGIT, FIRST_LINE, LINE_TOKENS } from '../slots/vocabulary.ts'
import { type ByteTrie, bytesToEnd, byteTrie, childOf } from './byte-trie.ts'

/** The lines that a state may point at. */
export interface SlotsLines {
  /** Tokens that a line may begin with. */
  readonly first: ReadonlySet<number>
  /** The others by the digits of their numbers, the last first; a node is how many of them were told. */
  readonly far: ByteTrie
  readonly toEnd: Int32Array
  /** Tokens of the line that needs fewest. */
  readonly least: number
}

/** Lines by their numbers, from 1. */
export function slotsLines(numbers: readonly number[]): SlotsLines {
  const near = numbers.filter((line) => line <= LINE_TOKENS)
  const others = numbers.filter((line) => line > LINE_TOKENS && line < FAR_LINES)
  const far = byteTrie(others.map((line) => Uint8Array.from([...String(line)].reverse(), Number)))
  const toEnd = bytesToEnd(far)
  const first = near.map((line) => FIRST_LINE + line - 1)
  if (others.length > 0) first.push(FAR_LINE)
  return { first: new Set(first), far, toEnd, least: near.length > 0 ? 1 : 1 + (toEnd[0] ?? 0) }
}

/** The node that a digit leads to, -1 where it may not come; `place` is how many digits were told before it. */
export function passDigit({ far }: SlotsLines, node: number, place: number, id: number): number {
  const digit = id - FIRST_DIGIT - place * 10
  return digit < 0 || digit > 9 ? -1 : childOf(far, node, digit)
}
