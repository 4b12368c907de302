import type { Value } from '../trace/event.ts'

/** Types whose text is that of their items between two brackets. */
const CONTAINERS: Readonly<Record<string, readonly [open: string, close: string, empty: string]>> =
  {
    list: ['[', ']', '[]'],
    tuple: ['(', ')', '()'],
    dict: ['{', '}', '{}'],
    set: ['{', '}', 'set()'],
    frozenset: ['frozenset({', '})', 'frozenset()'],
  }

function isWhole({ text, size, digest }: Value): boolean {
  return digest === undefined && size <= text.length
}

/** The number that a recorded int or float is; null for every other value, for nan, and where the text was cut. */
export function numberOf(value: Value): number | null {
  if ((value.type !== 'int' && value.type !== 'float') || !isWhole(value)) return null
  const { text } = value
  if (text === 'inf') return Number.POSITIVE_INFINITY
  if (text === '-inf') return Number.NEGATIVE_INFINITY
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? null : number
}

/** Whether a recorded bool is True; null for every other value. */
export function boolOf({ type, text }: Value): boolean | null {
  return type === 'bool' ? text === 'True' : null
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** What a recorded str holds, from its repr; null for every other value and where the text was cut. */
export function stringOf(value: Value): string | null {
  const { text } = value
  if (value.type !== 'str' || !isWhole(value) || text.length < 2) return null
  const quote = text[0]
  if ((quote !== "'" && quote !== '"') || !text.endsWith(quote)) return null
  return text
    .slice(1, -1)
    .replaceAll(/\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|.)/gsu, (sequence) => {
      const kind = sequence[1] as string
      const digits = HEX_DIGITS[kind]
      if (digits !== undefined && sequence.length === 2 + digits) {
        return String.fromCodePoint(Number.parseInt(sequence.slice(2), 16))
      }
      return ESCAPED[kind] ?? kind
    })
}

/** Position after the string that opens at `from`, or -1 where it does not close. */
function afterString(text: string, from: number): number {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
  }
  return -1
}

/** Items between the brackets by the commas outside all inner ones; null where the text is not well nested. */
function itemsIn(text: string): number | null {
  let [depth, commas, at, last] = [0, 0, 0, '']
  while (at < text.length) {
    const character = text[at] as string
    if (character === "'" || character === '"') {
      at = afterString(text, at)
      if (at < 0) return null
      last = character
      continue
    }
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    if (depth < 0) return null
    if (depth === 0 && character === ',') commas++
    if (character !== ' ') last = character
    at++
  }
  if (depth !== 0) return null
  return last === ',' ? commas : commas + 1
}

/**
 * What `len` gives for a recorded list, tuple, dict, set, frozenset or str; null for every other value and where the
 * text was cut. An object inside whose repr has unbalanced quotes or brackets leaves it unknown.
 */
export function lengthOf(value: Value): number | null {
  if (value.type === 'str') {
    const held = stringOf(value)
    return held === null ? null : [...held].length
  }
  const brackets = Object.hasOwn(CONTAINERS, value.type) ? CONTAINERS[value.type] : undefined
  if (brackets === undefined || !isWhole(value)) return null
  const [open, close, empty] = brackets
  const { text } = value
  if (text === empty) return 0
  if (!text.startsWith(open) || !text.endsWith(close)) return null
  return itemsIn(text.slice(open.length, -close.length))
}
