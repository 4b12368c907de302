import { useMemo } from 'react'
import { formatNoun } from '../../../../shared/base/words.ts'
import type { ListedRun, PredictionChoice } from '../../../../shared/contract/runs.ts'
import { DIMENSIONS, type Dimension } from '../../../../shared/model/pivot.ts'
import { fieldError } from '../../api/errors.ts'
import { useRunPivot } from '../../api/runs.ts'
import { useAtom } from '../../state/atom.ts'
import { changePlace, evaluatePlaceAtom } from '../../state/evaluate-place.ts'
import { useSize } from '../../state/layout.ts'
import { Choice } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { cellAtom } from './evaluate-state.ts'
import { type CellPlace, PivotTable } from './pivot-table.tsx'
import { PredictionList } from './prediction-list.tsx'
import { stageOf } from './run-stage.ts'
import { DIMENSION_WORDS } from './run-words.ts'

interface Dimensions {
  readonly rows: Dimension
  readonly columns: Dimension
}

/** One side is changed; where the other is that already, the two change places. */
function choose(now: Dimensions, side: keyof Dimensions, value: Dimension): void {
  const other = side === 'rows' ? 'columns' : 'rows'
  const swapped = now[other] === value ? { [other]: now[side] } : {}
  changePlace({ ...now, ...swapped, [side]: value })
}

function choiceOf(dimensions: Dimensions, { row, column }: CellPlace): PredictionChoice['of'] {
  return [
    ...(row === null ? [] : [{ dimension: dimensions.rows, value: row }]),
    ...(column === null ? [] : [{ dimension: dimensions.columns, value: column }]),
  ]
}

function Menus(dimensions: Dimensions) {
  const options = DIMENSIONS.map((value) => ({ value, text: DIMENSION_WORDS[value] }))
  return (
    <>
      <span>Rows</span>
      <Choice
        label="Rows"
        value={dimensions.rows}
        options={options}
        onValue={(value) => choose(dimensions, 'rows', value)}
      />
      <span>Columns</span>
      <Choice
        label="Columns"
        value={dimensions.columns}
        options={options}
        onValue={(value) => choose(dimensions, 'columns', value)}
      />
    </>
  )
}

/** A run under two dimensions of choice, and the predictions behind the chosen cell. */
export function PivotPane({ row }: { row: ListedRun }) {
  const { rows, columns } = useAtom(evaluatePlaceAtom)
  const dimensions = useMemo(() => ({ rows, columns }), [rows, columns])
  const { data: pivot, error, isPlaceholderData } = useRunPivot(row.run, stageOf(row), dimensions)
  const layout = useSize('evaluate.pivot', 290)
  const chosen = useAtom(cellAtom)
  // A cell of other dimensions is none of these.
  const cell = chosen?.rows === rows && chosen.columns === columns ? chosen : null
  const of = useMemo(() => (cell === null ? [] : choiceOf(cell, cell)), [cell])
  const isOfErrors = rows === 'error' || columns === 'error'
  const problem = fieldError(error)
  if (problem !== null) return <EmptyState text={problem} />
  return (
    <SplitPane label="Pivot and its rows" direction="column" min={120} minRest={120} {...layout}>
      <section className="pane-body" aria-label="Pivot">
        <div className="pane-title">
          <Menus {...dimensions} />
          <span className="muted ellipsis">
            {isOfErrors
              ? 'share of the steps that have the error'
              : 'share of the steps that are right'}
            {row.suite === 'horizon' ? ', of those that the rollouts reached' : ''}
          </span>
          <span className="spacer" />
          <LeftOut left={pivot?.left} />
        </div>
        <div className={isPlaceholderData ? 'pivot-scroll stale' : 'pivot-scroll'}>
          {pivot === undefined ? null : (
            <PivotTable
              pivot={pivot}
              label={`Pivot by ${DIMENSION_WORDS[rows]} and ${DIMENSION_WORDS[columns]}`}
              headings={{ rows: DIMENSION_WORDS[rows], columns: DIMENSION_WORDS[columns] }}
              isOfErrors={isOfErrors}
              chosen={cell}
              onChoose={(place) => cellAtom.set({ ...place, ...dimensions })}
            />
          )}
        </div>
      </section>
      {cell === null ? (
        <EmptyState text="Choose a cell, and the predictions behind it are listed here: arrows move, Enter chooses." />
      ) : (
        <PredictionList row={row} of={of} />
      )}
    </SplitPane>
  )
}

function LeftOut({ left }: { left: { rows: number; columns: number } | undefined }) {
  const count = left === undefined ? 0 : left.rows + left.columns
  if (count === 0) return null
  return (
    <span className="muted">{`${formatNoun(count, 'rare value is', 'rare values are')} in the sums alone`}</span>
  )
}
