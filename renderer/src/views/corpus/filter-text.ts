const LAST_TERM = /(?:^|\s+)(?:[^\s"]*"[^"]*"?|\S+)\s*$/

/** The filter without its last condition; a quoted phrase is one condition. */
export function withoutLastTerm(text: string): string {
  return text.replace(LAST_TERM, '')
}
