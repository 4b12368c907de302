import { DECODING_MODES, ENGINE_KINDS } from '../model/engine.ts'
import { EQUALITIES, EQUALITY_REASONS, ERROR_CLASSES, FINISHES, VERDICTS } from '../model/types.ts'
import { call, stream } from '../rpc/contract.ts'
import { Empty, Id, Seed } from './common.ts'
import { z } from './schema.ts'
import { ActionNameSchema, DirectionSchema } from './trajectories.ts'

/** The name a model is given when it is added; every command and run names it so. */
const MODEL_NAMES =
  'a name is at most 80 letters, digits, or . _ - @ + / : and begins with a letter or digit'
export const ModelName = z
  .string()
  .max(80, MODEL_NAMES)
  .regex(/^[A-Za-z0-9][\w.@+/:-]*$/, MODEL_NAMES)

/** Of a completions server; its key is kept elsewhere. */
export const ServerSettings = z.object({
  /** The model to ask for; null where the server has but one. */
  model: z.string().min(1).max(400).nullable().default(null),
  /** Requests at a time. */
  concurrency: z.int().min(1).max(1024).default(16),
  /** The user has said that the server lies in a private network. */
  privateAllowed: z.boolean().default(false),
})

export const NewModel = z.object({
  name: ModelName,
  /** Absolute path of a folder of this machine, or address of a completions server. */
  place: z.string().min(1).max(4000),
  /** Of a server; a folder has none. */
  server: ServerSettings.nullable().default(null),
  /** The user takes a folder whose graph has If, Loop or Scan, which may never end. */
  loops: z.boolean().default(false),
})
export type NewModel = z.input<typeof NewModel>

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
  /**
   * `codec`: only answers that keep the codec valid, that the action can lead to, and that are at lines of the code; `none`:
   * any. Absent, `codec` of a model that runs here and `none` of any other.
   */
  constraint: z.enum(['codec', 'none']).optional(),
}

export const EngineRow = z.object({
  name: z.string(),
  kind: z.enum(ENGINE_KINDS),
  about: z.string(),
  /** Stands by every value it gives, since none is a model's belief; null for a model. */
  mark: z.string().nullable(),
  /** Why it cannot be used, in one sentence; null where it can. */
  reason: z.string().nullable(),
  /** Those it was trained on; absent where it can be asked in any, or that is not known yet. */
  codecs: z.array(z.string()).optional(),
})
export type EngineRow = z.infer<typeof EngineRow>

export const PredictRequest = z.object({
  ...EngineChoice.shape,
  ...Settings,
  trajectory: Id,
  /** Number of one action, from 0; null for all. */
  step: z.int().min(0).nullable().default(null),
})
export type PredictRequest = z.infer<typeof PredictRequest>

const EqualitySchema = z.enum(EQUALITIES)

export const LineSchema = z.object({ number: z.int().nullable(), isAmbiguous: z.boolean() })

/** How a prediction was held against what really follows (shared/model/score.ts). */
export const ScoreSchema = z.object({
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
  reasons: z.array(z.enum(EQUALITY_REASONS)).readonly(),
  differences: z
    .array(
      z.object({
        path: z.string(),
        kind: z.enum(['changed', 'missing', 'extra']),
        real: z.string().nullable(),
        predicted: z.string().nullable(),
      }),
    )
    .readonly(),
})

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
  ...ScoreSchema.shape,
  line: LineSchema.nullable(),
  ms: z.number(),
})
export type PredictionRow = z.infer<typeof PredictionRow>

export const models = {
  /** Every engine there is or could be, with why one cannot be used. */
  'model.list': call({ input: Empty, output: z.object({ engines: z.array(EngineRow) }) }),
  /** Puts a model on this machine's list; it is checked, and refused in a sentence, but not loaded. */
  'model.add': call({ input: NewModel, output: EngineRow }),
  /** Takes a model off the list; its files stay where they are. */
  'model.remove': call({ input: z.object({ name: z.string().min(1).max(200) }), output: Empty }),
  /** Predicts the steps of a trajectory, each after the real ones before it, and keeps the predictions. */
  'model.predict': stream({ input: PredictRequest, item: PredictionRow }),
}
