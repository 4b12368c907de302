import type { LabelAct } from '../../../../shared/contract/labels.ts'
import {
  classWords,
  FAILURE_CLASSES,
  type FailureClass,
} from '../../../../shared/corpus/failure-classes.ts'
import { setFocus } from '../../state/place.ts'
import { formatTime } from '../../ui/format.ts'
import { KeyList } from '../../ui/key-list.tsx'
import { useKeysOf } from '../../ui/keys.ts'
import { CLASS_COMMANDS, LABEL_COMMANDS } from './label-commands.ts'
import type { Labelling } from './use-labelling.ts'

/** What can be wrong with a step, each with its digit; a click sets it too. */
export function ClassLegend({
  labelling,
  current,
}: {
  labelling: Labelling
  /** Class in force on the step in focus. */
  current: FailureClass | null
}) {
  const keysOf = useKeysOf()
  return (
    <fieldset className="classes">
      <legend className="visually-hidden">Failure classes</legend>
      {FAILURE_CLASSES.map((name) => (
        <button
          key={name}
          type="button"
          className="class-button"
          aria-pressed={name === current}
          aria-disabled={labelling.blocked !== null}
          title={labelling.blocked ?? undefined}
          onClick={() => labelling.set(name)}
        >
          <KeyList keys={keysOf(CLASS_COMMANDS[name])} />
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
        <KeyList keys={keysOf(LABEL_COMMANDS['label.none'])} />
        <span>no label</span>
      </button>
    </fieldset>
  )
}

function Decision({ act, labelling }: { act: LabelAct; labelling: Labelling }) {
  const what = act.class === null ? 'label taken off' : classWords(act.class)
  const isOwn = labelling.own.includes(act.act)
  const where = isOwn ? '' : ', made in another window or on the command line'
  return (
    <li className="decision-row">
      <button
        type="button"
        className="decision"
        title={`${act.trajectory}, ${formatTime(act.at)}${where}`}
        onClick={() => setFocus({ trajectory: act.trajectory, trajectoryStep: act.step })}
      >
        <span className="ellipsis">{what}</span>
        <span className="muted numbers">
          step {act.step} · …{act.trajectory.slice(-4)}
        </span>
      </button>
      <button
        type="button"
        className="text-button"
        disabled={labelling.readOnly !== null}
        title={labelling.readOnly ?? undefined}
        aria-label={`Undo: ${what}, step ${act.step}`}
        onClick={() => labelling.undo(act)}
      >
        Undo
      </button>
    </li>
  )
}

/** The last decisions still in force, whoever made them; a click goes to where each was made. */
export function RecentDecisions({ labelling }: { labelling: Labelling }) {
  const { acts, own, readOnly, undoLast } = labelling
  const keysOf = useKeysOf()
  return (
    <div className="recent-decisions">
      <div className="pane-title">
        <h3>Last decisions</h3>
        <span className="spacer" />
        <button
          type="button"
          className="text-button"
          disabled={own.length === 0 || readOnly !== null}
          title={readOnly ?? 'Undo the last decision of this window'}
          onClick={undoLast}
        >
          Undo <KeyList keys={keysOf(LABEL_COMMANDS['label.undo'])} />
        </button>
      </div>
      {acts.length === 0 ? (
        <p className="pane-note">No decision yet. A digit key labels the step in focus.</p>
      ) : (
        <ol className="decisions">
          {acts.map((act) => (
            <Decision key={act.act} act={act} labelling={labelling} />
          ))}
        </ol>
      )}
    </div>
  )
}
