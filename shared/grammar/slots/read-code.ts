import type { Direction } from '../../trajectory/types.ts'
import { type Decoder, fail, readText, take } from './decoder.ts'
import { advance, isLineToken } from './form.ts'
import { lineText } from './lines.ts'
import {
  DIRECTION_TOKENS,
  FAR_LINE,
  FAR_LINES,
  FIRST_DIGIT,
  FIRST_INDENT,
  FIRST_LINE,
  FIRST_TEXT,
  GROUP_OF,
  INDENT,
  INDENT_TOKENS,
  LINE_TOKENS,
  SOURCE,
  SOURCE_END,
} from './vocabulary.ts'

/** The number of a line token, 0 for a far one without digits; null for another token. */
function readLineNumber(decoder: Decoder): number | null {
  const { reader } = decoder
  const { id } = reader
  if (!isLineToken(id)) return null
  advance(reader)
  if (id !== FAR_LINE) return id - FIRST_LINE + 1
  let number = 0
  for (let place = 0; GROUP_OF[reader.id] === 'digit'; place++) {
    const digit = reader.id - FIRST_DIGIT - place * 10
    if (digit < 0 || digit > 9) break
    number += digit * 10 ** place
    advance(reader)
  }
  return number
}

const SPACES = Array.from({ length: INDENT_TOKENS }, (_, steps) => ' '.repeat(steps * INDENT))

/** A line behind its number: nothing, or its indentation and the rest. */
function readLine(decoder: Decoder): string | null {
  const { reader } = decoder
  if (GROUP_OF[reader.id] !== 'indent') {
    return reader.id >= FIRST_TEXT ? fail(decoder, 'an indentation') : ''
  }
  const spaces = SPACES[reader.id - FIRST_INDENT] ?? ''
  advance(reader)
  const text = readText(decoder, FIRST_TEXT)
  return text === null ? null : spaces + text
}

/** Moves over the token that line `number` of the code begins with; what belongs there if it is another. */
function passLineToken(decoder: Decoder, number: number): string | null {
  const { reader } = decoder
  const { start, end, id } = reader
  const isRight = (id === FAR_LINE) === number > LINE_TOKENS
  if (isRight && readLineNumber(decoder) === number % FAR_LINES) return null
  Object.assign(reader, { start, end, id })
  return number <= LINE_TOKENS ? `L${number}` : `<L> and the digits of ${number}`
}

/** The lines of the code up to the direction, which ends them. A line is whole when the next token is there. */
export function readCode(decoder: Decoder): Direction | null {
  const { reader, lines } = decoder
  let line: string | null = null
  while (true) {
    const direction = DIRECTION_TOKENS.wordOf(reader.id)
    const expected = passLineToken(decoder, lines.length + (line === null ? 1 : 2))
    const isEnd = line !== null && direction !== undefined
    if (expected !== null && !isEnd) {
      return fail(decoder, line === null ? expected : `${expected}, <forward> or <inverse>`)
    }
    if (line !== null) lines.push(line)
    if (isEnd) {
      advance(reader)
      return direction
    }
    line = readLine(decoder)
    if (line === null) return null
  }
}

interface Pointed {
  readonly text: string
  /** 0 for a text that is not pointed at. */
  readonly line: number
}

/** The line a state or breakpoint points at, or the text it tells. */
export function readPointer(decoder: Decoder): Pointed | null {
  if (take(decoder, SOURCE)) {
    const text = readLine(decoder)
    if (text === null) return null
    return take(decoder, SOURCE_END) ? { text, line: 0 } : fail(decoder, '<source_end>')
  }
  const { reader, lines } = decoder
  const { start, end, id } = reader
  const line = readLineNumber(decoder)
  const written = line === null ? undefined : lines[line - 1]
  if (written !== undefined) return { text: lineText(written), line: line ?? 0 }
  Object.assign(reader, { start, end, id })
  return fail(decoder, 'a line of the code or <source>')
}
