import { programTitle } from '../../../shared/base/words.ts'
import type { Determinism } from '../../../shared/contract/recording.ts'
import type { StopReason } from '../../../shared/trace/event.ts'

/** What became of one program of a recording, or of one trace of an import. */
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
  /** It was recorded before, with the same choices, or imported before. */
  readonly known: boolean
  /** Read from a file: what the format left open, in a few words each; null of what was recorded. */
  readonly notes: readonly string[] | null
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

/** Of a trace of a file: what was noted of it; null of what was recorded. */
function notesOf({ notes, reason }: Thing): readonly string[] | null {
  if (Array.isArray(notes)) return notes as readonly string[]
  return typeof reason === 'string' ? [] : null
}

/** What has no name, as it may be where it was refused, is told by its line. */
function nameOf({ program, line }: Thing): string {
  return textOf(program) ?? (typeof line === 'number' ? `line ${line}` : '?')
}

/** Why there is no trace, or only a part of it: while the job runs a sentence, in its outcome line and reason. */
function failureOf({ failure, reason, line, step }: Thing): string | null {
  if (typeof reason !== 'string') return textOf(failure)
  return `Line ${line}${typeof step === 'number' ? `, step ${step}` : ''}: ${reason}.`
}

/** A thing that a recording or importing job says it made; what an older workbench did not say is null. */
export function madeProgram(thing: Thing, index: number): MadeProgram {
  return {
    index,
    program: programTitle(nameOf(thing), thing.entry),
    trace: textOf(thing.trace),
    recording: thing.recording === true,
    events: typeof thing.events === 'number' ? thing.events : 0,
    stopReason: textOf(thing.stopReason) as StopReason | null,
    known: thing.known === true,
    notes: notesOf(thing),
    determinism: (thing.determinism as Determinism | null | undefined) ?? null,
    skipped: textOf(thing.skipped),
    notice: textOf(thing.notice),
    failure: failureOf(thing),
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
  return listOf(result?.failures).map(madeProgram)
}

/** The traces that the outcome of an ended import names, in the order of the file. */
export function importedOf(result: Thing | null): readonly MadeProgram[] {
  return [...listOf(result?.traces), ...listOf(result?.refusals)]
    .sort((one, other) => Number(one.line) - Number(other.line))
    .map(madeProgram)
}

function listOf(things: unknown): readonly Thing[] {
  return Array.isArray(things) ? (things as readonly Thing[]) : []
}
