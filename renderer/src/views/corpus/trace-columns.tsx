import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceRow } from '../../../../shared/contract/traces.ts'
import type { Exit, StopReason } from '../../../../shared/trace/event.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format.ts'
import type { GridColumn } from '../../ui/grid-types.ts'
import { STOP_WORDS } from '../common/stop-words.ts'

const EXIT_TONES: Readonly<Record<Exit, 'neutral' | 'bad' | 'warning'>> = {
  normal: 'neutral',
  error: 'bad',
  never: 'warning',
}

function ExitMark({ exit }: { exit: Exit }) {
  return exit === 'normal' ? (
    <span className="muted">normal</span>
  ) : (
    <Badge tone={EXIT_TONES[exit]}>{exit}</Badge>
  )
}

function StopMark({ reason }: { reason: StopReason }) {
  const words = STOP_WORDS[reason]
  return reason === 'ended' ? (
    <span className="muted">{words}</span>
  ) : (
    <Badge tone="warning">{words}</Badge>
  )
}

/** A number of which zero is the usual case and must not catch the eye. */
function Count({ value }: { value: number }) {
  return value === 0 ? <span className="zero">0</span> : formatCount(value)
}

const number = {
  align: 'end',
  sortable: true,
  descendingFirst: true,
} as const

export const TRACE_COLUMNS: readonly GridColumn<TraceRow>[] = [
  {
    id: 'program',
    header: 'Program',
    width: 120,
    grow: true,
    sortable: true,
    cell: (row) => (row.thread === 0 ? row.program : `${row.program} · thread ${row.thread}`),
    hint: (row) => `${row.program} · ${row.trace}`,
  },
  {
    id: 'entry',
    header: 'Entry',
    about: 'The call that was recorded; a script has none',
    width: 120,
    grow: true,
    cell: (row) =>
      row.entry === null ? <span className="zero">script</span> : <code>{row.entry}</code>,
    hint: (row) => row.entry ?? 'The program was run as a script',
  },
  { id: 'events', header: 'Events', width: 84, ...number, cell: (row) => formatCount(row.events) },
  {
    id: 'depth',
    header: 'Depth',
    about: 'Most program frames on the stack at once',
    width: 80,
    ...number,
    cell: (row) => formatCount(row.depth),
  },
  {
    id: 'exceptions',
    header: 'Exceptions',
    width: 96,
    ...number,
    cell: (row) => <Count value={row.exceptions} />,
  },
  {
    id: 'exit',
    header: 'Exit',
    about: 'How the entry ended: it returned, let an exception out, or was stopped',
    width: 76,
    sortable: true,
    cell: (row) => <ExitMark exit={row.exit} />,
    hint: (row) => row.error ?? undefined,
  },
  {
    id: 'stopReason',
    header: 'Stopped by',
    about: 'Why recording ended',
    width: 108,
    sortable: true,
    cell: (row) => <StopMark reason={row.stopReason} />,
    hint: (row) => row.error ?? undefined,
  },
  {
    id: 'trajectories',
    header: 'Trajectories',
    about: 'Trajectories sampled from this trace',
    width: 104,
    ...number,
    cell: (row) => <Count value={row.trajectories} />,
  },
  {
    id: 'labels',
    header: 'Labels',
    about: 'Labels on steps of its trajectories',
    width: 80,
    ...number,
    cell: (row) => <Count value={row.labels} />,
  },
  {
    id: 'recordedAt',
    header: 'Recorded',
    width: 150,
    sortable: true,
    descendingFirst: true,
    cell: (row) => <span className="muted numbers">{formatTime(row.recordedAt)}</span>,
  },
]
