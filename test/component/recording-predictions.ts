import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { PredictionSource } from '../../shared/contract/predictions.ts'
import type { ErrorClass } from '../../shared/model/types.ts'
import type { Handlers } from '../../shared/rpc/server.ts'

/** How one state was predicted, once; null where it is right. */
export type PredictedState = readonly [seq: number, error: ErrorClass | null]

/** Predictions of a run, by its engine. */
export interface PredictedRun {
  readonly engine: string
  readonly states: readonly PredictedState[]
}

function sourceOf({ engine, states }: PredictedRun): PredictionSource {
  return {
    run: `r_${engine}`,
    engine,
    mark: 'no model',
    suite: 'next-state',
    createdAt: 0,
    predictions: states.length,
    right: states.filter(([, error]) => error === null).length,
  }
}

/** What the services tell of the predictions of a trace. */
export function predictionHandlers(
  runs: readonly PredictedRun[],
): Pick<Handlers<WorkbenchContract>, 'prediction.sources' | 'prediction.ofTrace'> {
  return {
    'prediction.sources': () => ({ sources: runs.map(sourceOf) }),
    'prediction.ofTrace': async ({ of }, emit) => {
      const asked = runs.find((run) =>
        'run' in of ? sourceOf(run).run === of.run : run.engine === of.engine,
      )
      const states = asked?.states ?? []
      // In two parts, as of a long trace.
      for (const part of [states.slice(0, 2), states.slice(2)]) {
        emit({
          seq: part.map(([seq]) => seq),
          error: part.map(([, error]) => error),
          count: part.map(() => 1),
        })
      }
    },
  }
}
