import { formatCount } from '../../../../shared/base/words.ts'
import type { Cell } from '../../../../shared/contract/corpus.ts'
import { parseColumn } from '../../../../shared/query/check.ts'
import { type Level, THING_INFO } from '../../../../shared/query/fields.ts'
import { STOP_REASONS } from '../../../../shared/trace/event.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format.ts'
import { STOP_WORDS } from '../common/stop-words.ts'

export type CellType = 'number' | 'time' | 'text' | 'bool'

/** How the cells of a column are written. */
export function cellType(level: Level, column: string): CellType {
  const { fields } = THING_INFO[level]
  if (Object.hasOwn(fields, column) && fields[column]?.unit === 'time') return 'time'
  const parsed = parseColumn(column, level)
  if (!parsed.ok) return 'text'
  const { type } = parsed.value
  return type === 'number' || type === 'bool' ? type : 'text'
}

/** A number of which zero is the usual case and must not catch the eye. */
function NumberText({ value }: { value: number }) {
  if (value === 0) return <span className="zero">0</span>
  return Number.isInteger(value) ? formatCount(value) : String(Number(value.toPrecision(6)))
}

interface CellTextProps {
  readonly cell: Cell | undefined
  readonly type: CellType
}

/** A cell of any expression. */
function CellText({ cell, type }: CellTextProps) {
  if (cell === null || cell === undefined) return <span className="zero">–</span>
  if (type === 'bool') return cell === 1 ? 'yes' : <span className="zero">no</span>
  if (typeof cell === 'string') return <code>{cell}</code>
  if (type === 'time') return <span className="muted numbers">{formatTime(cell)}</span>
  return <NumberText value={cell} />
}

/** Exits of a trace and of a trajectory that tell of nothing wrong. */
const USUAL_EXITS: ReadonlySet<string> = new Set(['normal', 'inv_entry'])

function ExitMark({ exit }: { exit: string }) {
  if (USUAL_EXITS.has(exit)) return <span className="muted">{exit}</span>
  return <Badge tone={exit === 'error' ? 'bad' : 'warning'}>{exit}</Badge>
}

function StopMark({ stop }: { stop: string }) {
  const reason = STOP_REASONS.find((one) => one === stop)
  const words = reason === undefined ? stop : STOP_WORDS[reason]
  if (reason === 'ended') return <span className="muted">{words}</span>
  return <Badge tone="warning">{words}</Badge>
}

/** A share of predictions never without how many they are. */
function AccuracyText({ share, of }: { share: number; of: Cell | undefined }) {
  return (
    <span className="numbers">
      {(100 * share).toFixed(1)} %{' '}
      <span className="muted">of {typeof of === 'number' ? formatCount(of) : '?'}</span>
    </span>
  )
}

/** The column of each level that is the name of a program: words for people, no code. */
const PROGRAM_NAMES: Readonly<Record<Level, string>> = {
  program: 'name',
  trace: 'program',
  step: 'program',
  trajectory: 'program',
}

interface CellViewProps extends CellTextProps {
  readonly level: Level
  readonly column: string
  /** What another column of the row holds, where it was asked for. */
  readonly other: (column: string) => Cell | undefined
}

/** A cell of the corpus; what marks a trace at a glance has its own look. */
export function CellView({ level, column, cell, type, other }: CellViewProps) {
  if ((level === 'trace' || level === 'trajectory') && typeof cell === 'string') {
    if (column === 'exit') return <ExitMark exit={cell} />
    if (column === 'stop') return <StopMark stop={cell} />
  }
  if (column === 'accuracy' && typeof cell === 'number') {
    return <AccuracyText share={cell} of={other('predicted')} />
  }
  if (column === PROGRAM_NAMES[level] && typeof cell === 'string') {
    const thread = other('thread')
    return thread ? `${cell} · thread ${thread}` : cell
  }
  if (level === 'trace' && column === 'entry' && cell === null) {
    return <span className="zero">script</span>
  }
  return <CellText cell={cell} type={type} />
}
