import { TRACE_SORTS, type TraceSort } from '../../../../shared/contract/traces.ts'
import type { GridSort } from '../../ui/grid-types.ts'

/** The grid's sort as the contract names it. */
export function toTraceSort(sort: GridSort | null): TraceSort | null {
  const column = TRACE_SORTS.find((name) => name === sort?.column)
  return sort === null || column === undefined ? null : { column, descending: sort.descending }
}
