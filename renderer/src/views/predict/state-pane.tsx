import { useState } from 'react'
import { useSize } from '../../state/layout.ts'
import { commandHint } from '../../ui/command-hint.ts'
import { useKeysOf } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { AnswerPane } from './answer-pane.tsx'
import { PREDICT_COMMANDS } from './commands.ts'
import { NotPredicted } from './not-predicted.tsx'
import { ScoreLine } from './score-line.tsx'
import type { Sides } from './sides.ts'
import { ThreeWayTable, useThreeWayRows } from './three-way-table.tsx'
import type { Desk } from './use-desk.ts'
import type { ViewActs } from './use-predict-keys.ts'
import { ValueDetail } from './value-detail.tsx'

interface StateProps {
  readonly desk: Desk
  readonly sides: Sides
  readonly acts: ViewActs
  readonly onAddModel: () => void
}

/** The state in focus on its three sides, how the prediction came out, and what the model wrote. */
export function StatePane({ desk, sides, acts, onAddModel }: StateProps) {
  const [selected, setSelected] = useState<string | null>(null)
  const rows = useThreeWayRows(sides)
  const layout = useSize('predict.answer', 250)
  const keysOf = useKeysOf()
  const edit = PREDICT_COMMANDS['predict.edit']
  const { prediction, isEdited } = sides
  const row = rows.find(({ name }) => name === selected) ?? null
  const state = (
    <div className="pane-body">
      <div className="pane-title">
        <h3>State {desk.at}</h3>
        <span className="muted ellipsis">
          {desk.at === 0 ? 'the start' : `after ${desk.branch.actions[desk.at - 1]?.name ?? ''}`}
        </span>
        <span className="spacer" />
        <button
          type="button"
          className="text-button"
          aria-disabled={acts.editReason !== null || undefined}
          title={commandHint(edit.description, keysOf(edit), acts.editReason)}
          onClick={() => {
            if (acts.editReason === null) acts.edit()
          }}
        >
          Change by hand…
        </button>
      </div>
      {isEdited ? (
        <p className="pane-note" role="status">
          This state was changed by hand. What follows is a branch of its own; the original stays as
          it was.
        </p>
      ) : null}
      {prediction === null ? null : <ScoreLine desk={desk} prediction={prediction} />}
      <ThreeWayTable sides={sides} rows={rows} selected={selected} onSelect={setSelected} />
      {row === null ? null : <ValueDetail row={row} onClose={() => setSelected(null)} />}
    </div>
  )
  return (
    <SplitPane
      label="State and answer"
      direction="column"
      sized="second"
      min={80}
      minRest={160}
      {...layout}
    >
      {state}
      <section className="pane-body answer-pane" aria-label="Answer">
        {prediction === null ? (
          <NotPredicted {...{ desk, acts, isEdited }} onAdd={onAddModel} />
        ) : (
          <>
            <div className="pane-title">
              <h3>Answer</h3>
              <span className="muted ellipsis">what {prediction.engine.name} wrote</span>
            </div>
            <AnswerPane
              desk={desk}
              prediction={prediction}
              variable={selected}
              onVariable={setSelected}
            />
          </>
        )}
      </section>
    </SplitPane>
  )
}
