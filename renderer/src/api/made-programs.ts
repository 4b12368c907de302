import { programTitle } from '../../../shared/base/words.ts'
import type { Determinism } from '../../../shared/contract/recording.ts'
import type { StopReason } from '../../../shared/trace/event.ts'

/** What became of one program of a recording. */
export interface MadeProgram {
  /** Its place in the order in which programs came to their end. */
  readonly index: number
  readonly program: string
  /** Null when it could not be recorded. */
  readonly trace: string | null
  /** More events may come: the same trace is told of once more when it is whole. */
  readonly recording: boolean
  readonly events: number
  readonly stopReason: StopReason | null
  /** It was recorded before, with the same choices. */
  readonly known: boolean
  readonly determinism: Determinism | null
  /** Why its project has it left out, in one sentence: no failure. */
  readonly skipped: string | null
  /** Why there is no trace, or none that is whole, in one sentence. */
  readonly notice: string | null
  /** The same where it could not be run, or nothing of it could be recorded. */
  readonly failure: string | null
  /** The exception that left the program, and its line. */
  readonly error: string | null
  readonly errorLine: number | null
}

type Thing = Readonly<Record<string, unknown>>

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** A thing that a recording job says it made; what an older workbench did not say is null. */
export function madeProgram(thing: Thing, index: number): MadeProgram {
  return {
    index,
    program: programTitle(textOf(thing.program) ?? '?', thing.entry),
    trace: textOf(thing.trace),
    recording: thing.recording === true,
    events: typeof thing.events === 'number' ? thing.events : 0,
    stopReason: textOf(thing.stopReason) as StopReason | null,
    known: thing.known === true,
    determinism: (thing.determinism as Determinism | null | undefined) ?? null,
    skipped: textOf(thing.skipped),
    notice: textOf(thing.notice),
    failure: textOf(thing.failure),
    error: textOf(thing.error),
    errorLine: typeof thing.errorLine === 'number' ? thing.errorLine : null,
  }
}

/** Whether someone should look at it: there is no trace, it is not whole, or two runs of it differ; not for a skip. */
export function isProblem(made: MadeProgram): boolean {
  if (made.determinism?.verdict === 'differs') return true
  return made.failure !== null || (made.notice !== null && made.skipped === null)
}

/** The failures that the outcome of an ended recording names: its row outlives what it told while it ran. */
export function failuresOf(result: Thing | null): readonly MadeProgram[] {
  const failures = result?.failures
  return Array.isArray(failures) ? (failures as readonly Thing[]).map(madeProgram) : []
}
