import { SUITES } from '../model/course.ts'
import { DIMENSIONS } from '../model/pivot.ts'
import { ERROR_CLASSES, VERDICTS } from '../model/types.ts'
import { call } from '../rpc/contract.ts'
import { Id, JobRef, PAGE_LIMIT, PageWindow, Seed, WhereText } from './common.ts'
import { EngineChoice, PredictionRow, Settings } from './models.ts'
import { z } from './schema.ts'
import { ActionNameSchema, DirectionSchema } from './trajectories.ts'

export const RunRequest = z.object({
  ...EngineChoice.shape,
  ...Settings,
  /** Trajectories to predict. */
  where: WhereText,
  /** The set of a saved view of trajectories, by its name, in place of `where`; it is as its query finds it now. */
  view: z.string().min(1).max(80).nullable().default(null),
  /** The very set of an earlier run, in place of `where`, so that the two compare. */
  like: Id.nullable().default(null),
  suite: z.enum(SUITES),
})
export type RunRequest = z.infer<typeof RunRequest>

export const RunRow = z.object({
  run: Id,
  state: z.enum(['unfinished', 'done']),
  suite: z.enum(SUITES),
  engine: z.string(),
  identity: z.string(),
  mark: z.string().nullable(),
  codec: z.string(),
  scorer: z.string(),
  seed: Seed,
  /** How answers were drawn: mode, temperature and their like. */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  where: z.string(),
  /** Name of the saved view that the query was read from. */
  view: z.string().nullable(),
  /** Equal for equal sets. */
  set: z.string(),
  /** The job that works on it, or did last. */
  job: Id.nullable(),
  trajectories: z.int(),
  /** Actions of its trajectories. */
  steps: z.int(),
  /** Trajectories that are done. */
  done: z.int(),
  createdAt: z.int(),
  endedAt: z.int().nullable(),
})
export type RunRow = z.infer<typeof RunRow>

const Interval = z.tuple([z.number(), z.number()]).readonly().nullable()

/** How many are right of how many, with a 95 % interval clustered by program; null where it cannot be told. */
const ShareSchema = z.object({
  right: z.int(),
  total: z.int(),
  share: z.number().nullable(),
  interval: Interval,
})
export type ShareRow = z.infer<typeof ShareSchema>

/** A run with how it stands now, be it done or not. */
export const ListedRun = z.object({
  ...RunRow.shape,
  /** Predictions that are kept, and those of them that are right. */
  predicted: z.int(),
  right: z.int(),
  /** Of the trajectories that are done; a step that a rollout no longer reached counts as wrong. */
  accuracy: ShareSchema,
  programs: z.int(),
})
export type ListedRun = z.infer<typeof ListedRun>

export const RunSummary = z.object({
  programs: z.int(),
  /** Of the trajectories that are done; a step that a rollout no longer reached counts as wrong. */
  all: ShareSchema,
  byAction: z.array(z.object({ action: ActionNameSchema, ...ShareSchema.shape })),
  /** Each part of the states, where the real state has it. */
  components: z.object({
    event: ShareSchema,
    line: ShareSchema,
    locals: ShareSchema,
    rawLocals: ShareSchema,
    argument: ShareSchema,
  }),
  errors: z.array(z.object({ error: z.enum(ERROR_CLASSES), count: z.int() })),
  /** Share of rollouts that are right up to each step; empty where every step starts from the truth. */
  survival: z.array(
    z.object({
      step: z.int(),
      atRisk: z.int(),
      wrong: z.int(),
      share: z.number(),
      low: z.number(),
      high: z.number(),
    }),
  ),
})
export type RunSummary = z.infer<typeof RunSummary>

const DimensionSchema = z.enum(DIMENSIONS)

/** Which predictions of a run: those that have all of the values, and that are right or wrong. */
const PredictionChoice = z.object({
  verdict: z.enum(['all', 'right', 'wrong']).default('all'),
  of: z
    .array(z.object({ dimension: DimensionSchema, value: z.string().max(400) }))
    .max(DIMENSIONS.length)
    .default([]),
})
export type PredictionChoice = z.infer<typeof PredictionChoice>

/** A prediction with what a list of many shows beside it. */
export const RunPredictionRow = z.object({
  ...PredictionRow.shape,
  program: z.string(),
  /** Type of the values that the real state brings; null of predictions made before it was kept. */
  valueType: z.string().nullable(),
})
export type RunPredictionRow = z.infer<typeof RunPredictionRow>

export const RunPivot = z.object({
  rowValues: z.array(z.string()),
  columnValues: z.array(z.string()),
  /** Values that are too rare to be shown; the sums hold them too. */
  left: z.object({ rows: z.int(), columns: z.int() }),
  /** Null stands for all rows, or all columns. Cells that hold nothing are left out. */
  cells: z.array(
    z.object({
      ...ShareSchema.shape,
      row: z.string().nullable(),
      column: z.string().nullable(),
      programs: z.int(),
    }),
  ),
})
export type RunPivot = z.infer<typeof RunPivot>

/** What two runs say of the same steps. */
const Paired = {
  total: z.int(),
  /** Steps that the second run has right and the first has not. */
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** Share of the second less that of the first. */
  difference: z.number(),
  interval: Interval,
  /** Chance of at least such a difference if the engines were alike; null of fewer than two programs. */
  p: z.number().nullable(),
}

export const RunComparison = z.object({
  first: RunRow,
  second: RunRow,
  programs: z.int(),
  ...Paired,
  byAction: z.array(z.object({ action: ActionNameSchema, programs: z.int(), ...Paired })),
})
export type RunComparison = z.infer<typeof RunComparison>

/** What one run says of a step; null where its rollout no longer reached it. */
const ComparedSide = z
  .object({
    verdict: z.enum(VERDICTS),
    error: z.enum(ERROR_CLASSES).nullable(),
    path: z.string().nullable(),
    text: z.string(),
    differences: PredictionRow.shape.differences,
  })
  .nullable()
export type ComparedSide = z.infer<typeof ComparedSide>

/** A step that one of two runs has right. */
export const ComparedRow = z.object({
  trajectory: Id,
  trace: Id,
  program: z.string(),
  step: z.int().min(0),
  direction: DirectionSchema,
  action: ActionNameSchema,
  operand: z.string().nullable(),
  /** Number of the event that really follows; null at the exit. */
  target: z.int().nullable(),
  first: ComparedSide,
  second: ComparedSide,
})
export type ComparedRow = z.infer<typeof ComparedRow>

const Pair = { first: Id, second: Id }

export const runs = {
  /**
   * Scores an engine on the trajectories that a query keeps. The same request goes on with a run that was ended before
   * it was done, and finds done what is done.
   */
  'run.start': call({ input: RunRequest, output: JobRef }),
  /** Every run with how it stands, the newest first. */
  'run.page': call({
    input: z.object({ ...PageWindow }),
    output: z.object({ rows: z.array(ListedRun).max(PAGE_LIMIT), total: z.int() }),
  }),
  /** One run with how it stands now, for who watches it. */
  'run.standing': call({ input: z.object({ run: Id }), output: ListedRun }),
  'run.get': call({
    input: z.object({ run: Id }),
    output: z.object({ row: RunRow, summary: RunSummary }),
  }),
  /** Predictions of a run in the order of its set: all, or those behind a cell of its pivot. */
  'run.predictions': call({
    input: z.object({ run: Id, choice: PredictionChoice.prefault({}), ...PageWindow }),
    output: z.object({ rows: z.array(RunPredictionRow).max(PAGE_LIMIT), total: z.int() }),
  }),
  /**
   * What a run predicted under two dimensions, with intervals clustered by program. Of the error class a cell holds
   * how many have it; of all others how many are right.
   */
  'run.pivot': call({
    input: z.object({ run: Id, rows: DimensionSchema, columns: DimensionSchema }),
    output: RunPivot,
  }),
  /** Two finished runs of the same set, suite and scorer, step by step; `conflict` where they are not. */
  'run.compare': call({ input: z.object(Pair), output: RunComparison }),
  /** Steps that the first run has right and the second has not (`lost`), or the other way round (`won`). */
  'run.flips': call({
    input: z.object({
      ...Pair,
      flip: z.enum(['lost', 'won']),
      action: ActionNameSchema.nullable().default(null),
      ...PageWindow,
    }),
    output: z.object({ rows: z.array(ComparedRow).max(PAGE_LIMIT), total: z.int() }),
  }),
}
