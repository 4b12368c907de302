import type { TextRole, TextSpan } from '../../../shared/grammar/types.ts'

/** Tokens of an encoded text as they come over the wire: see `trajectory.text`. */
export interface TokenColumns {
  readonly start: number
  readonly ids: readonly number[]
  readonly ends: readonly number[]
  readonly spans: readonly number[]
}

export interface ShownToken {
  /** Which token of the text it is. */
  readonly at: number
  readonly id: number
  readonly text: string
}

/** What one part of a state's text comes to in tokens. */
export interface TokenRow {
  readonly span: number
  readonly role: TextRole
  readonly variable: string | null
  readonly tokens: readonly ShownToken[]
}

/** The stretch of tokens that a state takes; -1 is what is before the states, -2 what comes after them. */
export interface TokenStretch {
  readonly step: number
  readonly from: number
  readonly to: number
}

/** Stretches of consecutive tokens of one state. */
export function tokenStretches(
  tokens: TokenColumns,
  spans: readonly TextSpan[],
): readonly TokenStretch[] {
  const stretches: { step: number; from: number; to: number }[] = []
  tokens.spans.forEach((span, at) => {
    const step = spans[span]?.step ?? -1
    const last = stretches.at(-1)
    if (last !== undefined && last.step === step) last.to = at + 1
    else stretches.push({ step, from: at, to: at + 1 })
  })
  return stretches
}

/** Tokens of a row at most: of a longer one the first and the last stand for the rest. */
export const ROW_TOKENS = 400

/** The rows of a stretch: consecutive tokens of one span together, with the text that each stands for. */
export function tokenRows(
  text: string,
  spans: readonly TextSpan[],
  tokens: TokenColumns,
  { from, to }: Pick<TokenStretch, 'from' | 'to'>,
): readonly TokenRow[] {
  const rows: (TokenRow & { tokens: ShownToken[] })[] = []
  for (let at = from; at < to; at++) {
    const span = tokens.spans[at] ?? 0
    const begin = at === 0 ? tokens.start : (tokens.ends[at - 1] ?? 0)
    const token = { at, id: tokens.ids[at] ?? 0, text: text.slice(begin, tokens.ends[at]) }
    const last = rows.at(-1)
    if (last !== undefined && last.span === span) last.tokens.push(token)
    else {
      const { role = 'marker', variable = null } = spans[span] ?? {}
      rows.push({ span, role, variable, tokens: [token] })
    }
  }
  return rows
}

const SIGNS: Readonly<Record<string, string>> = { ' ': '·', '\n': '⏎', '\t': '→', '\x7f': '␡' }

/** Spaces, control and format characters, lone halves of a character. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cs}]/gu

function signOf(character: string): string {
  const sign = SIGNS[character]
  if (sign !== undefined) return sign
  const code = character.codePointAt(0) ?? 0
  // Unicode has a picture of each of these.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** A token's text so that what cannot be seen is: spaces, breaks of lines, control characters, parts of a character. */
export function visibleToken(text: string): string {
  return text === '' ? '…' : text.replace(UNSEEN, signOf)
}
