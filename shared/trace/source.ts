/**
 * The source's physical lines as Python counts them: split at \n, \r\n and \r only, never at form feeds or
 * Unicode separators, so that line numbers of events index it. Line n is at index n - 1.
 */
export function sourceLines(source: string): readonly string[] {
  return source.split(/\r\n|\n|\r/)
}

/** A file of a trace's program: its path as its code tells it, and its text. */
export interface SourceFile {
  readonly path: string
  readonly source: string
}

/** Lines of a trace's files; `file` of a state is an index into them. */
export type FileLines = readonly (readonly string[])[]

/** Lines of a trace's files: of `source` alone where there is one file, which no list names. */
export function linesOfFiles(source: string, files: readonly SourceFile[]): FileLines {
  if (files.length === 0) return [sourceLines(source)]
  return files.map((file) => sourceLines(file.source))
}

/** Text of the source line a state is at. */
export function stateLine(
  files: FileLines,
  { file = 0, line }: { readonly file?: number | undefined; readonly line: number },
): string {
  return lineText(files[file] ?? [], line)
}

/** Text of a one-based line, or the empty string where the source has no such line. */
export function lineText(lines: readonly string[], line: number): string {
  return lines[line - 1] ?? ''
}
