import { asSentence, scopeWords } from '../../../shared/base/words.ts'
import type { RecordOptions } from '../../../shared/contract/recording.ts'
import type { Exit, StopReason } from '../../../shared/trace/event.ts'
import type { EndRecord, TraceError } from '../../../shared/trace/wire-records.ts'

/** A test that its project has pytest leave out, which is no failure. */
export class SkippedTest extends Error {
  constructor({ error }: EndRecord) {
    super(asSentence(`The test was skipped: ${error?.message ?? 'no reason given'}`))
  }
}

/** How the tracer calls the error of a test that was skipped while it ran. */
const SKIP = 'pytest.skip: '

interface Run {
  readonly entry: string | null
  readonly stopReason: StopReason
  readonly exit: Exit
  /** Type and message. */
  readonly error: string | null
  /** Of all threads. */
  readonly events: number
  /** Null of an imported trace. */
  readonly options: RecordOptions | null
}

/** In a sentence: the test's call was begun and left by a skip; null where that is not so. */
export function skipWhileRunning({ entry, error }: Pick<Run, 'entry' | 'error'>): string | null {
  if (!isTest(entry) || error?.startsWith(SKIP) !== true) return null
  return asSentence(`The test was skipped while it ran: ${error.slice(SKIP.length)}`)
}

/** In a sentence: a run came to its end and left no event to look at; null where that is not so. */
export function emptyRun(run: Run): string | null {
  const { entry, stopReason, exit, error, events, options } = run
  if (events > 0 || stopReason !== 'ended' || options === null) return null
  const scope = scopeWords(options.scope)
  if (scope !== null) {
    const ending =
      error === null ? '' : ` It ended with ${asSentence(error.split('\n', 1)[0] ?? '')}`
    return `Nothing was recorded: no code that ran is in the scope (${scope}); widen it or leave it out.${ending}`
  }
  // What failed before it came to code of the program is told by its error.
  return exit === 'normal' ? `Nothing was recorded: ${unreached(entry)}` : null
}

function unreached(entry: string | null): string {
  if (isTest(entry)) return 'the test runs no code in the Python files of its project.'
  return `${entry ?? 'it'} runs no code of the program; name a call that does.`
}

/** Type and message in a line, as traces keep it. */
export function errorText(error: TraceError | null): string | null {
  if (error === null) return null
  return error.message === '' ? error.type : `${error.type}: ${error.message}`
}

function isTest(entry: string | null): boolean {
  return entry?.startsWith('pytest ') === true
}

/** Whether it is the call, not the program, that is no Python: the tracer names it at the end of the error. */
export function isOfCall(entry: string | null, error: string | null): boolean {
  return entry !== null && (error ?? '').endsWith(`, in the call ${entry.trim()}`)
}
