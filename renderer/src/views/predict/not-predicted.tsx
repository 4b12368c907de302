import { Button } from '../../ui/button.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useKeysOf } from '../../ui/keys.ts'
import { endBefore } from './actions.ts'
import { PREDICT_COMMANDS } from './commands.ts'
import { engineAtom } from './predict-state.ts'
import type { Desk } from './use-desk.ts'
import { askReason, type ViewActs } from './use-predict-keys.ts'

/** The baseline that shows every screen without a model. */
const STUB = 'replay-with-faults'

/** Before any model was chosen: a baseline shows how all of this works. */
function NoModel({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      text="No model is chosen. A baseline shows how this works: it has no belief of its own, and says so."
      action={
        <span className="empty-acts">
          <Button tone="primary" onClick={() => engineAtom.set(STUB)}>
            Use the baseline {STUB}
          </Button>
          <Button onClick={onAdd}>Add a model…</Button>
        </span>
      }
    />
  )
}

/** What stands in place of a prediction that is not there: why, and what to do about it. */
export function NotPredicted({
  desk,
  acts,
  isEdited,
  onAdd,
}: {
  desk: Desk
  acts: ViewActs
  isEdited: boolean
  onAdd: () => void
}) {
  const keysOf = useKeysOf()
  const { engine, at, entryOf } = desk
  if (engine === null) return <NoModel onAdd={onAdd} />
  if (at === 0) {
    return (
      <EmptyState
        text={`This is the start. Step on, and ${engine} says what follows; the recorded run goes along beside it.`}
      />
    )
  }
  if (isEdited) {
    return (
      <EmptyState text={`Changed by hand. Step on, and ${engine} says what follows from here.`} />
    )
  }
  const ended = endBefore(desk, at - 1)
  if (ended !== null) return <EmptyState text={ended} />
  const entry = entryOf(at - 1)
  if (entry?.state === 'asking') {
    return (
      <EmptyState
        text={`${engine} is predicting…`}
        action={<Button onClick={desk.cancel}>Stop</Button>}
        note={
          <pre className="raw-answer">
            {entry.tokens
              .map(({ text }) => text)
              .join('')
              .slice(-400)}
          </pre>
        }
      />
    )
  }
  const text =
    entry?.state === 'failed'
      ? entry.reason
      : entry?.state === 'cancelled'
        ? 'The prediction was stopped before it was there.'
        : 'Not predicted yet.'
  return (
    <EmptyState
      text={text}
      action={
        <span className="empty-acts">
          <Button
            tone="primary"
            aria-disabled={askReason(desk) !== null || undefined}
            hint={commandHint(
              'Predict this step',
              keysOf(PREDICT_COMMANDS['predict.ask']),
              askReason(desk),
            )}
            onClick={() => void desk.predict(at - 1)}
          >
            Predict this step
          </Button>
          <Button
            aria-disabled={acts.askAllReason !== null || undefined}
            hint={commandHint(
              'Predict the whole way',
              keysOf(PREDICT_COMMANDS['predict.ask-all']),
              acts.askAllReason,
            )}
            onClick={acts.askAll}
          >
            Predict the whole way
          </Button>
        </span>
      }
    />
  )
}
