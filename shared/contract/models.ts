import { SUITES } from '../model/course.ts'
import { DECODING_MODES, ENGINE_KINDS } from '../model/engine.ts'
import { EQUALITIES, EQUALITY_REASONS, ERROR_CLASSES, FINISHES, VERDICTS } from '../model/types.ts'
import { call, stream } from '../rpc/contract.ts'
import { Empty, Id, JobRef, PAGE_LIMIT, PageWindow, Seed, WhereText } from './common.ts'
import { z } from './schema.ts'
import { ActionNameSchema, DirectionSchema } from './trajectories.ts'

/** The name a model is given when it is added; every command and run names it so. */
export const ModelName = z
  .string()
  .regex(
    /^[A-Za-z0-9][\w.@+/:-]{0,79}$/,
    'a name is at most 80 letters, digits, or . _ - @ + / : and begins with a letter or digit',
  )

export const NewModel = z.object({
  name: ModelName,
  /** Absolute path of a folder of this machine, or address of a completions server. */
  place: z.string().min(1).max(4000),
})
export type NewModel = z.infer<typeof NewModel>

/** An engine by its name, with what it is set to. */
export const EngineChoice = z.object({
  model: z.string().min(1).max(200),
  /** Of `replay-with-faults`: `wrong_value=0.1,malformed=0.02`; null for the rates it has by itself. */
  faults: z.string().max(400).nullable().default(null),
})
export type EngineChoice = z.infer<typeof EngineChoice>

/** How answers are drawn; all of it is kept with the predictions. */
export const Settings = {
  codec: z.string().min(1).max(40).default('nd@1'),
  seed: Seed.default(0),
  mode: z.enum(DECODING_MODES).default('greedy'),
  temperature: z.number().min(0).max(5).default(0.6),
  topP: z.number().min(0).max(1).default(0.95),
  maxTokens: z.int().min(1).max(1_000_000).default(4096),
}

export const EngineRow = z.object({
  name: z.string(),
  kind: z.enum(ENGINE_KINDS),
  about: z.string(),
  /** Stands by every value it gives, since none is a model's belief; null for a model. */
  mark: z.string().nullable(),
  /** Why it cannot be used, in one sentence; null where it can. */
  reason: z.string().nullable(),
})
export type EngineRow = z.infer<typeof EngineRow>

export const RunRequest = z.object({
  ...EngineChoice.shape,
  ...Settings,
  /** Trajectories to predict. */
  where: WhereText,
  suite: z.enum(SUITES),
})
export type RunRequest = z.infer<typeof RunRequest>

export const PredictRequest = z.object({
  ...EngineChoice.shape,
  ...Settings,
  trajectory: Id,
  /** Number of one action, from 0; null for all. */
  step: z.int().min(0).nullable().default(null),
})
export type PredictRequest = z.infer<typeof PredictRequest>

const EqualitySchema = z.enum(EQUALITIES)

export const PredictionRow = z.object({
  trajectory: Id,
  trace: Id,
  step: z.int().min(0),
  direction: DirectionSchema,
  action: ActionNameSchema,
  operand: z.string().nullable(),
  /** Number of the event that really follows; null at the exit. */
  target: z.int().nullable(),
  depth: z.int().nullable(),
  horizon: z.int().min(1),
  seed: Seed,
  text: z.string(),
  finish: z.enum(FINISHES),
  verdict: z.enum(VERDICTS),
  error: z.enum(ERROR_CLASSES).nullable(),
  path: z.string().nullable(),
  components: z.object({
    event: EqualitySchema,
    line: EqualitySchema.nullable(),
    locals: EqualitySchema.nullable(),
    rawLocals: EqualitySchema.nullable(),
    argument: EqualitySchema.nullable(),
  }),
  reasons: z.array(z.enum(EQUALITY_REASONS)),
  differences: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(['changed', 'missing', 'extra']),
      real: z.string().nullable(),
      predicted: z.string().nullable(),
    }),
  ),
  line: z.object({ number: z.int().nullable(), isAmbiguous: z.boolean() }).nullable(),
  ms: z.number(),
})
export type PredictionRow = z.infer<typeof PredictionRow>

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
  where: z.string(),
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

export const RunComparison = z.object({
  first: RunRow,
  second: RunRow,
  programs: z.int(),
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
})
export type RunComparison = z.infer<typeof RunComparison>

export const models = {
  /** Every engine there is or could be, with why one cannot be used. */
  'model.list': call({ input: Empty, output: z.object({ engines: z.array(EngineRow) }) }),
  /** Puts a model on this machine's list; it is checked, and refused in a sentence, but not loaded. */
  'model.add': call({ input: NewModel, output: EngineRow }),
  /** Takes a model off the list; its files stay where they are. */
  'model.remove': call({ input: z.object({ name: z.string().min(1).max(200) }), output: Empty }),
  /** Predicts the steps of a trajectory, each after the real ones before it, and keeps the predictions. */
  'model.predict': stream({ input: PredictRequest, item: PredictionRow }),
  /**
   * Scores an engine on the trajectories that a query keeps. The same request goes on with a run that was ended before
   * it was done, and finds done what is done.
   */
  'run.start': call({ input: RunRequest, output: JobRef }),
  'run.page': call({
    input: z.object({ ...PageWindow }),
    output: z.object({ rows: z.array(RunRow).max(PAGE_LIMIT), total: z.int() }),
  }),
  'run.get': call({
    input: z.object({ run: Id }),
    output: z.object({ row: RunRow, summary: RunSummary }),
  }),
  'run.predictions': call({
    input: z.object({ run: Id, ...PageWindow }),
    output: z.object({ rows: z.array(PredictionRow).max(PAGE_LIMIT), total: z.int() }),
  }),
  /** Two finished runs of the same set, suite and scorer, step by step; `conflict` where they are not. */
  'run.compare': call({
    input: z.object({ first: Id, second: Id }),
    output: RunComparison,
  }),
}
