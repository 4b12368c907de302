import { useEffect, useMemo, useRef } from 'react'
import { FAILURE_CLASSES, type FailureClass } from '../../../../shared/corpus/failure-classes.ts'
import { useDebounced } from '../../api/debounced.ts'
import { stateAtEvent, useFirstTrajectory } from '../../api/labels.ts'
import { useSession } from '../../api/session.ts'
import { useTrajectoryLocator, useTrajectoryRows } from '../../api/trajectories.ts'
import { useAtom } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { placeAtom, setFocus, useFocus } from '../../state/place.ts'
import { useRowStatus } from '../../state/status.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { type Steps, useSteps } from '../common/use-steps.ts'
import { ClassLegend, RecentDecisions } from './decisions.tsx'
import { CLASS_COMMANDS, LABEL_COMMANDS } from './label-commands.ts'
import { LabelItem } from './label-item.tsx'
import { LabelQueue } from './label-queue.tsx'
import { labelFilterAtom } from './label-state.ts'
import { chooseItem, type Queue, useQueue } from './queue.ts'
import { type Labelling, useLabelling } from './use-labelling.ts'

/**
 * Opens an item while none is chosen: of the trace in focus, at the event in focus where the trajectory comes by it;
 * the first of the queue only when no trace is in focus. Says why nothing opens, null while that is not known.
 */
function useOpening(where: string): string | null {
  const session = useSession()
  const { trace, trajectory, step } = useFocus()
  const first = useFirstTrajectory({ where, trace }, trajectory === null).data
  useEffect(() => {
    if (trajectory !== null || first === undefined || first === null) return
    if (step === null || trace === null) {
      chooseItem(first)
      return
    }
    const open = (state: number | null): void => {
      const { view, focus } = placeAtom.get()
      if (view !== 'label' || focus.trajectory !== null || focus.trace !== trace) return
      if (state === null || state === 0) chooseItem(first)
      else setFocus({ trajectory: first.trajectory, trajectoryStep: state - 1 })
    }
    stateAtEvent(session, first.trajectory, step).then(open, () => open(null))
  }, [session, trajectory, trace, step, first])
  if (first === undefined) return null
  return trace === null
    ? 'Nothing is chosen yet.'
    : 'The queue has no item of the trace in focus. Choose an item to label it.'
}

/** A decision names its trajectory and step alone; the trace and the event in focus follow once they are known. */
function useFocusFollowsStep(steps: Steps): void {
  const { detail, rows, current } = steps
  const seq = rows[current]?.seq
  const { trace, step } = useFocus()
  useEffect(() => {
    if (detail === undefined || seq === undefined) return
    if (trace === detail.row.trace && step === seq) return
    setFocus({
      trace: detail.row.trace,
      trajectory: detail.row.trajectory,
      trajectoryStep: current === 0 ? null : current - 1,
      step: seq,
    })
  }, [detail, seq, trace, step, current])
}

function moveBy({ rows, current, goTo }: Steps, delta: number): void {
  goTo(Math.max(0, Math.min(rows.length - 1, current + delta)))
}

/** Every act of the view by key. The registry keeps letters and digits from acting while a text field is used. */
function useLabelKeys(steps: Steps, queue: Queue, labelling: Labelling): void {
  const { blocked } = labelling
  const latest = useRef({ steps, queue, labelling })
  useEffect(() => {
    latest.current = { steps, queue, labelling }
  })
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const moveStep = (delta: number): void => moveBy(latest.current.steps, delta)
    const moveItem = (delta: -1 | 1): void => latest.current.queue.move(delta)
    const setting = (name: FailureClass | null) => {
      // Where it cannot, setting says why.
      const set = (): void => latest.current.labelling.set(name)
      return { reason: blocked, run: set, refuse: set }
    }
    return [
      ...FAILURE_CLASSES.map((name) => ({ ...CLASS_COMMANDS[name], ...setting(name) })),
      { ...LABEL_COMMANDS['label.none'], ...setting(null) },
      { ...LABEL_COMMANDS['label.undo'], run: () => latest.current.labelling.undoLast() },
      { ...LABEL_COMMANDS['label.previous-step'], run: () => moveStep(-1) },
      { ...LABEL_COMMANDS['label.next-step'], run: () => moveStep(1) },
      { ...LABEL_COMMANDS['label.previous-item'], run: () => moveItem(-1) },
      { ...LABEL_COMMANDS['label.next-item'], run: () => moveItem(1) },
    ]
  }, [blocked])
  useKeys('Label', bindings)
}

/** What kinds of failure there are: one trajectory at a time, labelled step by step. */
export function LabelView() {
  const { trace, trajectory } = useFocus()
  const where = useAtom(labelFilterAtom)
  const settled = useDebounced(where.trim())
  const rows = useTrajectoryRows(settled, null)
  const steps = useSteps(trajectory)
  const locate = useTrajectoryLocator(settled, null)
  const queue = useQueue(rows, settled, trajectory)
  const labelling = useLabelling(steps)
  const whyNone = useOpening(settled)
  useFocusFollowsStep(steps)
  useLabelKeys(steps, queue, labelling)
  useRowStatus(rows.total, rows.total, 'items')
  const queueSize = useSize('label.queue', 280)
  const sideSize = useSize('label.classes', 264)

  const label = steps.detail?.labels.find((row) => row.step === steps.current - 1)
  return (
    <SplitPane label="Queue and item" min={200} minRest={400} {...queueSize}>
      <LabelQueue
        rows={rows}
        where={where}
        onWhere={labelFilterAtom.set}
        shownWhere={settled}
        trajectory={trajectory}
        trace={trace}
        locate={locate}
        onItem={chooseItem}
        onStep={(delta) => moveBy(steps, delta)}
      />
      <SplitPane label="Item and classes" sized="second" min={180} minRest={240} {...sideSize}>
        {trajectory === null ? (
          <EmptyState text={whyNone ?? ''} />
        ) : (
          <LabelItem steps={steps} queue={queue} />
        )}
        <div className="pane-body">
          <div className="pane-title">
            <h3>
              {steps.current === 0 ? 'Failure class' : `Failure class of step ${steps.current - 1}`}
            </h3>
          </div>
          <ClassLegend labelling={labelling} current={label?.class ?? null} />
          <RecentDecisions labelling={labelling} />
        </div>
      </SplitPane>
    </SplitPane>
  )
}
