import type { ComparedRow, PredictionChoice, RunPredictionRow } from '../../shared/contract/runs.ts'
import type { Dimension, PivotCount } from '../../shared/model/pivot.ts'
import type { Cluster, PairedCluster } from '../../shared/model/statistics.ts'
import type { ActionName } from '../../shared/trajectory/types.ts'
import type { Read } from './corpus-read-types.ts'
import type { PageOf, Window } from './read-types.ts'

/** How a run stands, counted. */
export interface RunStanding {
  readonly run: string
  /** Predictions that are kept, and those of them that are right. */
  readonly predicted: number
  readonly right: number
  /** Of the trajectories that are done, a step that was not reached being wrong; by program. */
  readonly clusters: readonly Cluster[]
}

export interface RunReads {
  readonly runStandings: Read<{ readonly runs: readonly string[] }, RunStanding[]>
  /** Predictions of the trajectories that are done, counted by program and two dimensions. */
  readonly runPivot: Read<
    { readonly run: string; readonly rows: Dimension; readonly columns: Dimension },
    PivotCount[]
  >
  /** In the order of the set. */
  readonly runPredictions: Read<
    Window & { readonly run: string; readonly choice: PredictionChoice },
    PageOf<RunPredictionRow>
  >
  /** The steps of two runs of one set, by program; and so for each action. */
  readonly runPairs: Read<
    { readonly first: string; readonly second: string },
    {
      readonly clusters: PairedCluster[]
      readonly byAction: { readonly action: ActionName; readonly clusters: PairedCluster[] }[]
    }
  >
  /** Steps that the first run has right and the second has not, or the other way round. */
  readonly runFlips: Read<
    Window & {
      readonly first: string
      readonly second: string
      readonly flip: 'lost' | 'won'
      readonly action: ActionName | null
    },
    PageOf<ComparedRow>
  >
}
