import type { ListedRun } from '../../../../shared/contract/runs.ts'

/** Parts of a run at whose ends what it comes to is counted anew while it goes on. */
const STAGES = 20

/** How many parts of a run are done: counting all its predictions at each one that comes would keep the store busy. */
export function stageOf({ done, trajectories }: Pick<ListedRun, 'done' | 'trajectories'>): number {
  return trajectories === 0 ? STAGES : Math.floor((STAGES * done) / trajectories)
}
