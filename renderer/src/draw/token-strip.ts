import type { TextRole, TextSpan } from '../../../shared/grammar/types.ts'
import { probabilityOf, spansOfTokens } from '../../../shared/model/confidence.ts'
import type { Token } from '../../../shared/model/engine.ts'
import { visibleToken } from './token-rows.ts'

/** A token of an answer as the strip shows it. */
export interface StripToken {
  /** Which token of the answer it is. */
  readonly at: number
  /** What cannot be seen is made visible; a very long one is cut. */
  readonly text: string
  /** Columns of a monospace font that the text takes. */
  readonly cells: number
  /** Of the first part of the answer that has a character of it; null where that could not be read. */
  readonly role: TextRole | null
  readonly variable: string | null
  readonly probability: number | null
}

/** Consecutive tokens that stand beside each other, the last one not included. */
export interface StripRow {
  readonly from: number
  readonly to: number
}

export const STRIP_ROW_HEIGHT = 32
/** Pixels of a token beside its text. */
export const TOKEN_PADDING = 4
/** Pixels of the bar of a token that is certain. */
export const BAR_HEIGHT = 7
const MOST_CHARACTERS = 60

function shownText(text: string): string {
  const visible = visibleToken(text)
  const characters = [...visible]
  return characters.length <= MOST_CHARACTERS
    ? visible
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
}

/** Columns that a text takes: what is in no Latin script may take two. */
function cellsOf(text: string): number {
  let cells = 0
  for (const character of text) cells += (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2
  return cells
}

/** The tokens of an answer, each with what it tells: `spans` are those of the answer's text. */
export function stripTokens(
  tokens: readonly Token[],
  spans: readonly TextSpan[],
): readonly StripToken[] {
  const found = spansOfTokens(tokens, spans)
  return tokens.map(({ text, logProbability }, at) => {
    const shown = shownText(text)
    const [first] = found[at] ?? []
    const { role = null, variable = null } = first === undefined ? {} : (spans[first] ?? {})
    const probability = logProbability === null ? null : probabilityOf(logProbability)
    return { at, text: shown, cells: cellsOf(shown), role, variable, probability }
  })
}

/** Pixels across that a token takes. */
export function tokenWidth({ cells }: Pick<StripToken, 'cells'>, charWidth: number): number {
  return Math.ceil(cells * charWidth) + TOKEN_PADDING
}

/** The tokens in rows of a width, each as many as fit and at least one. */
export function stripRows(
  tokens: readonly Pick<StripToken, 'cells'>[],
  { width, charWidth }: { readonly width: number; readonly charWidth: number },
): readonly StripRow[] {
  const rows: StripRow[] = []
  let [from, used] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    const wide = tokenWidth(token, charWidth)
    if (at > from && used + wide > width) {
      rows.push({ from, to: at })
      from = at
      used = 0
    }
    used += wide
  }
  if (from < tokens.length) rows.push({ from, to: tokens.length })
  return rows
}

/** Number of the row that a token is in. */
export function rowOfToken(rows: readonly StripRow[], token: number): number {
  const row = rows.findIndex(({ to }) => token < to)
  return row < 0 ? Math.max(0, rows.length - 1) : row
}

/** Where the middles of a row's tokens are. */
function middlesOf(
  tokens: readonly Pick<StripToken, 'cells'>[],
  { from, to }: StripRow,
  charWidth: number,
): number[] {
  let x = 0
  return tokens.slice(from, to).map((token) => {
    const width = tokenWidth(token, charWidth)
    x += width
    return x - width / 2
  })
}

/** The token of the row above (-1) or below (1) whose middle is next to a token's own; itself where there is no such row. */
export function tokenAcross(
  tokens: readonly Pick<StripToken, 'cells'>[],
  rows: readonly StripRow[],
  token: number,
  { by, charWidth }: { readonly by: 1 | -1; readonly charWidth: number },
): number {
  const at = rowOfToken(rows, token)
  const [own, other] = [rows[at], rows[at + by]]
  if (own === undefined || other === undefined) return token
  const wanted = middlesOf(tokens, own, charWidth)[token - own.from] ?? 0
  const distances = middlesOf(tokens, other, charWidth).map((middle) => Math.abs(middle - wanted))
  return other.from + distances.indexOf(Math.min(...distances))
}

/** Something that could stand in a token's place, as the engine tells it. */
export type Alternative = NonNullable<Token['alternatives']>[number]

export interface AlternativeRow {
  readonly alternative: Alternative
  readonly probability: number
  /** It is what does stand there. */
  readonly isChosen: boolean
}

/** What could stand in a token's place, the most likely first, and how probable everything else is together. */
export interface Alternatives {
  readonly rows: readonly AlternativeRow[]
  readonly rest: number
}

/** Which of the alternatives a token is; -1 if none. Two may read the same: number and probability tell them apart. */
function placeAmong({ text, id, logProbability }: Token, all: readonly Alternative[]): number {
  const byId = id === undefined ? -1 : all.findIndex((one) => one.id === id)
  if (byId >= 0) return byId
  const same = all.findIndex((one) => one.text === text && one.logProbability === logProbability)
  return same < 0 ? all.findIndex((one) => one.text === text) : same
}

/** The alternatives of a token, itself among them; null where the engine tells none. */
export function alternativesOf(token: Token): Alternatives | null {
  const { alternatives = [], logProbability, ...own } = token
  if (alternatives.length === 0) return null
  const isListed = placeAmong(token, alternatives) >= 0
  const self = logProbability === null || isListed ? [] : [{ ...own, logProbability }]
  const all = [...alternatives, ...self].toSorted((a, b) => b.logProbability - a.logProbability)
  const chosen = placeAmong(token, all)
  const rows = all.map((alternative, index) => ({
    alternative,
    probability: probabilityOf(alternative.logProbability),
    isChosen: index === chosen,
  }))
  const sum = rows.reduce((total, { probability }) => total + probability, 0)
  return { rows, rest: Math.max(0, 1 - sum) }
}
