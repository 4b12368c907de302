import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { MadeProgram } from '../../api/made-programs.ts'
import type { MadeSoFar } from '../../api/made-stream.ts'
import { useAtom } from '../../state/atom.ts'
import { useColumnWidths } from '../../state/layout.ts'
import { openView } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { showToast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { DataGrid } from '../../ui/data-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { GridRows } from '../../ui/grid-types.ts'
import { outcomeOf } from './outcome.ts'
import { OUTCOME_COLUMNS } from './outcome-columns.tsx'
import { problemsOnlyAtom } from './record-state.ts'

interface OutcomeGridProps {
  readonly job: string
  readonly made: MadeSoFar
  /** More rows may come. */
  readonly active: boolean
  /** Why there are no rows, in a sentence. */
  readonly empty: string
}

/** A row for each program of a recording, however many; a row opens its trace. */
export function OutcomeGrid({ job, made, active, empty }: OutcomeGridProps) {
  const problemsOnly = useAtom(problemsOnlyAtom)
  const widths = useColumnWidths('recording')
  const rows = useRows(made, problemsOnly)
  const [chosen, setChosen] = useState<number | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { total } = made
  useRowStatus(total === 0 ? null : rows.total, total, 'programs')
  useTail(grid, rows.total, active)
  const row = chosen === null ? undefined : made.all[chosen]
  return (
    <>
      <DataGrid<MadeProgram>
        label="Programs"
        columns={OUTCOME_COLUMNS}
        rows={rows}
        list={`${job} ${problemsOnly}`}
        rowId={({ index }) => String(index)}
        activeId={chosen === null ? null : String(chosen)}
        onActive={({ index }) => setChosen(index)}
        onOpen={open}
        gridRef={grid}
        empty={
          <EmptyState
            text={problemsOnly && total > 0 ? 'No program had a problem so far.' : empty}
          />
        }
        {...widths}
      />
      {row === undefined ? null : <ChosenProgram made={row} />}
    </>
  )
}

function open(made: MadeProgram): void {
  const { trace, program } = made
  if (trace !== null) openView('trace', { trace })
  else showToast(`There is nothing to step through of ${program}: ${outcomeOf(made).word}.`)
}

function useRows(made: MadeSoFar, problemsOnly: boolean): GridRows<MadeProgram> {
  return useMemo(() => {
    const list = problemsOnly ? made.problems : made.all
    return {
      total: problemsOnly ? made.problemTotal : made.total,
      rowAt: (index) => list[index],
      stale: false,
      show: () => {},
    }
  }, [made, problemsOnly])
}

const NEAR_END = 40

/** Keeps the end of the list in sight while rows are added to it, as long as the user stays at the end. */
function useTail(
  grid: { readonly current: HTMLDivElement | null },
  total: number | null,
  active: boolean,
): void {
  const isAtEnd = useRef(true)
  const lastHeight = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row that was added moves the end
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return
    isAtEnd.current = element.scrollTop + element.clientHeight >= lastHeight.current - NEAR_END
    lastHeight.current = element.scrollHeight
    if (active && isAtEnd.current) element.scrollTop = element.scrollHeight
  }, [grid, total, active])
}

/** The row in focus in full: long names and sentences are cut in the list. */
function ChosenProgram({ made }: { made: MadeProgram }) {
  const { sentence, word } = outcomeOf(made)
  return (
    <aside className="chosen-program" aria-label="Chosen program">
      <p>
        <strong>{made.program}</strong> <span className="muted">{word}</span>
      </p>
      {sentence === '' ? null : <p className="chosen-sentence">{sentence}</p>}
      {made.trace === null ? null : (
        <Button icon="trace" onClick={() => open(made)}>
          Open the trace
        </Button>
      )}
    </aside>
  )
}
