import type { Codec } from '../grammar/types.ts'
import type { Answer } from './engine.ts'
import type { Outcome } from './types.ts'

export type ReadAnswer =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly error: 'malformed' | 'stopped_early' }

type AnswerText = Pick<Answer, 'text' | 'stop'>

/**
 * What an answer to `prompt` says that state `step` is. The codec reads prompt and answer as one text, so that an
 * answer means what it would mean in training text.
 */
export function readAnswer(
  codec: Codec,
  prompt: string,
  { text, stop }: AnswerText,
  step: number,
): ReadAnswer {
  const end = prompt.length + text.length
  const { transcript, problem } = codec.decode(prompt + text + (stop ?? ''))
  if (problem !== null && problem.position < end) {
    const isCut = stop === null && isBegun((prompt + text).slice(problem.position))
    return { ok: false, error: isCut ? 'stopped_early' : 'malformed' }
  }
  if (stop === null) return { ok: false, error: 'stopped_early' }
  const state = transcript.states[step]
  if (state !== undefined) return { ok: true, outcome: { kind: 'state', state } }
  if (transcript.exit === null) return { ok: false, error: 'malformed' }
  return { ok: true, outcome: { kind: 'exit', exit: transcript.exit } }
}

/** What a cut may leave half, and no decoder goes past. */
const WHOLES = ['"..": ".."', ': ', ', ']

function isBegun(rest: string): boolean {
  if (WHOLES.some((whole) => whole.startsWith(rest))) return true
  // A special token or an escape.
  return /^(?:<(?:\|[a-z_]*\|?|\\)?|\\(?:u[0-9a-fA-F]*)?)$/.test(rest)
}
