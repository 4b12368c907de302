import type { TextRole } from '../../../shared/grammar/types.ts'

/** What the parts of a training text are called. */
export const ROLE_WORDS: Readonly<Record<TextRole, string>> = {
  marker: 'marker',
  code: 'code',
  event: 'event',
  source: 'source line',
  locals: 'locals',
  argument: 'value',
  action: 'action',
  exit: 'exit',
}
