import type { CourseRun, FirstFailure } from '../../shared/contract/stepping.ts'
import type { Suite } from '../../shared/model/course.ts'
import type { EngineInfo } from '../../shared/model/engine.ts'
import type { ErrorClass, Finish, MappedLine, Outcome, Verdict } from '../../shared/model/types.ts'
import type { Read } from './corpus-read-types.ts'
import type { StoredPrediction } from './model-types.ts'
import type { Write } from './write-types.ts'

/** A prediction of an action from anywhere; texts that may be any that a model can write are JSON already. */
export interface KeptStep {
  /** `s_…` */
  readonly id: string
  readonly run: string
  readonly trace: string
  readonly requestJson: string
  readonly textJson: string
  readonly finish: Finish
  readonly stop: string | null
  readonly tokensJson: string | null
  readonly verdict: Verdict | null
  readonly error: ErrorClass | null
  readonly ms: number
  readonly predictedAt: number
}

/** A run as far as its single predictions are told. */
export interface StepRun {
  readonly run: string
  readonly suite: Suite
  readonly engine: Pick<EngineInfo, 'name' | 'kind' | 'identity' | 'mark'>
  readonly codec: string
}

/** A prediction of a run, and what it was made after. */
export interface StoredStep extends StepRun {
  readonly answer: Pick<
    StoredPrediction,
    | 'text'
    | 'finish'
    | 'stop'
    | 'seed'
    | 'verdict'
    | 'error'
    | 'path'
    | 'components'
    | 'reasons'
    | 'differencesJson'
    | 'tokensJson'
    | 'ms'
    | 'predictedAt'
  > & { readonly outcome: Outcome | null; readonly line: MappedLine | null }
  /** What was fed back before it; empty where each step was predicted after recorded states. */
  readonly fedBack: readonly {
    readonly outcome: Outcome | null
    readonly line: MappedLine | null
  }[]
}

export interface SteppingReads {
  /** Null where it was not kept. */
  readonly stepGet: Read<{ readonly id: string }, KeptStep | null>
  readonly stepRuns: Read<{ readonly trajectory: string }, CourseRun[]>
  readonly stepStored: Read<
    { readonly run: string; readonly trajectory: string; readonly step: number },
    StoredStep
  >
  readonly stepFirstFailure: Read<Record<string, never>, { readonly failure: FirstFailure | null }>
}

export interface SteppingWrites {
  /** Keeps a prediction; one that is there already stays as it is. */
  readonly stepAdd: Write<KeptStep, { readonly added: number }>
}
