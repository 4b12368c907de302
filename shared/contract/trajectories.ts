import { FAILURE_CLASSES } from '../corpus/failure-classes.ts'
import { STATE_EVENTS, TEXT_ROLES } from '../grammar/types.ts'
import { call, stream } from '../rpc/contract.ts'
import {
  DIRECTIONS,
  FORWARD_ACTIONS,
  INVERSE_ACTIONS,
  TRAJECTORY_EXITS,
} from '../trajectory/types.ts'
import { Empty, Id, JobRef, PAGE_LIMIT, PageWindow, Seed, WhereText } from './common.ts'
import { PolicySchema } from './policy-schema.ts'
import { z } from './schema.ts'

/** Policies of its own that a workspace keeps. */
export const MOST_POLICIES = 200
const OwnPolicies = z.object({ policies: z.array(PolicySchema).max(MOST_POLICIES) })
const PolicyName = z.string().min(1).max(80)

export const DirectionSchema = z.enum(DIRECTIONS)
export const ActionNameSchema = z.enum([...FORWARD_ACTIONS, ...INVERSE_ACTIONS])
export const TrajectoryExitSchema = z.enum(TRAJECTORY_EXITS)
export const FailureClassSchema = z.enum(FAILURE_CLASSES)

export const StateRefSchema = z.object({ seq: z.int().min(0), duplicate: z.boolean() })
export const StepSchema = z.object({
  action: z.object({ name: ActionNameSchema, operand: z.string().nullable() }),
  target: StateRefSchema.nullable(),
})

export const LabelRow = z.object({ step: z.int().min(0), class: FailureClassSchema })

export const TrajectoryRow = z.object({
  trajectory: Id,
  trace: Id,
  program: z.string(),
  policy: z.string(),
  seed: Seed,
  ordinal: z.int().min(0),
  direction: DirectionSchema,
  steps: z.int().min(0),
  exit: TrajectoryExitSchema.nullable(),
  labels: z.int().min(0),
  /** Marked as good by a person. */
  gold: z.boolean(),
  /** Another trajectory of the trace had the same start and steps before. */
  repeats: z.boolean(),
})
export type TrajectoryRow = z.infer<typeof TrajectoryRow>

export const TrajectoryDetail = z.object({
  row: TrajectoryRow,
  scope: z.object({ open: z.int(), close: z.int() }),
  start: StateRefSchema,
  steps: z.array(StepSchema),
  resampled: z.int(),
  /** The policy document it was drawn by, as JSON; null where policies were not documents yet, or by hand. */
  document: z.string().nullable(),
  /** What it was branched off, and how many of its steps it took over. */
  branch: z.object({ trajectory: Id, step: z.int().min(0) }).nullable(),
  labels: z.array(LabelRow),
})
export type TrajectoryDetail = z.infer<typeof TrajectoryDetail>

export const SampleRequest = z.object({
  /** One trace, or every trace the text filter keeps. */
  trace: Id.nullable(),
  where: WhereText,
  /** A policy that comes along, by name, or a document (resources/formats/policy-1.md). */
  policy: z.union([z.string().min(1).max(80), PolicySchema]),
  seed: Seed,
  /** Trajectories drawn from each trace. */
  count: z.int().min(1).max(100_000),
  direction: DirectionSchema,
  /** Name of the function whose calls are entries; null starts at the trace's root. */
  entry: z.string().min(1).max(400).nullable(),
})
export type SampleRequest = z.infer<typeof SampleRequest>

export const TextSpanSchema = z.object({
  start: z.int(),
  end: z.int(),
  role: z.enum(TEXT_ROLES),
  step: z.int(),
  variable: z.string().optional(),
})

export const StateTextSchema = z.object({
  event: z.enum(STATE_EVENTS),
  src: z.string(),
  locals: z
    .object({
      omitted: z.boolean(),
      entries: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
    })
    .nullable(),
  arg: z.string().nullable(),
})
const TranscriptSchema = z.object({
  direction: DirectionSchema,
  code: z.string(),
  states: z.array(StateTextSchema).readonly(),
  actions: z.array(z.object({ name: z.string(), operand: z.string().nullable() })).readonly(),
  exit: TrajectoryExitSchema.nullable(),
})
const DecodeProblemSchema = z.object({
  position: z.int(),
  expected: z.string(),
  found: z.string(),
  repair: z.string().optional(),
})

const CodecName = z.string().min(1).max(40)
/** Name of the tokenizer that belongs to a codec. */
export const OWN_TOKENIZER = 'own'
/** A codec's own tokenizer, or the absolute path of a `tokenizer.json`. */
const TokenizerName = z.string().min(1).max(4000)
/** Tokens that one answer holds at most. */
const TOKENS_LIMIT = 65_536

/**
 * Tokens of a text from `from` on: ids, where each ends in the text, and the span that it begins in. The first of all
 * begins at `start`, each other where the one before ends.
 */
const TokensSchema = z.object({
  tokenizer: z.string(),
  total: z.int(),
  from: z.int(),
  start: z.int(),
  ids: z.array(z.int()).readonly(),
  ends: z.array(z.int()).readonly(),
  spans: z.array(z.int()).readonly(),
})

const CutSchema = z.object({
  tokenizer: z.string(),
  total: z.int(),
  kept: z.object({ start: z.int(), end: z.int() }),
  cutsCode: z.boolean(),
  steps: z.array(z.int()).readonly(),
  variables: z.array(z.object({ step: z.int(), name: z.string() })).readonly(),
  unseen: z.array(z.string()).readonly(),
})

const SpreadSchema = z.object({
  mean: z.number(),
  p25: z.number(),
  p90: z.number(),
  total: z.number(),
})

/** Counts per trajectory of a set: `counts` come with the last item. */
export const CountNews = z.object({
  done: z.int(),
  total: z.int(),
  /** Trajectories that the codec cannot tell, which are not counted, and why the first of them. */
  refused: z.int(),
  refusal: z.string().nullable(),
  tokenizer: z.string(),
  counts: z
    .object({
      trajectories: z.int(),
      tokens: SpreadSchema,
      actions: SpreadSchema,
      events: SpreadSchema,
      byAction: z.record(z.string(), SpreadSchema),
      byEvent: z.record(z.string(), SpreadSchema),
    })
    .nullable(),
})
export type CountNews = z.infer<typeof CountNews>

/** Longest text that is decoded, in UTF-16 units: far above any trajectory that fits a model. */
const MAX_TEXT = 33_554_432
/** Most tokens that are made text of. */
export const MAX_IDS = 8_388_608

export const trajectories = {
  'trajectory.page': call({
    input: z.object({ where: WhereText, trace: Id.nullable().default(null), ...PageWindow }),
    output: z.object({ rows: z.array(TrajectoryRow).max(PAGE_LIMIT), total: z.int() }),
  }),
  /**
   * Place of a trajectory in the list of `trajectory.page`: how many of the kept ones come before it, which is its
   * offset if the filter keeps it and otherwise where it would be.
   */
  'trajectory.positionOf': call({
    input: z.object({ trajectory: Id, where: WhereText, trace: Id.nullable().default(null) }),
    output: z.object({ position: z.int().min(0), kept: z.boolean() }),
  }),
  'trajectory.get': call({ input: z.object({ trajectory: Id }), output: TrajectoryDetail }),
  'trajectory.sample': call({ input: SampleRequest, output: JobRef }),
  'trajectory.text': call({
    input: z.object({
      trajectory: Id,
      codec: CodecName,
      /** Which tokens to give beside the text. */
      tokens: z
        .object({
          tokenizer: TokenizerName,
          from: z.int().min(0).default(0),
          limit: z.int().min(1).max(TOKENS_LIMIT).default(TOKENS_LIMIT),
        })
        .nullable()
        .default(null),
    }),
    output: z.object({
      text: z.string(),
      spans: z.array(TextSpanSchema).readonly(),
      tokens: TokensSchema.nullable(),
    }),
  }),
  /** What is lost of a trajectory's text where only its first or its last `limit` tokens fit. */
  'trajectory.cut': call({
    input: z.object({
      trajectory: Id,
      codec: CodecName,
      tokenizer: TokenizerName,
      limit: z.int().min(0).max(1_000_000_000),
      keep: z.enum(['first', 'last']).default('first'),
    }),
    output: CutSchema,
  }),
  /** Tokens, actions and events per trajectory of those that a filter keeps, as in the paper's Figure 5. */
  'trajectory.counts': stream({
    input: z.object({ where: WhereText, codec: CodecName, tokenizer: TokenizerName }),
    item: CountNews,
  }),
  /** The text that tokens stand for. */
  'codec.textOf': call({
    input: z.object({
      codec: CodecName,
      tokenizer: TokenizerName,
      ids: z.array(z.int().min(0)).max(MAX_IDS),
    }),
    output: z.object({ text: z.string() }),
  }),
  /** The longest valid prefix of a text, and where and why it stops being valid. */
  'codec.decode': call({
    input: z.object({ codec: CodecName, text: z.string().max(MAX_TEXT) }),
    output: z.object({ transcript: TranscriptSchema, problem: DecodeProblemSchema.nullable() }),
  }),
  /** The workspace's own policies, by name. */
  'policy.own': call({ input: Empty, output: OwnPolicies }),
  /**
   * Keeps a policy with the workspace in place of the one of its name; `was` is the name it had until now, which goes.
   * `bad-input` where it cannot be drawn by or has the name of one that comes along, `conflict` where another has the
   * name it is to be given.
   */
  'policy.save': call({
    input: z.object({ policy: PolicySchema, was: PolicyName.nullable() }),
    output: OwnPolicies,
  }),
  /** `not-found` when there is none of the name. */
  'policy.remove': call({ input: z.object({ name: PolicyName }), output: OwnPolicies }),
  'policy.list': call({
    input: Empty,
    output: z.object({
      policies: z.array(
        z.object({ name: z.string(), directions: z.array(DirectionSchema), about: z.string() }),
      ),
    }),
  }),
}
