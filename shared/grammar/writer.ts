import type { Encoded, TextRole, TextSpan } from './types.ts'

/** Collects a text piece by piece, with the role and the step of each. */
export interface Writer {
  readonly add: (text: string, role: TextRole, step: number, variable?: string) => void
  readonly finish: () => Encoded
}

export function createWriter(): Writer {
  const pieces: string[] = []
  const spans: TextSpan[] = []
  let position = 0
  return {
    add: (text, role, step, variable) => {
      if (text === '') return
      pieces.push(text)
      const end = position + text.length
      const span = { start: position, end, role, step }
      spans.push(variable === undefined ? span : { ...span, variable })
      position = end
    },
    finish: () => ({ text: pieces.join(''), spans }),
  }
}

/** A pair of a locals object as written, and the variable it tells; null for one that tells of none. */
export interface WrittenPair {
  readonly text: string
  readonly variable: string | null
}

/** An object of pairs, each a span of its own that begins with what parts it from the one before. */
export function writePairs(writer: Writer, pairs: readonly WrittenPair[], step: number): void {
  writer.add(pairs.length === 0 ? '{}' : '{', 'locals', step)
  pairs.forEach(({ text, variable }, index) => {
    const parted = index === 0 ? text : `, ${text}`
    writer.add(parted, 'locals', step, variable ?? undefined)
  })
  if (pairs.length > 0) writer.add('}', 'locals', step)
}
