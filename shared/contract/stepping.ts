import { SUITES } from '../model/course.ts'
import { ENGINE_KINDS } from '../model/engine.ts'
import { ERROR_CLASSES, FINISHES, VERDICTS } from '../model/types.ts'
import { call, stream } from '../rpc/contract.ts'
import { Id, Seed } from './common.ts'
import { EngineChoice, LineSchema, ScoreSchema, Settings } from './models.ts'
import { z } from './schema.ts'
import {
  ActionNameSchema,
  DirectionSchema,
  StateRefSchema,
  StateTextSchema,
  TextSpanSchema,
  TrajectoryExitSchema,
} from './trajectories.ts'

/** Actions that one request may have before the one that is predicted. */
export const HISTORY_LIMIT = 20_000

const ActionSchema = z.object({
  name: ActionNameSchema,
  operand: z.string().max(100_000).nullable(),
})

/** A value's or a line's text, as long as a codec tells any. */
const GivenText = z.string().max(1_000_000)
const MOST_VARIABLES = 10_000

/** A state that is not the recorded one: a model said so, or a person. */
const GivenState = z.object({
  state: z.object({
    ...StateTextSchema.shape,
    src: GivenText,
    locals: z
      .object({
        omitted: z.boolean(),
        entries: z
          .array(z.tuple([GivenText, GivenText]).readonly())
          .max(MOST_VARIABLES)
          .readonly(),
      })
      .nullable(),
    arg: GivenText.nullable(),
  }),
  /** Its line in the code, from 1; null where that is not known. */
  line: z.int().min(1).nullable(),
  /** Changed by a person: what follows it was never recorded. */
  edited: z.boolean(),
})
export type GivenState = z.infer<typeof GivenState>

/** Everything a prediction depends on: no trajectory has to be kept for it, and no session is. */
export const StepRequest = z.object({
  ...EngineChoice.shape,
  ...Settings,
  trace: Id,
  direction: DirectionSchema,
  scope: z.object({ open: z.int().min(0), close: z.int().min(0) }),
  start: StateRefSchema,
  /** Instead of the recorded state at `start`. */
  given: GivenState.nullable().default(null),
  /** What was done before, and where each action led; null is the recorded state. Once one is given, all later are. */
  history: z
    .array(z.object({ action: ActionSchema, given: GivenState.nullable() }))
    .max(HISTORY_LIMIT)
    .default([]),
  /** The action whose outcome is predicted. */
  action: ActionSchema,
  /** How the answer begins; the model goes on from there. */
  forced: z.string().max(1_000_000).default(''),
  /** Which of several samples of the same: each has a seed of its own. */
  sample: z.int().min(0).max(10_000).default(0),
})
export type StepRequest = z.infer<typeof StepRequest>
/** The same as it may be sent, where what is left out has its first value. */
export type StepAsk = z.input<typeof StepRequest>

const OutcomeSchema = z.union([
  z.object({ kind: z.literal('state'), state: StateTextSchema }),
  z.object({ kind: z.literal('exit'), exit: TrajectoryExitSchema }),
])

const TokenSchema = z.object({
  text: z.string(),
  /** Natural logarithm; null where the engine gives no probabilities. */
  logProbability: z.number().nullable(),
  alternatives: z
    .array(z.object({ text: z.string(), logProbability: z.number() }))
    .readonly()
    .exactOptional(),
})
export type StepToken = z.infer<typeof TokenSchema>

/** The variables that are known at a state. */
const KnownSchema = z.object({
  variables: z
    .array(
      z.object({
        name: z.string(),
        text: z.string(),
        /** Told of an earlier state; it may have changed since. */
        stale: z.boolean(),
      }),
    )
    .readonly(),
  /** There may be variables that nobody told. */
  hasUnknown: z.boolean(),
})
export type KnownVariables = z.infer<typeof KnownSchema>

/** A state, or the exit, on one side of the comparison. */
const SideSchema = z.object({
  outcome: OutcomeSchema,
  line: LineSchema.nullable(),
  known: KnownSchema.nullable(),
})
export type StepSide = z.infer<typeof SideSchema>

export const StepPrediction = z.object({
  /** `s_…` or null for one of a run, which its trajectory and step name. */
  prediction: Id.nullable(),
  run: Id,
  engine: z.object({
    name: z.string(),
    kind: z.enum(ENGINE_KINDS),
    identity: z.string(),
    mark: z.string().nullable(),
  }),
  codec: z.string(),
  /** Of this one prediction: with the engine's identity and the settings it gives the same answer again. */
  seed: Seed,
  /** As it came, up to the stop token. */
  text: z.string(),
  /** What its parts tell, by position in it; nothing of what could not be read. */
  spans: z.array(TextSpanSchema).readonly(),
  /** How much of its beginning was given. */
  forced: z.int().min(0),
  finish: z.enum(FINISHES),
  tokens: z.array(TokenSchema).readonly().nullable(),
  /** The state that the action was taken at, as the model knew it. */
  before: SideSchema,
  /** Null where the text is no state. */
  predicted: SideSchema.nullable(),
  /** What the recorded run does on the same action; null where it does not go there. */
  real: z.object({ ...SideSchema.shape, at: StateRefSchema.nullable() }).nullable(),
  /** Why there is nothing real beside it; null where there is. */
  lost: z.string().nullable(),
  /** Null where it cannot be held against a recorded state. */
  score: ScoreSchema.nullable(),
  ms: z.number(),
  predictedAt: z.int(),
})
export type StepPrediction = z.infer<typeof StepPrediction>

/** First tokens, as they come, and then the prediction. */
export const StepNews = z.union([
  z.object({ kind: z.literal('tokens'), tokens: z.array(TokenSchema) }),
  z.object({ kind: z.literal('prediction'), prediction: StepPrediction }),
])
export type StepNews = z.infer<typeof StepNews>

/** A run that has predictions of a trajectory, and how each of its steps came out. */
export const CourseRun = z.object({
  run: Id,
  suite: z.enum(SUITES),
  engine: z.string(),
  mark: z.string().nullable(),
  codec: z.string(),
  createdAt: z.int(),
  /** Number of the first step that was predicted; each further step has one entry. */
  steps: z.array(z.int()).readonly(),
  verdicts: z.array(z.enum(VERDICTS)).readonly(),
  errors: z.array(z.enum(ERROR_CLASSES).nullable()).readonly(),
})
export type CourseRun = z.infer<typeof CourseRun>

/** Where a model first fails on a short trajectory. */
export const FirstFailure = z.object({
  trajectory: Id,
  trace: Id,
  run: Id,
  engine: z.string(),
  /** What stands by every value of a baseline; null for a model. */
  mark: z.string().nullable(),
  suite: z.enum(SUITES),
  program: z.string(),
  /** Number of the step that is wrong first, and its action. */
  step: z.int().min(0),
  action: ActionNameSchema,
})
export type FirstFailure = z.infer<typeof FirstFailure>

export const stepping = {
  /** Predicts one action from anywhere; the prediction is kept, and found done when it is asked for again. */
  'step.predict': stream({
    input: z.object({
      ...StepRequest.shape,
      /** Asks the model again, whatever was kept: the answer must be the same. */
      fresh: z.boolean().default(false),
    }),
    item: StepNews,
  }),
  /** The request of a prediction that was kept: asked again, it gives the same answer. */
  'step.request': call({
    input: z.object({ prediction: Id }),
    output: z.object({ request: StepRequest, text: z.string() }),
  }),
  /** Finished runs that predicted steps of a trajectory, the newest first. */
  'step.runs': call({
    input: z.object({ trajectory: Id }),
    output: z.object({ runs: z.array(CourseRun) }),
  }),
  /** One prediction of a run, with all that is shown of it. */
  'step.stored': call({
    input: z.object({ run: Id, trajectory: Id, step: z.int().min(0) }),
    output: StepPrediction,
  }),
  /** Null where no run has a trajectory that is short and goes wrong. */
  'step.firstFailure': call({
    input: z.object({}),
    output: z.object({ failure: FirstFailure.nullable() }),
  }),
}
