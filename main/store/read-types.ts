import type { ExportRow } from '../../shared/contract/exports.ts'
import type { JobKind, JobRow } from '../../shared/contract/jobs.ts'
import type { LabelAct, StateLabels } from '../../shared/contract/labels.ts'
import type { z } from '../../shared/contract/schema.ts'
import type { SearchHit, SearchKind } from '../../shared/contract/search.ts'
import type {
  EventRow as EventRowSchema,
  OutputPieces,
  TraceDetail,
  TraceRow,
  TraceSort,
  TraceTurns,
} from '../../shared/contract/traces.ts'
import type { TrajectoryDetail, TrajectoryRow } from '../../shared/contract/trajectories.ts'
import type {
  NodeColumns,
  StateView,
  StopTrigger,
  VariableWrite,
} from '../../shared/contract/trees.ts'
import type { FailureClass } from '../../shared/corpus/failure-classes.ts'
import type { EventKind, Exit, StopReason, Value } from '../../shared/trace/event.ts'
import type { SourceFile } from '../../shared/trace/source.ts'
import type { CorpusReads, Read } from './corpus-read-types.ts'
import type { DrawingReads } from './drawing-types.ts'
import type { ModelReads } from './model-types.ts'
import type { PredictionReads } from './prediction-types.ts'
import type { RunReads } from './run-types.ts'
import type { SteppingReads } from './stepping-types.ts'

export type EventRow = z.infer<typeof EventRowSchema>

/** Zero-based offset and count; a page holds at most PAGE_LIMIT rows. */
export interface Window {
  readonly offset: number
  readonly limit: number
}

export interface PageOf<Row> {
  readonly rows: Row[]
  readonly total: number
}

export interface LabelOnStep {
  readonly step: number
  readonly class: FailureClass
}

/** Steps of indexing for search that are done, of all there are now. */
export interface SearchProgress {
  readonly done: number
  readonly total: number
}

/** What sampling and a codec need of a trace besides its nodes and states. */
export interface TraceSource {
  readonly trace: string
  readonly program: string
  readonly source: string
  readonly entry: string | null
  readonly events: number
  readonly exit: Exit
  readonly stopReason: StopReason
  /** More events may come. */
  readonly recording: boolean
}

export interface SliceCode {
  readonly name: string
  readonly qualname: string
  readonly file: string
  readonly firstLine: number
}

/** An event as the tracer told it; `code`, `arg` and the names and values of `changes` are indexes in the slice. */
export interface SliceEvent {
  readonly kind: EventKind
  readonly line: number
  readonly flags: number
  readonly depth: number
  readonly frame: number
  readonly thread: number
  readonly code: number
  /** -1: none. */
  readonly arg: number
  /** Slot, name, value (-1: the name is gone), repeated, in the order of slots. */
  readonly changes: readonly number[]
  /** Slot, group, repeated; null where nothing changed about what is shared. */
  readonly aliases: readonly number[] | null
}

export interface SliceOutput {
  readonly afterSeq: number
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** Consecutive events of a trace with their changes, and the texts they name, each once. */
export interface TraceSlice {
  readonly codes: readonly SliceCode[]
  readonly names: readonly string[]
  readonly values: readonly Value[]
  readonly events: readonly SliceEvent[]
  /** Printed before, between and directly after these events. */
  readonly outputs: readonly SliceOutput[]
}

export interface StoreInfo {
  readonly path: string
  readonly sqliteVersion: string
  readonly schemaVersion: number
  readonly bytes: number
  readonly programs: number
  readonly traces: number
  readonly trajectories: number
}

/** Choices kept with the workspace. */
export type SettingName = 'consent' | 'views' | 'policies'

/** A job with the input it was started with, so that it can be run again. */
export interface JobInput {
  readonly job: string
  readonly kind: JobKind
  readonly input: unknown
}

/** A variable of a Python frame, looked at from an event. */
interface VariableAt {
  readonly trace: string
  readonly frame: number
  readonly variable: string
  readonly seq: number
}

/**
 * Every read by name. `where` is the query text of shared/query and the empty text keeps every row; a
 * text that does not parse is `bad-input` and an id that does not exist is `not-found`. Traces still being
 * recorded and staged trajectories are never seen.
 */
export interface Reads
  extends CorpusReads,
    DrawingReads,
    ModelReads,
    PredictionReads,
    RunReads,
    SteppingReads {
  readonly tracePage: Read<
    Window & { readonly where: string; readonly sort: TraceSort | null },
    {
      readonly rows: TraceRow[]
      /** Null where counting takes longer than the rows may wait; `corpusFacets` counts on. */
      readonly total: number | null
      readonly unfiltered: number
    }
  >
  readonly traceGet: Read<{ readonly trace: string }, TraceDetail>
  /** Ids in the order of recording. */
  readonly traceIds: Read<{ readonly where: string }, string[]>
  /** Events from seq `offset` on; at most PAGE_LIMIT. */
  readonly traceEvents: Read<Window & { readonly trace: string }, { readonly rows: EventRow[] }>
  /** When the kept output was printed; at most OUTPUT_PIECES pieces. */
  readonly traceOutput: Read<{ readonly trace: string }, OutputPieces>
  readonly traceTurns: Read<{ readonly trace: string }, TraceTurns>
  /** Every file of a trace; none where its program is its only file. */
  readonly traceFiles: Read<{ readonly trace: string }, { readonly files: SourceFile[] }>
  readonly traceSource: Read<{ readonly trace: string }, TraceSource>
  /** Nodes from seq `from` on, empty past the end; `limit` may exceed PAGE_LIMIT, up to 50000. */
  readonly treeNodes: Read<
    { readonly trace: string; readonly from: number; readonly limit: number },
    NodeColumns
  >
  /**
   * Complete locals and argument of each given seq, in the given order; ends early with the state that brings their
   * weight (shared/contract/trees.ts) past `weight`, where that is given.
   */
  readonly treeStates: Read<
    { readonly trace: string; readonly seqs: readonly number[]; readonly weight?: number },
    StateView[]
  >
  /** `before` writes at or before `seq`, newest first, and `after` writes after it, oldest first. */
  readonly treeWrites: Read<
    VariableAt & { readonly before: number; readonly after: number },
    { readonly before: VariableWrite[]; readonly after: VariableWrite[] }
  >
  readonly treeWriteOrigin: Read<
    VariableAt,
    { readonly returned: { readonly seq: number; readonly yielded: boolean } | null }
  >
  /** How far from the beginning the first of `count` pairs of events that differs is, going backward the last. */
  readonly treeFindDifference: Read<
    {
      readonly first: { readonly trace: string; readonly from: number }
      readonly second: { readonly trace: string; readonly from: number }
      readonly count: number
      readonly direction: 'forward' | 'backward'
    },
    number | null
  >
  /** First event in [from, until) that a trigger stops at, or the last; null for none. */
  readonly treeFindStop: Read<
    {
      readonly trace: string
      readonly from: number
      readonly until: number
      readonly direction: 'forward' | 'backward'
      readonly triggers: readonly StopTrigger[]
    },
    number | null
  >
  /**
   * Events from seq `from` on, and outputs from number `output` on that come before the next slice. It may hold
   * fewer than `limit` events where their values are long, but never none before the end.
   */
  readonly traceSlice: Read<
    {
      readonly trace: string
      readonly from: number
      readonly output: number
      readonly limit: number
    },
    TraceSlice
  >
  readonly trajectoryPage: Read<
    Window & { readonly where: string; readonly trace: string | null },
    PageOf<TrajectoryRow>
  >
  /** How many of the kept trajectories come before this one in trajectoryPage, and whether it is kept itself. */
  readonly trajectoryPosition: Read<
    { readonly trajectory: string; readonly where: string; readonly trace: string | null },
    { readonly position: number; readonly kept: boolean }
  >
  readonly trajectoryGet: Read<{ readonly trajectory: string }, TrajectoryDetail>
  /** Ids by character code, those after the id `after` (null: from the first); `limit` up to 50000. */
  readonly trajectoryIds: Read<
    { readonly where: string; readonly after: string | null; readonly limit: number },
    string[]
  >
  readonly trajectoryCount: Read<{ readonly where: string }, number>
  /** Labels in force, by step. */
  readonly labelsOf: Read<{ readonly trajectory: string }, LabelOnStep[]>
  /** Labels in force on the states of a trace, by event and class. */
  readonly labelsOfTrace: Read<{ readonly trace: string }, StateLabels[]>
  /** The latest acts that are not undone, newest first. */
  readonly labelRecent: Read<{ readonly limit: number }, LabelAct[]>
  /** Newest first. */
  readonly exportPage: Read<Window, PageOf<ExportRow>>
  /** Newest first. */
  readonly jobPage: Read<Window, PageOf<JobRow>>
  readonly jobGet: Read<{ readonly job: string }, JobRow>
  readonly settingGet: Read<{ readonly name: SettingName }, unknown>
  readonly jobInput: Read<{ readonly job: string }, JobInput>
  readonly storeInfo: Read<Record<string, never>, StoreInfo>
  /** What is indexed and holds every word of the text; the best first. */
  readonly searchHits: Read<
    Window & { readonly text: string; readonly kind: SearchKind },
    { readonly hits: SearchHit[]; readonly more: boolean }
  >
  readonly searchState: Read<Record<string, never>, SearchProgress>
}
