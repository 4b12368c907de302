import { formatCount } from '../../../../shared/base/words.ts'
import type { ListedRun } from '../../../../shared/contract/runs.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useRunStanding } from '../../api/runs.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format.ts'
import type { GridColumn } from '../../ui/grid-types.ts'
import { intervalHint, percentText, rangeText, setText } from './run-words.ts'

/** How far a run is, in a word and a share; follows its job. */
function RunState({ row }: { row: ListedRun }) {
  const job = useJob(row.state === 'done' ? null : row.job).data
  if (row.state === 'done') return <Badge tone="good">done</Badge>
  if (job === undefined || !isActive(job.state)) return <Badge tone="warning">stopped</Badge>
  if (job.paused) return <Badge tone="warning">paused</Badge>
  if (job.state === 'queued') return <Badge>queued</Badge>
  const share = job.total ? ` ${Math.floor((100 * job.done) / job.total)} %` : ''
  return <Badge tone="active">{`running${share}`}</Badge>
}

/** How a run stands, which of one at work is read as it goes on. */
function useStanding(row: ListedRun): ListedRun {
  const isAtWork = row.state !== 'done'
  return useRunStanding(isAtWork ? row.run : null, true).data ?? row
}

function Accuracy({ row }: { row: ListedRun }) {
  const { accuracy } = useStanding(row)
  return accuracy.share === null ? '' : percentText(accuracy.share)
}

function Interval({ row }: { row: ListedRun }) {
  const { accuracy } = useStanding(row)
  if (accuracy.share === null) return ''
  return accuracy.interval === null ? 'one program' : rangeText(accuracy.interval)
}

function Steps({ row }: { row: ListedRun }) {
  const { predicted } = useStanding(row)
  if (row.state === 'done') return formatCount(row.steps)
  return `${formatCount(predicted)} of ${formatCount(row.steps)}`
}

function EngineName({ engine, mark }: ListedRun) {
  return (
    <span className="engine-name">
      <span className="ellipsis">{engine}</span>
      {mark === null ? null : <Badge tone="warning">no model</Badge>}
    </span>
  )
}

/** Columns of the list of runs; must not change between renders. */
export const RUN_COLUMNS: readonly GridColumn<ListedRun>[] = [
  { id: 'state', header: 'State', width: 104, cell: (row) => <RunState row={row} /> },
  {
    id: 'engine',
    header: 'Engine',
    width: 210,
    cell: EngineName,
    hint: ({ identity, mark }) => (mark === null ? identity : `${identity}: ${mark}`),
  },
  { id: 'suite', header: 'Suite', width: 86, cell: ({ suite }) => suite },
  {
    id: 'set',
    header: 'Set',
    about: 'The saved view or the query that the trajectories came from',
    width: 120,
    grow: true,
    cell: (row) => setText(row),
    hint: (row) => setText(row),
  },
  {
    id: 'trajectories',
    header: 'Trajectories',
    width: 96,
    align: 'end',
    cell: ({ trajectories }) => formatCount(trajectories),
  },
  {
    id: 'steps',
    header: 'Steps',
    width: 112,
    align: 'end',
    cell: (row) => <Steps row={row} />,
  },
  { id: 'seed', header: 'Seed', width: 56, align: 'end', cell: ({ seed }) => seed },
  {
    id: 'accuracy',
    header: 'Right',
    about: 'Steps that are right, of the trajectories that are done',
    width: 68,
    align: 'end',
    cell: (row) => <Accuracy row={row} />,
    hint: (row) => intervalHint(row.accuracy, row.programs),
  },
  {
    id: 'interval',
    header: '95 % interval',
    about: 'Clustered by program: predictions of one program go right and wrong together',
    width: 116,
    align: 'end',
    cell: (row) => <Interval row={row} />,
  },
  {
    id: 'when',
    header: 'Begun',
    width: 140,
    cell: ({ createdAt }) => formatTime(createdAt),
  },
]
