import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { RunPivot } from '../../../../shared/contract/runs.ts'
import { FEW_PROGRAMS } from '../../../../shared/model/pivot.ts'
import { intervalHint, percentText } from './run-words.ts'

type Cell = RunPivot['cells'][number]
/** Null is the sum over all. */
export interface CellPlace {
  readonly row: string | null
  readonly column: string | null
}

interface PivotTableProps {
  readonly pivot: RunPivot
  readonly label: string
  /** What rows and columns are of. */
  readonly headings: { readonly rows: string; readonly columns: string }
  /** A cell says how many have an error, and not how many are right. */
  readonly isOfErrors: boolean
  readonly chosen: CellPlace | null
  readonly onChoose: (place: CellPlace) => void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const nameOf = (value: string | null): string => value ?? 'all'
const keyOf = ({ row, column }: CellPlace): string => JSON.stringify([row, column])

/** The keyboard's place in the table: one stop of the Tab key, in which arrows, Home and End move. */
function useCellKeys(rows: readonly (string | null)[], columns: readonly (string | null)[]) {
  const [at, setAt] = useState<readonly [number, number]>([0, 0])
  const table = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const [row, column] = [Math.min(at[0], rows.length - 1), Math.min(at[1], columns.length - 1)]
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move of the place is what it waits for
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }, [row, column])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = STEPS[event.key]
    const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))
    if (step !== undefined) {
      moved.current = true
      setAt([clamp(row + step[0], rows.length), clamp(column + step[1], columns.length)])
    } else if (event.key === 'Home' || event.key === 'End') {
      moved.current = true
      setAt([row, event.key === 'Home' ? 0 : columns.length - 1])
    } else return
    event.preventDefault()
  }
  return { table, place: { row, column }, setAt, onKeyDown }
}

/** A run under two dimensions: each cell a share with how many it is of, and its rows a key away. */
export function PivotTable(props: PivotTableProps) {
  const { pivot, label, headings, isOfErrors, chosen, onChoose } = props
  const rows = useMemo(() => [...pivot.rowValues, null], [pivot])
  const columns = useMemo(() => [...pivot.columnValues, null], [pivot])
  const cells = useMemo(() => new Map(pivot.cells.map((cell) => [keyOf(cell), cell])), [pivot])
  const { table, place, setAt, onKeyDown } = useCellKeys(rows, columns)
  const choose = (at: readonly [number, number], cell: CellPlace): void => {
    setAt(at)
    onChoose(cell)
  }
  return (
    <table ref={table} className="pivot" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            {headings.rows} ╲ {headings.columns}
          </th>
          {columns.map((column) => (
            <th scope="col" key={nameOf(column)} className={column === null ? 'sum' : undefined}>
              {nameOf(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, r) => (
          <tr key={nameOf(row)} className={row === null ? 'sum' : undefined}>
            <th scope="row">{nameOf(row)}</th>
            {columns.map((column, c) => (
              <PivotCellView
                key={nameOf(column)}
                cell={cells.get(keyOf({ row, column }))}
                isSum={row === null || column === null}
                isOfErrors={isOfErrors}
                isStop={place.row === r && place.column === c}
                isChosen={chosen !== null && chosen.row === row && chosen.column === column}
                onChoose={() => choose([r, c], { row, column })}
                onKeyDown={onKeyDown}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellViewProps {
  readonly cell: Cell | undefined
  readonly isSum: boolean
  readonly isOfErrors: boolean
  readonly isStop: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

function fewText(programs: number): string | null {
  if (programs >= FEW_PROGRAMS) return null
  return programs === 1 ? '1 program' : `${programs} programs`
}

function PivotCellView(props: CellViewProps) {
  const { cell, isSum, isOfErrors, isStop, isChosen, onChoose, onKeyDown } = props
  const keys = { tabIndex: isStop ? 0 : -1, onKeyDown }
  if (cell === undefined || cell.share === null) {
    return (
      <td className="none">
        <button type="button" aria-label="none" aria-disabled="true" {...keys} />
      </td>
    )
  }
  const few = fewText(cell.programs)
  const count = isOfErrors ? cell.right : cell.total
  return (
    <td
      className={[isSum ? 'sum' : '', few === null ? '' : 'few'].join(' ').trim() || undefined}
      style={{ ['--share' as string]: `${Math.round(100 * cell.share)}%` }}
      data-tone={isOfErrors ? 'bad' : 'good'}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        title={`${intervalHint(cell, cell.programs)} Enter lists them.`}
        onClick={onChoose}
        {...keys}
      >
        <span className="numbers">{percentText(cell.share)}</span>
        <span className="pivot-note numbers">
          {formatCount(count)}
          {few === null ? null : ` · ${few}`}
        </span>
      </button>
    </td>
  )
}
