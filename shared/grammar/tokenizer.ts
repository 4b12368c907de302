import type { Encoded, TextSpan } from './types.ts'

/**
 * Ids of a text, in order. Token i stands for the characters from the end of token i - 1 up to `ends[i]`, in UTF-16
 * units: a token that is but a part of a character is empty, and the last part has it.
 */
export interface TokenizedText {
  readonly ids: readonly number[]
  readonly ends: readonly number[]
  /** Where the first token begins, if what is before it has no tokens. */
  readonly start?: number
}

export interface Tokenizer {
  /** Says which tokenizer it is, for people and files. */
  readonly name: string
  /** One more than its largest id. */
  readonly size: number
  readonly tokenize: (text: string) => TokenizedText
  readonly detokenize: (ids: readonly number[]) => string
  /** What of a text has no tokens, in words: its first line, which ids do not give back. */
  readonly untold?: string
}

/** Tokens of an encoded text: the span that each begins in tells its role, its step and its variable. */
export interface Tokens extends TokenizedText {
  readonly spans: readonly number[]
}

/** Tokenizes an encoded text, and finds the span of every token. */
export function tokensOf({ text, spans }: Encoded, tokenizer: Tokenizer): Tokens {
  const tokenized = tokenizer.tokenize(text)
  return { ...tokenized, spans: spansOf(tokenized, spans) }
}

/** A token belongs to the first span with a character of it; an empty one to that of the character it is a part of. */
function spansOf({ ends, start: first = 0 }: TokenizedText, spans: readonly TextSpan[]): number[] {
  let span = 0
  let start = first
  return ends.map((end) => {
    while (span + 1 < spans.length && (spans[span]?.end ?? 0) <= start) span++
    start = end
    return span
  })
}
