import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceRow } from '../../../../shared/contract/traces.ts'
import { useDebounced } from '../../api/debounced.ts'
import { fieldError } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import type { PagedRows } from '../../api/pages.ts'
import { type TracePage, useTraceLocator, useTraceRows } from '../../api/traces.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { openView, setFocus, useFocus } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { QueryField } from '../../ui/query-field.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { QueryHelp } from '../common/query-help.tsx'
import { CorpusEmpty } from './corpus-empty.tsx'
import { corpusFilterAtom, corpusSortAtom } from './corpus-state.ts'
import { TRACE_COLUMNS } from './trace-columns.tsx'
import { toTraceSort } from './trace-sort.ts'

/** Every recorded trace: filter, sort, open. */
export function CorpusView() {
  const text = useAtom(corpusFilterAtom)
  const where = useDebounced(text.trim())
  const sort = useAtom(corpusSortAtom)
  const rows = useTraceRows(where, sort)
  const locate = useTraceLocator(where, sort)
  const focus = useFocus()
  const widths = useColumnWidths('corpus')
  const grid = useRef<HTMLDivElement>(null)
  const enter = useEnterList(grid, rows, where === text.trim())
  useRowStatus(rows.total, rows.latest?.unfiltered ?? null, 'traces')
  return (
    <section className="corpus" aria-label="Traces">
      <CorpusToolbar
        page={rows.latest}
        error={fieldError(rows.error)}
        onGrid={() => grid.current?.focus()}
        onEnter={enter}
      />
      <DataGrid<TraceRow>
        label="Traces"
        columns={TRACE_COLUMNS}
        rows={rows}
        list={JSON.stringify([where, sort])}
        rowId={(row) => row.trace}
        activeId={focus.trace}
        onActive={(row) => setFocus({ trace: row.trace })}
        locate={locate}
        onOpen={(row) => openView('trace', { trace: row.trace })}
        sort={sort}
        onSort={(next) => corpusSortAtom.set(toTraceSort(next))}
        empty={<CorpusEmpty where={where} page={rows.latest} />}
        gridRef={grid}
        autoFocus
        {...widths}
      />
    </section>
  )
}

/** Goes from the filter to the first of the rows it keeps, as soon as they are there. */
function useEnterList(
  grid: RefObject<HTMLDivElement | null>,
  rows: Pick<PagedRows<TraceRow, TracePage>, 'rowAt' | 'stale' | 'error'>,
  isSettled: boolean,
): () => void {
  const [entering, setEntering] = useState(false)
  const isReady = isSettled && !rows.stale && rows.error === null
  const first = isReady ? rows.rowAt(0) : undefined
  useEffect(() => {
    if (!entering || !isReady) return
    setEntering(false)
    if (first !== undefined) setFocus({ trace: first.trace })
  }, [entering, isReady, first])
  return () => {
    grid.current?.focus()
    setEntering(true)
  }
}

interface CorpusToolbarProps {
  readonly page: TracePage | null
  /** What is wrong with the filter, in words. */
  readonly error: string | null
  readonly onGrid: () => void
  /** Goes to the first row. */
  readonly onEnter: () => void
}

function CorpusToolbar({ page, error, onGrid, onEnter }: CorpusToolbarProps) {
  return (
    <Toolbar label="Traces">
      <CorpusFilter {...{ error, onGrid, onEnter }} />
      <QueryHelp level="trace" />
      {page === null ? null : (
        <span className="muted numbers" data-testid="corpus-count">
          {formatCount(page.total)} of {formatCount(page.unfiltered)}
        </span>
      )}
      <div className="spacer" />
      <RecordButton />
    </Toolbar>
  )
}

function RecordButton() {
  const host = useHost()
  return (
    <Button
      icon="plus"
      tone="primary"
      disabled={host?.readOnly ?? false}
      hint={host?.readOnly ? 'This store is read-only.' : 'Record programs'}
      onClick={() => openView('record')}
    >
      Record…
    </Button>
  )
}

function CorpusFilter({ error, onGrid, onEnter }: Omit<CorpusToolbarProps, 'page'>) {
  const text = useAtom(corpusFilterAtom)
  const field = useRef<HTMLInputElement>(null)
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const run = (): void => {
      field.current?.focus()
      field.current?.select()
    }
    return [{ keys: ['/'], description: 'Query', run }]
  }, [])
  useKeys('Corpus', bindings)
  return (
    <div className="corpus-filter">
      <QueryField
        label="Query"
        labelHidden
        level="trace"
        placeholder={'Query, for example  exit == "error" and events > 100  (press /)'}
        value={text}
        error={error}
        inputRef={field}
        onValue={corpusFilterAtom.set}
        onEnter={onEnter}
        onEscape={() => (text === '' ? onGrid() : corpusFilterAtom.set(''))}
      />
    </div>
  )
}
