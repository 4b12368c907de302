import { createTokenReader } from '../slots/form.ts'
import { printText } from '../slots/printer.ts'
import { FIRST_DIGIT, FIRST_PLAIN, GROUP_OF, TEXT_OF, VOCABULARY } from '../slots/vocabulary.ts'

/** What was told of a value, as far as it decides what may follow. */
export interface ValuePlace {
  /** The quote of the string that is open, 0 outside of strings. */
  readonly quote: number
  /** Hexadecimal digits that are to come of a unit. */
  readonly hex: number
  /** The place that a digit of the integer told last would have; 0 where none goes on. */
  readonly digit: number
}

export const EMPTY_VALUE: ValuePlace = { quote: 0, hex: 0, digit: 0 }

const HEX_DIGITS = 4

/** A value's text can end here. */
export function isWhole({ quote, hex }: ValuePlace): boolean {
  return quote === 0 && hex === 0
}

function placeOf(id: number): number {
  return Math.floor((id - FIRST_DIGIT) / 10)
}

/** Goes on behind a token of text; null where it may not come. What `printText` reads, and nothing else. */
export function passValue({ quote, hex, digit }: ValuePlace, id: number): ValuePlace | null {
  const group = GROUP_OF[id]
  if (group === undefined || id < FIRST_PLAIN) return null
  if (group === 'hex') return { quote, hex: hex === 0 ? HEX_DIGITS - 1 : hex - 1, digit: 0 }
  if (hex > 0) return null
  if (group === 'character') return { quote, hex, digit: 0 }
  if (quote !== 0) return id === quote ? EMPTY_VALUE : null
  if (group === 'quote') return { quote: id, hex, digit: 0 }
  if (group !== 'digit') return EMPTY_VALUE
  const place = placeOf(id)
  return place === 0 || place === digit ? { quote, hex, digit: place + 1 } : null
}

/** Tokens that a value needs before it can end. */
export function valueToEnd({ quote, hex }: ValuePlace): number {
  return hex + (quote === 0 ? 0 : 1)
}

/** Ids of text that a name's tokens tell, printed. */
export function printedName(ids: readonly number[]): string | null {
  const text = ids.map((id) => ` ${VOCABULARY[id] ?? ''}`).join('')
  const printed = printText(createTokenReader(text, 0), TEXT_OF, FIRST_PLAIN)
  return 'text' in printed ? printed.text : null
}

const masks = new Map<number, Uint8Array>()

/** Of each token of text, 1 where it may come next in a value. */
export function valueMask(value: ValuePlace): Uint8Array {
  const { quote, hex, digit } = value
  const key = (quote * 2 + (hex > 0 ? 1 : 0)) * 8 + digit
  const known = masks.get(key)
  if (known !== undefined) return known
  const mask = Uint8Array.from(VOCABULARY, (_, id) => (passValue(value, id) === null ? 0 : 1))
  masks.set(key, mask)
  return mask
}
