import { call } from '../rpc/contract.ts'
import { Id } from './common.ts'
import { z } from './schema.ts'
import { FailureClassSchema, LabelRow } from './trajectories.ts'

/** A labelling act: it put `class` on the step, or took the label off when null. */
export const LabelAct = z.object({
  act: z.int(),
  trajectory: Id,
  step: z.int().min(0),
  class: FailureClassSchema.nullable(),
  at: z.int(),
})
export type LabelAct = z.infer<typeof LabelAct>

/** How often the state of an event is labelled with a class, over all trajectories of its trace. */
export const StateLabels = z.object({
  seq: z.int().min(0),
  class: FailureClassSchema,
  count: z.int().min(1),
})
export type StateLabels = z.infer<typeof StateLabels>

export const labels = {
  /**
   * Sets the label of a step, replacing an earlier one; null clears it. No act is made, and `act` is null, when the
   * step is labelled so already.
   */
  'label.set': call({
    input: z.object({
      trajectory: Id,
      step: z.int().min(0),
      class: FailureClassSchema.nullable(),
    }),
    output: z.object({ act: LabelAct.nullable(), labels: z.array(LabelRow) }),
  }),
  /**
   * Takes back exactly the act named; null names the latest that is not undone. `undone` is null when it was undone
   * before, or when there is none. `label` is what the step is labelled afterwards.
   */
  'label.undo': call({
    input: z.object({ act: z.int().min(1).nullable() }),
    output: z.object({ undone: LabelAct.nullable(), label: FailureClassSchema.nullable() }),
  }),
  /** The labels in force on the states of a trace, by event; a label on the exit is on no event. */
  'label.ofTrace': call({
    input: z.object({ trace: Id }),
    output: z.object({ labels: z.array(StateLabels) }),
  }),
  /** The latest acts still in force, newest first. */
  'label.recent': call({
    input: z.object({ limit: z.int().min(1).max(100).default(10) }),
    output: z.object({ acts: z.array(LabelAct) }),
  }),
}
