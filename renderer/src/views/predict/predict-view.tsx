import { useCallback, useState } from 'react'
import { errorText } from '../../api/errors.ts'
import { useAtom } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { openOverlay } from '../../state/overlay.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { useShareOf } from '../common/share-of.ts'
import { editState } from './actions.ts'
import { BranchList } from './branch-list.tsx'
import { ChooseTrajectory } from './choose-trajectory.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { PredictBar } from './predict-bar.tsx'
import { listedAtom } from './predict-state.ts'
import { useSides } from './sides.ts'
import { PredictSource } from './source-pane.tsx'
import { StatePane } from './state-pane.tsx'
import { useDesk } from './use-desk.ts'
import { type KnownGround, useGround } from './use-ground.ts'
import { useLabelKeys } from './use-label-keys.ts'
import { usePendingStep, usePredictKeys } from './use-predict-keys.ts'
import { useRunToLine } from './use-run-to-line.ts'
import { editedFrom, useViewActs } from './use-view-acts.ts'
import { WayCount } from './way-count.tsx'
import { WayList } from './way-list.tsx'

/** What a person must know before he believes anything that stands below it. */
function InverseBand() {
  return (
    <p className="inverse-band" role="status">
      <span aria-hidden="true">←</span> Inverse: values are inferred. Several states may lead to the
      one you came from, so a value that differs from the recorded one need not be wrong.
    </p>
  )
}

function Stepping({ known }: { known: KnownGround }) {
  const desk = useDesk(known)
  const sides = useSides(desk)
  const toLine = useRunToLine(desk)
  const [isEditing, setEditing] = useState(false)
  const onEdit = useCallback(() => setEditing(true), [])
  const acts = useViewActs(desk, sides, onEdit)
  usePendingStep(desk)
  usePredictKeys(desk, toLine, acts)
  useLabelKeys(desk)
  const list = useSize('predict.steps', useShareOf(0.22, 276, 420))
  const source = useSize('predict.source', useShareOf(0.26, 300, 640))
  const edited = isEditing ? editedFrom(desk, sides) : null
  const isInverse = known.ground.direction === 'inverse'
  return (
    <div className={isInverse ? 'predict-view inverse' : 'predict-view'}>
      <PredictBar desk={desk} toLine={toLine} />
      {isInverse ? <InverseBand /> : null}
      <SplitPane label="Steps and state" min={220} minRest={560} {...list}>
        <div className="pane-body">
          <div className="pane-title">
            <h3>Steps</h3>
            <WayCount desk={desk} />
            <span className="spacer" />
            <button type="button" className="text-button" onClick={() => listedAtom.set(true)}>
              Trajectories…
            </button>
          </div>
          <BranchList desk={desk} />
          <WayList desk={desk} />
        </div>
        <SplitPane label="Source and state" min={240} minRest={320} {...source}>
          <PredictSource {...{ desk, sides, toLine }} />
          <StatePane
            {...{ desk, sides, acts }}
            onAddModel={() => openOverlay({ name: 'models' })}
          />
        </SplitPane>
      </SplitPane>
      {edited === null ? null : (
        <EditDialog
          side={edited}
          onDone={(given) => editState(desk, given)}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  )
}

/** What a model believes, and where it goes wrong: its predictions beside the recorded run. */
export function PredictView() {
  const { known, isPending, error } = useGround()
  const isListed = useAtom(listedAtom)
  if (isListed || (known === null && !isPending && error === null)) return <ChooseTrajectory />
  if (error !== null) return <EmptyState text={errorText(error)} />
  return known === null ? null : <Stepping key={known.key} known={known} />
}
