import { useMemo } from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { TrajectoryRow } from '../../../../shared/contract/trajectories.ts'
import { fieldError } from '../../api/errors.ts'
import type { PagedRows, PageOf } from '../../api/pages.ts'
import { useTrajectoryCount } from '../../api/trajectories.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { openView } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GridColumn } from '../../ui/grid-types.ts'

import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { QueryField } from '../../ui/query-field.tsx'
import { QueryHelp } from '../common/query-help.tsx'
import { LABEL_COMMANDS } from './label-commands.ts'
import { isOfTrace, ofTrace, UNLABELLED, withoutTrace } from './label-state.ts'

interface LabelQueueProps {
  readonly rows: PagedRows<TrajectoryRow, PageOf<TrajectoryRow>>
  readonly where: string
  readonly onWhere: (where: string) => void
  /** Filter whose rows are shown; follows `where` once typing pauses. */
  readonly shownWhere: string
  readonly trajectory: string | null
  /** Trace in focus, which a click narrows the queue to. */
  readonly trace: string | null
  readonly locate: (trajectory: string) => Promise<number | null>
  readonly onItem: (row: TrajectoryRow) => void
  /** Moves the step in focus. */
  readonly onStep: (delta: number) => void
}

const PRESETS = [
  { where: UNLABELLED, text: 'Not labelled', command: 'label.show-unlabelled' },
  { where: 'labelled', text: 'Labelled', command: 'label.show-labelled' },
  { where: '', text: 'All', command: 'label.show-all' },
] as const

type PresetsProps = Pick<LabelQueueProps, 'where' | 'onWhere' | 'trace'>

/** The presets as commands, and the narrowing to the trace in focus. */
function usePresetCommands({ where, onWhere, trace }: PresetsProps): void {
  const narrowed = trace !== null && isOfTrace(where, trace) ? trace : null
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      ...PRESETS.map((preset) => ({
        ...LABEL_COMMANDS[preset.command],
        current: withoutTrace(where) === preset.where,
        run: () => onWhere(ofTrace(preset.where, narrowed)),
      })),
      {
        ...LABEL_COMMANDS['label.this-trace'],
        current: narrowed !== null,
        reason: trace === null ? 'No trace is in focus.' : null,
        run: () => onWhere(ofTrace(where, narrowed === null ? trace : null)),
      },
    ],
    [where, onWhere, trace, narrowed],
  )
  useKeys('Label', bindings)
}

/** What is kept, and whether of the trace in focus alone: two choices that leave each other as they are. */
function Presets({ where, onWhere, trace }: PresetsProps) {
  usePresetCommands({ where, onWhere, trace })
  const narrowed = trace !== null && isOfTrace(where, trace) ? trace : null
  return (
    <div className="presets">
      {PRESETS.map((preset) => (
        <button
          key={preset.text}
          type="button"
          className="text-button"
          aria-pressed={withoutTrace(where) === preset.where}
          onClick={() => onWhere(ofTrace(preset.where, narrowed))}
        >
          {preset.text}
        </button>
      ))}
      {trace === null ? null : (
        <button
          type="button"
          className="text-button"
          aria-pressed={narrowed !== null}
          title="Show trajectories of the trace in focus only"
          onClick={() => onWhere(ofTrace(where, narrowed === null ? trace : null))}
        >
          This trace only
        </button>
      )}
    </div>
  )
}

const COLUMNS: readonly GridColumn<TrajectoryRow>[] = [
  {
    id: 'program',
    header: 'Program',
    width: 120,
    grow: true,
    cell: (row) => row.program,
    hint: (row) => `${row.program}, ${row.policy}, seed ${row.seed}, no. ${row.ordinal}`,
  },
  { id: 'steps', header: 'Steps', width: 56, align: 'end', cell: (row) => row.steps },
  {
    id: 'labels',
    header: 'Labels',
    width: 60,
    align: 'end',
    cell: (row) => (row.labels === 0 ? '' : row.labels),
  },
]

const rowId = (row: TrajectoryRow): string => row.trajectory

function EmptyQueue({ where, onWhere }: { where: string; onWhere: (where: string) => void }) {
  const { data } = useTrajectoryCount('')
  if (where === '' || data === 0) {
    return (
      <EmptyState
        text="There is nothing to label yet: sample trajectories first."
        action={
          <Button tone="primary" onClick={() => openView('sample')}>
            Open Sample
          </Button>
        }
      />
    )
  }
  const count = data === undefined ? '' : `: ${formatCount(data)} of ${formatCount(data)} labelled`
  return (
    <EmptyState
      text={
        where === UNLABELLED ? `Every item is done${count}.` : 'No trajectory matches the filter.'
      }
      action={
        <Button tone="primary" onClick={() => onWhere('')}>
          Show all
        </Button>
      }
    />
  )
}

/** What there is to label: a filter and the trajectories it keeps. */
export function LabelQueue(props: LabelQueueProps) {
  const { rows, where, onWhere, shownWhere, trajectory, trace, locate, onItem, onStep } = props
  const widths = useColumnWidths('label.queue')
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Queue</h3>
        <span className="muted numbers">
          {rows.total === null || rows.error !== null ? '' : formatNoun(rows.total, 'item')}
        </span>
      </div>
      <div className="queue-filter">
        <div className="filter-line">
          <QueryField
            label="Query"
            labelHidden
            level="trajectory"
            placeholder={'query, e.g. not labelled and policy == "paper-mix"'}
            value={where}
            error={fieldError(rows.error)}
            onValue={onWhere}
          />
          <QueryHelp level="trajectory" />
        </div>
        <Presets where={where} onWhere={onWhere} trace={trace} />
      </div>
      <div
        className="pane-body queue-grid"
        role="presentation"
        // Up and Down move the step, Left and Right the item, also while the grid has the keyboard.
        onKeyDownCapture={(event) => {
          const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key]
          if (delta === undefined) return
          event.preventDefault()
          event.stopPropagation()
          onStep(delta)
        }}
      >
        <DataGrid
          label="Trajectories to label"
          columns={COLUMNS}
          rows={rows}
          list={shownWhere}
          rowId={rowId}
          activeId={trajectory}
          onActive={onItem}
          locate={locate}
          empty={
            rows.error === null ? <EmptyQueue where={shownWhere} onWhere={onWhere} /> : undefined
          }
          {...widths}
        />
      </div>
    </div>
  )
}
