import { call } from '../rpc/contract.ts'
import { Id, JobRef, WhereText } from './common.ts'
import { MixSchema } from './mix-schema.ts'
import { z } from './schema.ts'
import {
  ActionNameSchema,
  DirectionSchema,
  SampleRequest,
  TrajectoryDetail,
} from './trajectories.ts'

/** A mix over the traces that a query keeps. */
export const MixRequest = z.object({ mix: MixSchema, where: WhereText })
export type MixRequest = z.infer<typeof MixRequest>

/** What a job of sampling draws: from each trace so many of one policy, or a mix. */
export const DrawRequestSchema = z.union([MixRequest, SampleRequest])
export type DrawRequest = z.infer<typeof DrawRequestSchema>

const Gold = z.object({ trajectory: Id, gold: z.boolean() })

/** How long the trajectories of a mix's parts are, by some that were drawn and not kept. */
export const MixLengths = z.object({
  /** Traces that the query keeps. */
  traces: z.int(),
  /** What tokens were counted with. */
  codec: z.string(),
  /** Of some of these traces, by part: null where a trace has nothing to start from. */
  lengths: z
    .array(
      z
        .array(
          z
            .object({ actions: z.array(z.int()).readonly(), tokens: z.array(z.int()).readonly() })
            .nullable(),
        )
        .readonly(),
    )
    .readonly(),
})
export type MixLengths = z.infer<typeof MixLengths>

/** Mixes, and trajectories that a person makes action by action or marks as good. */
export const drawing = {
  'mix.draw': call({ input: MixRequest, output: JobRef }),
  /** Shares and budget make no difference: what they come to is reckoned from the lengths. */
  'mix.lengths': call({ input: MixRequest, output: MixLengths }),
  /** What a policy may ask of a trace besides its tree, for a preview of what it draws. */
  'policy.facts': call({
    input: z.object({
      trace: Id,
      /** A query of steps: which calls it keeps. */
      where: WhereText.nullable(),
      /** Whether to count what each event wrote. */
      writes: z.boolean(),
      /** Whether to measure them, for a policy that limits tokens. */
      sizes: z.boolean().default(false),
    }),
    output: z.object({
      /** Seqs of the calls kept, rising; null where none was asked for. */
      calls: z.array(z.int()).readonly().nullable(),
      /** By seq: variables of the event's frame first seen written there; null where none was asked for. */
      writes: z.array(z.int()).readonly().nullable(),
      /** By seq: characters of their names and values, and of the event's argument; null where none was asked for. */
      sizes: z.array(z.int()).readonly().nullable(),
    }),
  }),
  /** A new trajectory without steps, at the trace's root or in the call at `entry`. */
  'hand.begin': call({
    input: z.object({ trace: Id, direction: DirectionSchema, entry: z.int().min(0).nullable() }),
    output: TrajectoryDetail,
  }),
  /** Takes an action where it stands; refused with the reason where the action is not defined there. */
  'hand.append': call({
    input: z.object({
      trajectory: Id,
      /** Steps it has as far as the caller knows: another number is a conflict. */
      length: z.int().min(0),
      action: z.object({ name: ActionNameSchema, operand: z.string().max(100_000).nullable() }),
    }),
    output: TrajectoryDetail,
  }),
  /** Keeps the first `length` steps. */
  'hand.cut': call({
    input: z.object({ trajectory: Id, length: z.int().min(0) }),
    output: TrajectoryDetail,
  }),
  /** A new trajectory with the first `length` steps of another, drawn or made; that one stays as it is. */
  'hand.branch': call({
    input: z.object({ trajectory: Id, length: z.int().min(0) }),
    output: TrajectoryDetail,
  }),
  /** Marks a trajectory as good, or takes the mark off; a marked one is not changed by hand any more. */
  'hand.gold': call({ input: Gold, output: Gold }),
}
