import { foldText } from './texts.ts'

/** Letters, digits and underscores, with the marks that belong to a letter. */
const WORD = /[\p{L}\p{N}\p{Co}_][\p{L}\p{N}\p{M}\p{Co}_]*/gu

/** A prefix of one character would stand for a large part of all words: such a word is meant whole. */
const SHORTEST_PREFIX = 2

/** Words of a text in order, upper and lower case made equal: what search compares, and nothing else. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map(foldText)
}

/** What somebody typed to search for. */
export interface WordQuery {
  /** Each stands whole in what is found. */
  readonly whole: readonly string[]
  /** Begins a word of what is found; null where the last word is meant whole too. */
  readonly prefix: string | null
}

/**
 * Words of a typed text, the last one as the beginning of a word unless something follows it or it is one character.
 * Whatever else was typed parts words and means nothing.
 */
export function wordQuery(text: string): WordQuery {
  const words = wordsOf(text)
  const last = words.at(-1)
  const isOpen = /[\p{L}\p{N}\p{M}\p{Co}_]$/u.test(text)
  if (last === undefined || !isOpen || [...last].length < SHORTEST_PREFIX) {
    return { whole: [...new Set(words)], prefix: null }
  }
  return { whole: [...new Set(words.slice(0, -1))], prefix: last }
}

/** Whether nothing was typed that could be found. */
export function isEmptyQuery({ whole, prefix }: WordQuery): boolean {
  return whole.length === 0 && prefix === null
}

/** A part of a text: from a character to before another, in UTF-16. */
export type Mark = [from: number, to: number]

/** Where words of the query stand in a text; null where not every one does. */
export function findWords(text: string, { whole, prefix }: WordQuery): readonly Mark[] | null {
  const missing = new Set(whole)
  const marks: Mark[] = []
  let hasPrefix = prefix === null
  for (const match of text.matchAll(WORD)) {
    const word = foldText(match[0])
    const begins = prefix !== null && word.startsWith(prefix)
    if (!begins && !whole.includes(word)) continue
    missing.delete(word)
    hasPrefix ||= begins
    marks.push([match.index, match.index + match[0].length])
  }
  return hasPrefix && missing.size === 0 ? marks : null
}
