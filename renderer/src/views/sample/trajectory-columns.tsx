import type { TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import type { GridColumn } from '../../ui/grid-types.ts'

/** The exit a trajectory ended in, in words; one that was cut by its length cap has none. */
export function exitWord(exit: TrajectoryRow['exit']): string {
  if (exit === null) return 'cut'
  return exit === 'inv_entry' ? 'entry' : exit
}

const PROGRAM: GridColumn<TrajectoryRow> = {
  id: 'program',
  header: 'Program',
  width: 140,
  grow: true,
  cell: (row) => row.program,
  hint: (row) => row.program,
}

/** Columns of the list of trajectories; must not change between renders. */
export const TRAJECTORY_COLUMNS: readonly GridColumn<TrajectoryRow>[] = [
  PROGRAM,
  { id: 'policy', header: 'Policy', width: 110, cell: (row) => row.policy },
  { id: 'direction', header: 'Direction', width: 84, cell: (row) => row.direction },
  {
    id: 'seed',
    header: 'Seed',
    width: 72,
    align: 'end',
    cell: (row) => row.seed,
    hint: (row) => String(row.seed),
  },
  {
    id: 'ordinal',
    header: 'No.',
    about: 'Which of the trajectories drawn with the same trace, policy and seed',
    // As wide as the last of the most that are drawn at once, 99999.
    width: 76,
    align: 'end',
    cell: (row) => row.ordinal,
  },
  { id: 'steps', header: 'Steps', width: 64, align: 'end', cell: (row) => row.steps },
  { id: 'exit', header: 'Exit', width: 76, cell: (row) => exitWord(row.exit) },
  {
    id: 'marks',
    header: 'Marks',
    about:
      'Gold ones were marked by a person; a repeat has the same start and steps as an earlier one',
    width: 84,
    cell: (row) => [...(row.gold ? ['★ gold'] : []), ...(row.repeats ? ['repeats'] : [])].join(' '),
  },
  {
    id: 'labels',
    header: 'Labels',
    width: 64,
    align: 'end',
    cell: (row) => (row.labels === 0 ? '' : row.labels),
  },
]
