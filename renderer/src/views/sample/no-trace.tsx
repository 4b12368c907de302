import { useHost } from '../../api/host.ts'
import { useNewestTrace } from '../../api/traces.ts'
import { openView, setFocus } from '../../state/place.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A store without any trace: nothing can be drawn before something is recorded. */
export function NothingRecorded() {
  const host = useHost()
  if (host?.readOnly) {
    return (
      <EmptyState text="This store holds no traces, and it is read-only: nothing can be drawn." />
    )
  }
  return (
    <EmptyState
      text="Trajectories are drawn from traces, and there is none yet."
      action={
        <Button tone="primary" icon="plus" onClick={() => openView('record')}>
          Record a program…
        </Button>
      }
    />
  )
}

/** In place of the preview while no trace is in focus. */
export function NoTrace() {
  const { data: newest } = useNewestTrace()
  if (newest === null) return <NothingRecorded />
  return (
    <EmptyState
      text="Choose a trace, and what the policy would draw from it is shown here: press Ctrl+P and type its name."
      action={
        newest === undefined ? null : (
          <Button
            tone="primary"
            hint={newest.program}
            onClick={() => setFocus({ trace: newest.trace, step: 0 })}
          >
            Take the newest
          </Button>
        )
      }
    />
  )
}
