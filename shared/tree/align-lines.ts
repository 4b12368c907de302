import { matchSequences, UNMATCHED } from '../base/match-sequences.ts'
import { type SourceFile, sourceLines } from '../trace/source.ts'

/** For each file of one trace the same file of the other: by path, else by text, else as the only ones left. */
export function matchFiles(
  a: readonly SourceFile[],
  b: readonly SourceFile[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const left = new Set(b.keys())
  const pair = (at: number, other: number | undefined): void => {
    if (other === undefined) return
    found.set(at, other)
    left.delete(other)
  }
  const rest = (): readonly number[] => [...a.keys()].filter((at) => !found.has(at))
  for (const key of ['path', 'source'] as const) {
    for (const at of rest())
      pair(
        at,
        [...left].find((other) => a[at]?.[key] === b[other]?.[key]),
      )
  }
  const [only, ...others] = rest()
  if (only !== undefined && others.length === 0 && left.size === 1) pair(only, [...left][0])
  return found
}

/** Lines by the number of their text, alike but for indentation, from an index counted over both sources. */
function numbered(texts: Map<string, number>, lines: readonly string[]): Int32Array {
  return Int32Array.from(lines, (line) => {
    const text = line.trim()
    const known = texts.get(text) ?? texts.size
    texts.set(text, known)
    return known
  })
}

/** Whether two lines begin with the same word: `total = 4` may be `total = 5`, edited; `return total` is not. */
function beginsAlike(a: string | undefined, b: string | undefined): boolean {
  const wordOf = (line = ''): string => /^\s*(\w*)/.exec(line)?.[1] ?? ''
  return wordOf(a) !== '' && wordOf(a) === wordOf(b)
}

/**
 * For each line of `a` (from one) the line of `b` that answers to it, 0 for none: by a diff of the texts. Where a
 * stretch was replaced by one of the same length, lines that begin alike count as the same, edited.
 */
export function matchLines(a: string, b: string): Int32Array {
  const linesA = sourceLines(a)
  const linesB = sourceLines(b)
  const answers = new Int32Array(linesA.length + 1)
  if (a === b) return answers.map((_, line) => line)
  const texts = new Map<string, number>()
  const partners = matchSequences(numbered(texts, linesA), numbered(texts, linesB))
  let before = -1
  let from = 0
  for (let at = 0; at <= linesA.length; at++) {
    const partner = at === linesA.length ? linesB.length : (partners[at] as number)
    if (partner === UNMATCHED) continue
    const isEdited = at - from === partner - before - 1
    for (let edited = from; isEdited && edited < at; edited++) {
      const other = before + 1 + edited - from
      if (beginsAlike(linesA[edited], linesB[other])) answers[edited + 1] = other + 1
    }
    if (at < linesA.length) answers[at + 1] = partner + 1
    before = partner
    from = at + 1
  }
  return answers
}
