import { SUITES } from '../model/course.ts'
import { ERROR_CLASSES } from '../model/types.ts'
import { call, stream } from '../rpc/contract.ts'
import { Id } from './common.ts'
import { z } from './schema.ts'

/** Runs of which a trace tells at most; the newest. */
export const MOST_SOURCES = 100

/** Who predicted states of a trace: a run that is done, with how many of its predictions there are right. */
export const PredictionSource = z.object({
  run: Id,
  engine: z.string(),
  /** Stands by every value that is no model's belief; null for a model. */
  mark: z.string().nullable(),
  /** `single`: asked for one by one. */
  suite: z.enum([...SUITES, 'single']),
  createdAt: z.int(),
  predictions: z.int(),
  right: z.int(),
})
export type PredictionSource = z.infer<typeof PredictionSource>

/** The predictions of one run, or of every run of an engine. */
export const PredictionsOf = z.union([
  z.object({ run: Id }),
  z.object({ engine: z.string().min(1).max(200) }),
])
export type PredictionsOf = z.infer<typeof PredictionsOf>

/** How states were predicted, a column per field; several entries of one state follow each other. */
export const PredictedStates = z.object({
  /** Number of the event that was to be predicted, rising; that of the exit is one past the last event's. */
  seq: z.array(z.int()),
  /** What was wrong; null where nothing was. */
  error: z.array(z.enum(ERROR_CLASSES).nullable()),
  /** Predictions of which that is so. */
  count: z.array(z.int()),
})
export type PredictedStates = z.infer<typeof PredictedStates>

export const predictions = {
  /** Who predicted states of a trace, the newest run first. */
  'prediction.sources': call({
    input: z.object({ trace: Id }),
    output: z.object({ sources: z.array(PredictionSource).max(MOST_SOURCES) }),
  }),
  /**
   * How the states of a trace were predicted, in the order of its events; at most one entry for each class of error of
   * a state, however often it was predicted. The exits of inner calls and of inverse trajectories are no states of it.
   */
  'prediction.ofTrace': stream({
    input: z.object({ trace: Id, of: PredictionsOf }),
    item: PredictedStates,
  }),
}
