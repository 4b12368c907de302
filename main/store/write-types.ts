import type { SavedView } from '../../shared/contract/corpus.ts'
import type { ExportRow } from '../../shared/contract/exports.ts'
import type { JobRow, JobState } from '../../shared/contract/jobs.ts'
import type { LabelAct } from '../../shared/contract/labels.ts'
import type { Determinism, RecordOptions } from '../../shared/contract/recording.ts'
import type { FailureClass } from '../../shared/corpus/failure-classes.ts'
import type { Exit, StopReason, Value } from '../../shared/trace/event.ts'
import type { Turns } from '../../shared/trace/turns.ts'
import type { Backend } from '../../shared/trace/wire-records.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import type { DrawingWrites, DrawnTrajectory } from './drawing-types.ts'
import type { ModelWrites } from './model-types.ts'
import type { LabelOnStep, SearchProgress, SettingName } from './read-types.ts'
import type { SteppingWrites } from './stepping-types.ts'

/** What is known of a run before its first event. Times are milliseconds since 1970. */
export interface TraceHead {
  /** `t_…`; the same id for the same program, entry, limits and versions makes recording idempotent. */
  readonly trace: string
  readonly program: {
    /** `p_…` */
    readonly id: string
    readonly name: string
    readonly source: string
    readonly codeSha256: string
    readonly origin: string | null
    readonly licence: string | null
  }
  readonly entry: string | null
  /** Of all files of the program, in hexadecimal; null where it is its own only file. */
  readonly projectSha256: string | null
  readonly engine: string
  readonly sandbox: string
  readonly pythonVersion: string
  readonly tracerVersion: string
  readonly maxSteps: number
  readonly timeoutSeconds: number
  /** Null for imported traces. */
  readonly options: RecordOptions | null
  readonly backend: Backend
  /** Format it was read from; null when recorded here. */
  readonly imported: string | null
  /** 0 is the main thread. */
  readonly thread: number
  /** Trace of the main thread of the same run; null for the main thread's own. */
  readonly mainTrace: string | null
  readonly recordedAt: number
}

/** What is known of a run after its last event. */
export interface TraceTail {
  /** Number of nodes appended; a different number is refused. */
  readonly events: number
  readonly depth: number
  readonly exceptions: number
  readonly exit: Exit
  readonly stopReason: StopReason
  readonly error: string | null
  readonly errorLine: number | null
  readonly result: Value | null
  /** Bytes printed, those that were not kept included. */
  readonly stdoutBytes: number
  readonly wallMs: number
  /** Null where one thread had all events of the run, or it is not known when which had its own. */
  readonly turns: Turns | null
}

/**
 * Nodes with consecutive seqs from `from`, a column each, all columns equally long. Numbers are those of
 * shared/tree/node.ts; what an activation has in common (function, frame, thread) is told in `activations`.
 */
export interface NodeBatch {
  readonly from: number
  /** Last seq of the subtree as far as known; a leaf's own seq. Later growth goes into `closes`. */
  readonly close: readonly number[]
  /** Seq of the hosting node, or -1. */
  readonly parent: readonly number[]
  readonly depth: readonly number[]
  readonly activation: readonly number[]
  /** Index in EVENT_KINDS, as on the tracer's lines. */
  readonly kind: readonly number[]
  readonly line: readonly number[]
  readonly flags: readonly number[]
  /** Value id of the argument, or -1. */
  readonly arg: readonly number[]
}

/** Variables that changed, a column each: in `frame`, from event `from` on, `slot` holds `name` = `value`. */
export interface BindingBatch {
  readonly frame: readonly number[]
  readonly slot: readonly number[]
  readonly from: readonly number[]
  /** Name id. */
  readonly name: readonly number[]
  /** Value id, or -1: the name is gone. */
  readonly value: readonly number[]
}

export type OutputStream = 'stdout' | 'stderr'

/**
 * A part of a trace, at best 500 to 5000 events. Code, name and value ids are the tracer's own: each is introduced
 * once in a trace, here or in an earlier batch, and known from then on; `forget` makes the value ids start anew.
 */
export interface TraceBatch {
  /** True when the tracer cleared its value ids just before this batch. */
  readonly forget: boolean
  /** Files of a program with more than one, each before the first code in it. */
  readonly sources: readonly { readonly path: string; readonly text: string }[]
  readonly codes: readonly {
    readonly id: number
    readonly name: string
    readonly qualname: string
    readonly file: string
    readonly firstLine: number
  }[]
  readonly names: readonly (readonly [id: number, text: string])[]
  readonly values: readonly (readonly [id: number, value: Value])[]
  /** Activations that opened: `code` is a code id, `open` the seq of the call. */
  readonly activations: readonly {
    readonly activation: number
    readonly frame: number
    readonly code: number
    readonly thread: number
    readonly open: number
    /** Last seq of the activation as far as known; later growth goes into `activationCloses`. */
    readonly close: number
  }[]
  /** New last seqs of activations opened in earlier batches. */
  readonly activationCloses: readonly (readonly [activation: number, close: number])[]
  readonly nodes: NodeBatch
  /** New last seqs of nodes of earlier batches. */
  readonly closes: readonly (readonly [seq: number, close: number])[]
  /** By event of this batch, where it changed in its frame and where a frame with some is resumed: slot, group, … */
  readonly aliases: readonly (readonly [seq: number, aliases: readonly number[]])[]
  readonly bindings: BindingBatch
  /** What the program printed; `afterSeq` is the last event before it, -1 before the first. */
  readonly outputs: readonly {
    readonly afterSeq: number
    readonly stream: OutputStream
    readonly text: string
  }[]
}

/** The process that runs a job; its start tells it from a later process with the same number. */
export interface JobOwner {
  readonly pid: number
  /** Milliseconds since 1970, `performance.timeOrigin` of the process's main thread, rounded. */
  readonly startedAt: number
}

export interface Write<Input, Output> {
  readonly input: Input
  readonly output: Output
}

/**
 * Every write by name, each one transaction. Text that is not well-formed Unicode, or a number beyond 2^53, is
 * refused with `bad-input` and nothing is written.
 */
export interface Writes extends ModelWrites, DrawingWrites, SteppingWrites {
  /**
   * Starts a trace that stays invisible until traceFinish and belongs to `job`. `exists` says that a finished
   * trace has this id: nothing was started and nothing needs recording. A trace with this id that another job is
   * recording is a `conflict`; a half one of this job, or of a job that ended, is swept first.
   */
  readonly programTraceBegin: Write<
    { readonly job: string; readonly head: TraceHead },
    { readonly exists: boolean }
  >
  /** Appends to a trace begun through this store; after a failure discard the trace. */
  readonly traceAppend: Write<
    { readonly trace: string; readonly batch: TraceBatch },
    Record<string, never>
  >
  /** Makes the trace visible. */
  readonly traceFinish: Write<
    { readonly trace: string; readonly tail: TraceTail },
    Record<string, never>
  >
  /** Notes what a second run of a recorded trace showed. */
  readonly traceDeterminism: Write<
    { readonly trace: string; readonly determinism: Determinism },
    Record<string, never>
  >
  /** Removes a trace that was not finished; `discarded` is false when there was none. */
  readonly traceDiscard: Write<{ readonly trace: string }, { readonly discarded: boolean }>
  /** Begin, every batch and finish in one transaction: for traces that fit in memory. */
  readonly traceWhole: Write<
    { readonly head: TraceHead; readonly batches: readonly TraceBatch[]; readonly tail: TraceTail },
    { readonly exists: boolean }
  >
  /** Keeps trajectories invisible under the job; those already in the store or staged by it are skipped. */
  readonly trajectoriesStage: Write<
    { readonly job: string; readonly trajectories: readonly DrawnTrajectory[] },
    /** `repeats` of the staged ones have the start and steps of another of their trace. */
    { readonly staged: number; readonly skipped: number; readonly repeats: number }
  >
  /** Makes everything the job staged visible at once. */
  readonly trajectoriesPublish: Write<{ readonly job: string }, { readonly published: number }>
  readonly trajectoriesDiscard: Write<{ readonly job: string }, { readonly discarded: number }>
  /**
   * Puts a class on step `step` (index in Trajectory.steps), or takes it off when null. `act` is null, and nothing is
   * written, when the step is labelled so already.
   */
  readonly labelSet: Write<
    {
      readonly trajectory: string
      readonly step: number
      readonly class: FailureClass | null
      readonly at: number
    },
    { readonly act: LabelAct | null; readonly labels: LabelOnStep[] }
  >
  /**
   * Takes back the act named, or the latest that is not undone when `act` is null. `undone` is null when it was
   * undone before or there is none; `label` is what the step is labelled afterwards. An act that was never made is
   * `not-found`.
   */
  readonly labelUndo: Write<
    { readonly act: number | null; readonly at: number },
    { readonly undone: LabelAct | null; readonly label: FailureClass | null }
  >
  readonly exportAdd: Write<
    { readonly export: ExportRow; readonly job: string | null },
    Record<string, never>
  >
  readonly jobAdd: Write<
    { readonly row: JobRow; readonly input: unknown; readonly owner: JobOwner },
    Record<string, never>
  >
  /** Compare-and-set: writes the row if the job is in state `from`; else `changed` is false and nothing is written. */
  readonly jobUpdate: Write<
    { readonly row: JobRow; readonly from: JobState },
    { readonly changed: boolean }
  >
  /**
   * Queued and running jobs whose owner is gone become interrupted; half-recorded traces and staged trajectories
   * of every job that is over are swept. `self` is the calling process.
   */
  readonly jobsAdopt: Write<
    { readonly at: number; readonly self: JobOwner },
    {
      readonly interrupted: string[]
      readonly tracesSwept: number
      readonly trajectoriesSwept: number
    }
  >
  /** Keeps a choice that belongs to the workspace. */
  readonly settingSet: Write<
    { readonly name: SettingName; readonly value: unknown },
    Record<string, never>
  >
  /** Keeps a view of the corpus, in place of the one with its name and of another default. `conflict` when full. */
  readonly viewSave: Write<{ readonly view: SavedView }, { readonly views: SavedView[] }>
  /** `not-found` when there is none of the name. */
  readonly viewRemove: Write<{ readonly name: string }, { readonly views: SavedView[] }>
  /** Keeps a policy in place of the one of its name and of the one it was. `conflict` when full or the name is another's. */
  readonly policySave: Write<
    { readonly policy: PolicyDocument; readonly was: string | null },
    { readonly policies: PolicyDocument[] }
  >
  /** `not-found` when there is none of the name. */
  readonly policyRemove: Write<{ readonly name: string }, { readonly policies: PolicyDocument[] }>
  /** Indexes the next part of what search does not find yet, for about 50 ms. */
  readonly searchIndex: Write<Record<string, never>, SearchProgress>
  /** Writes nothing; its answer changes when another process has written to the file. */
  readonly foreignVersion: Write<Record<string, never>, number>
}
