import type { RunRow } from '../../shared/contract/runs.ts'
import type { Suite } from '../../shared/model/course.ts'
import type { EngineInfo } from '../../shared/model/engine.ts'
import type { Rollout } from '../../shared/model/survival.ts'
import type {
  Components,
  EqualityReason,
  ErrorClass,
  Finish,
  MappedLine,
  Verdict,
} from '../../shared/model/types.ts'
import type { ActionName, Direction } from '../../shared/trajectory/types.ts'
import type { Read } from './corpus-read-types.ts'
import type { PageOf, Window } from './read-types.ts'
import type { Write } from './write-types.ts'

/** What a run is of, before its first prediction. Times are milliseconds since 1970. */
export interface RunHead {
  /** `r_…`; the same for the same engine, settings and set. */
  readonly run: string
  /** `single`: predictions asked for one by one, a run that is always done and has no set. */
  readonly suite: Suite | 'single'
  readonly engine: Pick<EngineInfo, 'name' | 'kind' | 'identity' | 'mark'>
  readonly codec: string
  readonly scorer: string
  /** Everything else that the answers depend on. */
  readonly settings: Readonly<Record<string, string | number | null>>
  readonly seed: number
  readonly where: string
  /** Name of the saved view that the query was read from. */
  readonly view: string | null
  /** Of the ids of the set in order. */
  readonly setSha256: string
  readonly createdAt: number
}

/** An answer as it is kept: what it takes to read it, and to feed it back, again. */
export interface StoredAnswer {
  readonly step: number
  readonly text: string
  readonly finish: Finish
  readonly stop: string | null
}

/** A prediction to keep. Parts that may hold any text a model can write are JSON already. */
export interface StoredPrediction extends StoredAnswer {
  readonly trajectory: string
  readonly from: { readonly seq: number; readonly duplicate: boolean }
  readonly direction: Direction
  readonly action: ActionName
  readonly operand: string | null
  readonly target: number | null
  readonly depth: number | null
  readonly horizon: number
  /** Type of the values that the real state brings; see shared/model/value-type.ts. */
  readonly valueType: string
  readonly seed: number
  readonly tokensJson: string | null
  readonly outcomeJson: string | null
  readonly verdict: Verdict
  readonly error: ErrorClass | null
  readonly path: string | null
  readonly components: Components
  readonly reasons: readonly EqualityReason[]
  readonly differencesJson: string
  readonly line: MappedLine | null
  readonly ms: number
  readonly predictedAt: number
}

/** Predictions of one program with one action: `right` of them, and of each part that the real states have. */
export interface RunCount {
  readonly program: number
  readonly action: ActionName
  readonly total: number
  readonly right: number
  /** Right and all, in turn, of event, line, locals, raw locals and argument. */
  readonly parts: readonly (readonly [right: number, total: number])[]
}

export interface ModelReads {
  readonly runPage: Read<Window, PageOf<RunRow>>
  readonly runGet: Read<{ readonly run: string }, RunRow>
  /** A run of these settings that was ended before it was done; `settings` as runBegin keeps them. */
  readonly runUnfinished: Read<{ readonly head: RunHead }, { readonly run: string | null }>
  /** The set from number `from` on; a trajectory that is gone leaves its number out. */
  readonly runTrajectories: Read<
    { readonly run: string; readonly from: number; readonly limit: number },
    { readonly position: number; readonly trajectory: string }[]
  >
  /** Answers kept of one trajectory, in the order of its steps. */
  readonly runAnswers: Read<{ readonly run: string; readonly trajectory: string }, StoredAnswer[]>
  readonly runCounts: Read<
    { readonly run: string },
    {
      readonly counts: RunCount[]
      readonly errors: { readonly error: ErrorClass; readonly count: number }[]
      readonly rollouts: Rollout[]
    }
  >
}

export interface ModelWrites {
  /**
   * Starts a run, or takes over an unfinished one with its set. `conflict` while another job that has not ended works
   * on it.
   */
  readonly runBegin: Write<
    {
      readonly head: RunHead
      readonly job: string | null
      readonly trajectories: readonly string[]
    },
    { readonly state: 'unfinished' | 'done'; readonly done: number; readonly predictions: number }
  >
  /**
   * Keeps predictions; those there already stay as they are. `done` is how many trajectories of the set are done with
   * them.
   */
  readonly predictionsAdd: Write<
    {
      readonly run: string
      readonly predictions: readonly StoredPrediction[]
      readonly done: number
    },
    { readonly added: number }
  >
  /** Forgets a run of a job that has kept nothing of it: it says nothing, and is begun as well as gone on with. */
  readonly runDrop: Write<{ readonly run: string; readonly job: string }, Record<string, never>>
  /** Lets queries see a run's predictions. */
  readonly runFinish: Write<{ readonly run: string; readonly at: number }, Record<string, never>>
}
