/**
 * The source's physical lines as Python counts them: split at \n, \r\n and \r only, never at form feeds or
 * Unicode separators, so that line numbers of events index it. Line n is at index n - 1.
 */
export function sourceLines(source: string): readonly string[] {
  return source.split(/\r\n|\n|\r/)
}

/** Text of a one-based line, or the empty string where the source has no such line. */
export function lineText(lines: readonly string[], line: number): string {
  return lines[line - 1] ?? ''
}
