import { FAILURE_CLASSES, type FailureClass } from '../../../../shared/corpus/failure-classes.ts'
import { useRecentLabels } from '../../api/labels.ts'
import { setFocus } from '../../state/place.ts'
import { formatTime } from '../../ui/format.ts'
import { classWords, type Labelling } from './use-labelling.ts'

/** What can be wrong with a step, each with its digit; a click sets it too. */
export function ClassLegend({
  labelling,
  current,
}: {
  labelling: Labelling
  /** Class in force on the step in focus. */
  current: FailureClass | null
}) {
  return (
    <fieldset className="classes">
      <legend className="visually-hidden">Failure classes</legend>
      {FAILURE_CLASSES.map((name, index) => (
        <button
          key={name}
          type="button"
          className="class-button"
          aria-pressed={name === current}
          aria-disabled={labelling.blocked !== null}
          title={labelling.blocked ?? undefined}
          onClick={() => labelling.set(name)}
        >
          <kbd>{index + 1}</kbd>
          <span>{classWords(name)}</span>
        </button>
      ))}
      <button
        type="button"
        className="class-button"
        aria-disabled={labelling.blocked !== null || current === null}
        title={labelling.blocked ?? undefined}
        onClick={() => {
          if (current !== null) labelling.set(null)
        }}
      >
        <kbd>0</kbd>
        <span>no label</span>
      </button>
    </fieldset>
  )
}

/** The last decisions still in force; a click goes to where each was made. */
export function RecentDecisions({ onUndo }: { onUndo: () => void }) {
  const { data } = useRecentLabels(10)
  const acts = data ?? []
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Last decisions</h3>
        <span className="spacer" />
        <button type="button" className="text-button" disabled={acts.length === 0} onClick={onUndo}>
          Undo <kbd>Backspace</kbd>
        </button>
      </div>
      {acts.length === 0 ? (
        <p className="pane-note">No decision yet. A digit key labels the step in focus.</p>
      ) : (
        <ol className="decisions">
          {acts.map((act) => (
            <li key={act.act}>
              <button
                type="button"
                className="decision"
                title={`${act.trajectory}, ${formatTime(act.at)}`}
                onClick={() => setFocus({ trajectory: act.trajectory, trajectoryStep: act.step })}
              >
                <span>{act.class === null ? 'label taken off' : classWords(act.class)}</span>
                <span className="muted numbers">
                  step {act.step} · …{act.trajectory.slice(-4)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
