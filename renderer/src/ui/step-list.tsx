import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import type { StepRow } from './step-rows.ts'

interface StepListProps {
  readonly rows: readonly StepRow[]
  /** Index of the state in focus. */
  readonly current: number
  readonly onState: (state: number) => void
  /** Shown at the end of a row, for example its label. */
  readonly markOf?: (row: StepRow) => ReactNode
  readonly label: string
}

function isInverse(rows: readonly StepRow[]): boolean {
  return rows.some(({ action, event }) => action?.startsWith('inv_') || event.startsWith('inv_'))
}

function eventClass(row: StepRow): string {
  if (row.isExit) return 'role-exit'
  const kind = row.event.replace(/^inv_/, '').replace(/^line_call$/, 'line')
  return `event-${kind}`
}

/** The line of a state. Of a breakpoint, the line it was set on, marked as in a debugger, and the state's if it is another. */
function StepSource({ row }: { row: StepRow }) {
  const source = row.source.trim()
  if (row.operand === null) {
    return (
      <span className="step-source" title={source}>
        {row.isExit ? row.value : source}
      </span>
    )
  }
  const line = row.operand.trim()
  const reached = source === '' || source === line ? '' : ` → ${source}`
  return (
    <span className="step-source" title={`Breakpoint on: ${line}${reached}`}>
      <span className="role-action" aria-hidden="true">
        ●
      </span>{' '}
      {line}
      {reached}
    </span>
  )
}

/** The steps of a trajectory: which action was taken, and the state it led to. */
export function StepList({ rows, current, onState, markOf, label }: StepListProps) {
  const id = useId()
  const inverse = useMemo(() => isInverse(rows), [rows])
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = host.current?.querySelector(`[data-state="${current}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div
      ref={host}
      className={`step-list${inverse ? ' inverse' : ''}${markOf === undefined ? '' : ' marked'}`}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={`${id}-${current}`}
      onKeyDown={(event) => {
        const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (delta === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        onState(Math.max(0, Math.min(rows.length - 1, current + delta)))
      }}
    >
      {rows.map((row) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
        <div
          key={row.state}
          id={`${id}-${row.state}`}
          className={row.state === current ? 'step current' : 'step'}
          role="option"
          aria-selected={row.state === current}
          data-state={row.state}
          onClick={() => onState(row.state)}
        >
          {/* Steps count from 0 as in files and on the command line; the start is no step. */}
          <span className="step-number numbers">{row.action === null ? '' : row.state - 1}</span>
          <span
            className={row.action === null ? 'step-action muted' : 'step-action role-action'}
            title={row.operand?.trim()}
          >
            {row.action ?? 'start'}
          </span>
          <span className={`step-event ${eventClass(row)}`}>{row.event}</span>
          <StepSource row={row} />
          <span className="step-value" title={row.value}>
            {row.isExit && row.operand === null ? '' : row.value}
          </span>
          {markOf === undefined ? null : <span className="step-mark">{markOf(row)}</span>}
        </div>
      ))}
    </div>
  )
}
