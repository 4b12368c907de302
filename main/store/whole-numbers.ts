import type { Value } from '../../shared/trace/event.ts'
import { wholeNumber } from '../../shared/trace/wire-records.ts'

/** An `int` as Python writes it, short enough that twice its value is exact in every number here. */
const WHOLE_NUMBER = /^(?:0|-?[1-9][0-9]{0,14})$/

/** The key below zero that stands for a whole number of at most 15 digits; null for every other value. */
export function wholeNumberKey({ type, text, size, digest }: Value): number | null {
  if (type !== 'int' || digest !== undefined || size !== text.length) return null
  if (!WHOLE_NUMBER.test(text)) return null
  const number = Number(text)
  return number >= 0 ? -1 - 2 * number : 2 * number
}

/** The whole number that a key below zero stands for. */
export function wholeNumberOf(key: number): Value {
  return wholeNumber(String(key % 2 === 0 ? key / 2 : (-1 - key) / 2))
}
