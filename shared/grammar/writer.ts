import type { Encoded, TextRole, TextSpan } from './types.ts'

/** Collects a text piece by piece, with the role and the step of each. */
export interface Writer {
  readonly add: (text: string, role: TextRole, step: number) => void
  readonly finish: () => Encoded
}

export function createWriter(): Writer {
  const pieces: string[] = []
  const spans: TextSpan[] = []
  let position = 0
  return {
    add: (text, role, step) => {
      if (text === '') return
      pieces.push(text)
      spans.push({ start: position, end: position + text.length, role, step })
      position += text.length
    },
    finish: () => ({ text: pieces.join(''), spans }),
  }
}
