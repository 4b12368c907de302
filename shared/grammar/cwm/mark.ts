import { must } from '../../base/assert.ts'

/** The comment by which CWM's prompts mark the line where a trace begins. */
const MARK = '  # << START_OF_TRACE'
const MARKED = / {1,2}# << START_OF_TRACE(?=[\r\n]|$)/g
const LIKE_A_MARK = /# << START_OF_TRACE\\*(?=[\r\n]|$)/g
const ESCAPED = /(# << START_OF_TRACE\\*)\\(?=[\r\n]|$)/g
const LINE_END = /\r\n|\n|\r|$/g

/** Code with its entry marked at the end of a line, from 0; what looks like a mark gets a backslash more. */
export function withMark(code: string, line: number | null): string {
  const escaped = code.replace(LIKE_A_MARK, (found) => `${found}\\`)
  if (line === null) return escaped
  const ends = [...escaped.matchAll(LINE_END)]
  const { index } = must(ends[line], `line ${line} of the code`)
  return escaped.slice(0, index) + MARK + escaped.slice(index)
}

/** Undoes `withMark`. */
export function withoutMark(code: string): string {
  return code.replace(MARKED, '').replace(ESCAPED, '$1')
}

/** Line, from 0, that bears the mark; null if none does. */
export function markedLine(code: string): number | null {
  const [mark] = code.matchAll(MARKED)
  return mark === undefined ? null : [...code.slice(0, mark.index).matchAll(LINE_END)].length - 1
}

/** Position of a mark after the first, or -1. */
export function secondMark(code: string): number {
  const [, second] = code.matchAll(MARKED)
  return second?.index ?? -1
}
