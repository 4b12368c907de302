import { useRef } from 'react'
import type { TraceRow } from '../../../../shared/contract/traces.ts'
import { useTraceLocator, useTraceRows } from '../../api/traces.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { openView, setFocus, useFocus } from '../../state/place.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { cellMenu } from './cell-menu.ts'
import { CorpusEmpty } from './corpus-empty.tsx'
import { CorpusFrame } from './corpus-frame.tsx'
import { corpusFilterAtom, corpusSortAtom } from './corpus-state.ts'
import { queryCells, queryColumn } from './trace-cells.ts'
import { TRACE_COLUMNS } from './trace-columns.tsx'
import { toTraceSort } from './trace-sort.ts'
import { useAskedQuery } from './use-asked-query.ts'
import { useEnterList } from './use-enter-list.ts'

/** Every recorded trace. */
export function TraceLevel() {
  const text = useAtom(corpusFilterAtom)
  const { where, settled } = useAskedQuery('trace', text)
  const sort = useAtom(corpusSortAtom)
  const rows = useTraceRows(where, sort)
  const locate = useTraceLocator(where, sort)
  const focus = useFocus()
  const widths = useColumnWidths('corpus')
  const grid = useRef<HTMLDivElement>(null)
  const choose = (row: TraceRow): void => setFocus({ trace: row.trace })
  const enter = useEnterList(grid, rows, settled, choose)
  return (
    <CorpusFrame level="trace" where={where} error={rows.error} grid={grid} onEnter={enter}>
      <DataGrid<TraceRow>
        label="Traces"
        columns={TRACE_COLUMNS}
        rows={rows}
        list={JSON.stringify([where, sort])}
        rowId={(row) => row.trace}
        activeId={focus.trace}
        onActive={choose}
        locate={locate}
        onOpen={(row) => openView('trace', { trace: row.trace })}
        sort={sort}
        onSort={(next) => corpusSortAtom.set(toTraceSort(next))}
        empty={<CorpusEmpty where={where} page={rows.latest} />}
        menu={(row, column) =>
          cellMenu({
            level: 'trace',
            cells: queryCells(row),
            column: queryColumn(column),
            where: text,
            onWhere: corpusFilterAtom.set,
          })
        }
        gridRef={grid}
        autoFocus
        {...widths}
      />
    </CorpusFrame>
  )
}
