import type { MadeProgram } from '../../api/made-programs.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import { STOP_WORDS } from '../common/stop-words.ts'

export interface Outcome {
  readonly tone: BadgeTone
  readonly word: string
  /** One sentence where there is more to say than the word. */
  readonly sentence: string
}

/** The exception that left a program, with the line it came from. */
function endedWith({ error, errorLine }: MadeProgram): string {
  return `${errorLine === null ? '' : `Line ${errorLine}: `}${error}`
}

/** Of a trace that was read from a file. */
function outcomeOfImport({ failure, known }: MadeProgram, notes: readonly string[]): Outcome {
  if (failure !== null) return { tone: 'bad', word: 'refused', sentence: failure }
  const sentence = notes.length === 0 ? '' : `Note: ${notes.join('; ')}.`
  return { tone: 'neutral', word: known ? 'here before' : 'taken', sentence }
}

/** What became of a program, in a word and a sentence. */
export function outcomeOf(made: MadeProgram): Outcome {
  if (made.notes !== null) return outcomeOfImport(made, made.notes)
  const { failure, skipped, notice, stopReason, determinism, known, error, errorLine } = made
  if (made.recording) {
    const sentence = 'It goes on; what there is of it can be opened.'
    return { tone: 'active', word: 'recording', sentence }
  }
  if (failure !== null) {
    const word = stopReason === 'syntax_error' ? 'not valid Python' : 'not recorded'
    return { tone: 'bad', word, sentence: failure }
  }
  if (skipped !== null) return { tone: 'neutral', word: 'skipped', sentence: skipped }
  if (stopReason !== null && stopReason !== 'ended') {
    const where = errorLine === null ? '' : ` It was in line ${errorLine}.`
    return { tone: 'warning', word: STOP_WORDS[stopReason], sentence: `${notice ?? ''}${where}` }
  }
  if (determinism?.verdict === 'differs') {
    return { tone: 'warning', word: 'two runs differ', sentence: notice ?? '' }
  }
  if (notice !== null) return { tone: 'warning', word: 'nothing recorded', sentence: notice }
  const sentence = error === null ? '' : endedWith(made)
  const word = known ? 'recorded before' : 'recorded'
  return { tone: 'neutral', word: determinism === null ? word : 'twice the same', sentence }
}
