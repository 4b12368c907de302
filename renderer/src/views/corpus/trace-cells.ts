import type { TraceRow } from '../../../../shared/contract/traces.ts'
import type { MenuCell } from './cell-menu.ts'

/** The table's columns as a query names them, and what they hold; the time of recording is none of its names. */
const QUERY_CELLS: Readonly<
  Record<string, readonly [by: string, of: (row: TraceRow) => MenuCell['cell']]>
> = {
  program: ['program', (row) => row.program],
  entry: ['entry', (row) => row.entry],
  events: ['events', (row) => row.events],
  depth: ['depth', (row) => row.depth],
  exceptions: ['exceptions', (row) => row.exceptions],
  exit: ['exit', (row) => row.exit],
  stopReason: ['stop', (row) => row.stopReason],
  trajectories: ['len(trajectories)', (row) => row.trajectories],
  labels: ['len(labels)', (row) => row.labels],
}

export function queryCells(row: TraceRow): MenuCell[] {
  return Object.values(QUERY_CELLS).map(([by, of]) => ({ by, cell: of(row) }))
}

export function queryColumn(column: string | null): string | null {
  return (column === null ? undefined : QUERY_CELLS[column]?.[0]) ?? null
}
