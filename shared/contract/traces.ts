import { call } from '../rpc/contract.ts'
import { BACKENDS } from '../trace/wire-records.ts'
import {
  AliasesSchema,
  Empty,
  EventKindSchema,
  ExitSchema,
  Id,
  JobRef,
  LocalsSchema,
  PAGE_LIMIT,
  PageWindow,
  StopReasonSchema,
  ValueSchema,
  WhereText,
} from './common.ts'
import { Determinism, EngineAbout, RecordOptions, RecordRequest } from './recording.ts'
import { z } from './schema.ts'
import { TraceExportRequest, TraceImportRequest } from './trace-files.ts'

/** One row of the corpus table: a recorded run of a program. */
export const TraceRow = z.object({
  trace: Id,
  program: z.string(),
  entry: z.string().nullable(),
  events: z.int(),
  /** Most program frames on the stack at once; the entry's own frame is 1. */
  depth: z.int(),
  exceptions: z.int(),
  exit: ExitSchema,
  stopReason: StopReasonSchema,
  /** Type and message of the exception that left the entry, of the syntax error, or of the budget that was hit. */
  error: z.string().nullable(),
  trajectories: z.int(),
  /** Labels in force on steps of this trace's trajectories. */
  labels: z.int(),
  recordedAt: z.int(),
  /** Each thread of a run has a trace of its own; 0 is the main one. */
  thread: z.int().min(0),
})
export type TraceRow = z.infer<typeof TraceRow>

export const TRACE_SORTS = [
  'program',
  'trace',
  'events',
  'depth',
  'exceptions',
  'exit',
  'stopReason',
  'trajectories',
  'labels',
  'recordedAt',
] as const
export const TraceSort = z.object({ column: z.enum(TRACE_SORTS), descending: z.boolean() })
export type TraceSort = z.infer<typeof TraceSort>

/** Everything about a run but its nodes. */
export const TraceDetail = TraceRow.extend({
  source: z.string(),
  origin: z.string().nullable(),
  licence: z.string().nullable(),
  codeSha256: z.string(),
  engine: z.string(),
  sandbox: z.string(),
  pythonVersion: z.string(),
  tracerVersion: z.string(),
  maxSteps: z.int(),
  timeoutSeconds: z.number(),
  /** More events may come: what it says of its end is not known yet. */
  recording: z.boolean(),
  /** Every choice the recording was made with; null for traces of before there was a choice, and imported ones. */
  options: RecordOptions.nullable(),
  /** Which of Python's two interfaces gave the events. */
  backend: z.enum(BACKENDS),
  /** Format the trace was read from; null when it was recorded here. */
  imported: z.string().nullable(),
  /** Paths of its files in the order it came to them; empty where its program is its only one. */
  files: z.array(z.string()),
  /** Of all files of the project it was recorded in; null where its program is its only file. */
  projectSha256: z.string().nullable(),
  /** Trace of the main thread of the same run; null for the main thread's own. */
  mainTrace: Id.nullable(),
  /** Traces of all threads of the run, the main one first. */
  lanes: z.array(z.object({ trace: Id, thread: z.int(), events: z.int() })),
  /** What recording it twice showed; null when it was recorded once. */
  determinism: Determinism.nullable(),
  wallMs: z.number(),
  errorLine: z.int().nullable(),
  /** What the entry's call returned; null for a script or when it did not return. */
  result: ValueSchema.nullable(),
  stdout: z.string(),
  /** Bytes the program printed; more than `stdout` holds when its keep limit was passed. */
  stdoutBytes: z.int(),
})
export type TraceDetail = z.infer<typeof TraceDetail>

/** Pieces of output in an answer; text printed after them is of no piece. */
export const OUTPUT_PIECES = 20_000

/** When a trace's `stdout` was printed: a piece for each event after which something was, in order. */
export const OutputPieces = z.object({
  /** Seq of the last event before the piece was printed; -1 before the first event. */
  afterSeq: z.array(z.int().min(-1)).max(OUTPUT_PIECES),
  /** Length of each piece, as JavaScript counts; the pieces follow one another from the beginning of `stdout`. */
  length: z.array(z.int().min(1)).max(OUTPUT_PIECES),
})
export type OutputPieces = z.infer<typeof OutputPieces>

/** When the threads of a run had their events, the main one first. */
export const TraceTurns = z.object({
  lanes: z.array(
    z.object({
      trace: Id,
      thread: z.int(),
      events: z.int(),
      /** See shared/trace/turns.ts; null where it was not kept, and where the run had one thread. */
      turns: z.array(z.int().min(0)).nullable(),
    }),
  ),
})
export type TraceTurns = z.infer<typeof TraceTurns>

export const EventRow = z.object({
  seq: z.int(),
  kind: EventKindSchema,
  /** Path of the line's file, as the program's code tells it. */
  file: z.string(),
  line: z.int(),
  function: z.string(),
  depth: z.int(),
  thread: z.int(),
  src: z.string(),
  flags: z.int(),
  locals: LocalsSchema,
  arg: ValueSchema.nullable(),
  aliases: AliasesSchema,
})

export const traces = {
  'trace.page': call({
    input: z.object({ where: WhereText, sort: TraceSort.nullable().default(null), ...PageWindow }),
    output: z.object({
      rows: z.array(TraceRow).max(PAGE_LIMIT),
      /** Rows that `where` keeps; null where the rows would have had to wait for it: corpus.count counts on. */
      total: z.int().nullable(),
      unfiltered: z.int(),
    }),
  }),
  'trace.get': call({ input: z.object({ trace: Id }), output: TraceDetail }),
  'trace.output': call({ input: z.object({ trace: Id }), output: OutputPieces }),
  'trace.turns': call({ input: z.object({ trace: Id }), output: TraceTurns }),
  /** Texts of the trace's files, in the order of `files`. */
  'trace.files': call({
    input: z.object({ trace: Id }),
    output: z.object({ files: z.array(z.object({ path: z.string(), source: z.string() })) }),
  }),
  'trace.events': call({
    input: z.object({ trace: Id, ...PageWindow }),
    output: z.object({ rows: z.array(EventRow).max(PAGE_LIMIT) }),
  }),
  'trace.record': call({ input: RecordRequest, output: JobRef }),
  /** The engines of this machine; `python` names an interpreter for the cpython engine. */
  'trace.engines': call({
    input: z.object({ python: z.string().min(1).max(4000).nullable().default(null) }),
    output: z.object({ engines: z.array(EngineAbout) }),
  }),
  /** Agrees, or no longer agrees, that programs run with all of the user's rights where no wall can be put up. */
  'trace.consent': call({ input: z.object({ agree: z.boolean() }), output: Empty }),
  /** A second's run of the request's first program: what its recording would hold. Nothing is kept. */
  'trace.probe': call({ input: RecordRequest, output: JobRef }),
  /** Reads traces from a file; each is taken whole or refused with the line and the reason. */
  'trace.import': call({ input: TraceImportRequest, output: JobRef }),
  /** Writes one trace to a file. */
  'trace.export': call({ input: TraceExportRequest, output: JobRef }),
}
