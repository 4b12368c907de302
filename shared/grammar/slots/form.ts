import type { Encoded, TextRole, TextSpan } from '../types.ts'
import {
  DIRECTION_TOKENS,
  END,
  FAR_LINE,
  FIRST_FUNCTION,
  FIRST_VARIABLE,
  FUNCTION_SLOTS,
  findToken,
  GROUP_OF,
  VARIABLE_SLOTS,
  VOCABULARY,
} from './vocabulary.ts'

/** The names behind the slots, in order of first appearance in the code. */
export interface SlotTable {
  readonly variables: readonly string[]
  readonly functions: readonly string[]
}

/** Tokens from `from` on, up to the next run, with one role and step. */
export interface TokenRun {
  readonly from: number
  readonly role: TextRole
  readonly step: number
  readonly variable?: string
}

/** An encoded transcript as a model sees it. */
export interface SlotsTokens {
  readonly table: SlotTable
  readonly ids: readonly number[]
  readonly runs: readonly TokenRun[]
}

const HEADER = 'slots@1 '

export function isLineToken(id: number): boolean {
  return id === FAR_LINE || GROUP_OF[id] === 'line'
}

const BEHIND_SPACE = VOCABULARY.map((name) => ` ${name}`)
const BEHIND_LINE_END = VOCABULARY.map((name) => `\n${name}`)

/**
 * The text of tokens: the table in a line of its own, then their names with a space between them. A new line begins
 * at each line of the code, at the direction, and behind each state.
 */
export function writeForm({ table, ids, runs }: SlotsTokens): Encoded {
  const { variables, functions } = table
  const starts: number[] = []
  let text = HEADER + JSON.stringify({ variables, functions })
  let isCode = true
  let isRow = false
  let run = 0
  ids.forEach((id, index) => {
    for (; runs[run]?.from === index; run++) starts.push(text.length)
    if (isCode) {
      const isDirection = DIRECTION_TOKENS.wordOf(id) !== undefined
      isRow = isDirection || isLineToken(id)
      isCode = !isDirection
    }
    text += (isRow ? BEHIND_LINE_END : BEHIND_SPACE)[id]
    isRow = id === END
  })
  return { text, spans: spansOf(runs, starts, text.length) }
}

function spansOf(runs: readonly TokenRun[], starts: readonly number[], end: number): TextSpan[] {
  const [first = end] = starts
  const header: TextSpan = { start: 0, end: first, role: 'marker', step: -1 }
  const spans = runs.map(({ from: _, ...told }, index): TextSpan => {
    return { start: starts[index] ?? end, end: starts[index + 1] ?? end, ...told }
  })
  return [header, ...spans]
}

function isNames(value: unknown, limit: number): value is string[] {
  const isList = Array.isArray(value) && value.length <= limit
  return isList && value.every((name) => typeof name === 'string' && name !== '')
}

function parseTable(json: string): SlotTable | null {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { variables, functions } = value as Record<string, unknown>
  if (!isNames(variables, VARIABLE_SLOTS) || !isNames(functions, FUNCTION_SLOTS)) return null
  return { variables, functions }
}

export interface Header {
  readonly table: SlotTable
  /** Where the tokens begin. */
  readonly end: number
}

/** The table of a text, or where the header is wrong and what belongs there. */
export function readHeader(text: string): Header | { at: number; expected: string } {
  if (!text.startsWith(HEADER)) return { at: 0, expected: JSON.stringify(HEADER.trim()) }
  const newline = text.indexOf('\n')
  const end = newline === -1 ? text.length : newline
  const table = parseTable(text.slice(HEADER.length, end))
  if (table === null) return { at: HEADER.length, expected: 'the table of names, as JSON' }
  return { table, end }
}

/** What stands at a reader's place when it is no token. */
export const NO_TOKEN = -1
export const TEXT_END = -2

/** Moves through the tokens of a text. */
export interface TokenReader {
  readonly text: string
  /** The token here, or what stands in its place. */
  id: number
  start: number
  end: number
}

const NEWLINE = 10
const SPACE = 32

function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === SPACE || code === NEWLINE
}

const LONGEST_NAME = Math.max(...VOCABULARY.map((name) => name.length))

/** Moves to the next token, behind the one space or line end that has to be before it. */
export function advance(reader: TokenReader): void {
  const { text, end } = reader
  if (end >= text.length) {
    reader.id = TEXT_END
    reader.start = text.length
    return
  }
  const hasSeparator = isSeparator(text, end)
  const start = hasSeparator ? end + 1 : end
  let at = start
  while (at < text.length && !isSeparator(text, at)) at += 1
  const isName = hasSeparator && at - start <= LONGEST_NAME
  reader.start = start
  reader.end = at
  reader.id = (isName ? findToken(text.slice(start, at)) : undefined) ?? NO_TOKEN
}

export function createTokenReader(text: string, from: number): TokenReader {
  const reader: TokenReader = { text, id: NO_TOKEN, start: from, end: from }
  advance(reader)
  return reader
}

const SHOWN_LENGTH = 24

/** What stands at a position, for people. */
export function describeAt({ text, start }: TokenReader): string {
  if (start >= text.length) return 'the end of the text'
  let end = start
  while (end < text.length && end - start < SHOWN_LENGTH && !isSeparator(text, end)) end += 1
  if (end === start) return 'an empty token'
  const isWhole = end >= text.length || isSeparator(text, end)
  return JSON.stringify(`${text.slice(start, end)}${isWhole ? '' : '…'}`)
}

/** The text of each token, with the names of a table for the slots. */
export function textsOf({ variables, functions }: SlotTable, plain: readonly string[]): string[] {
  const texts = [...plain]
  variables.forEach((name, index) => {
    texts[FIRST_VARIABLE + index] = name
  })
  functions.forEach((name, index) => {
    texts[FIRST_FUNCTION + index] = name
  })
  return texts
}
