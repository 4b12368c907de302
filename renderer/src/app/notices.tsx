import { useHost } from '../api/host.ts'
import { useConnection, useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'

/** Says that the connection is lost, and offers to reconnect. Nothing while it is open. */
export function ConnectionNotice() {
  const session = useSession()
  const connection = useConnection()
  if (connection.state !== 'lost') return null
  return (
    <div className="notice error" role="alert">
      <Icon name="warning" />
      <p>{connection.reason}</p>
      <Button tone="primary" onClick={() => void session.connect()}>
        Reconnect
      </Button>
    </div>
  )
}

/** The whole page before the first connection: nothing for the moment that takes, or why there is none. */
export function Unconnected() {
  const session = useSession()
  const connection = useConnection()
  if (connection.state !== 'lost') return null
  return (
    <main className="unconnected" role="alert">
      <EmptyState
        text={connection.reason}
        action={
          <Button tone="primary" onClick={() => void session.connect()}>
            Connect
          </Button>
        }
      />
    </main>
  )
}

/** Says why nothing can be written, when nothing can. */
export function ReadOnlyNotice() {
  const host = useHost()
  if (host === null || !host.readOnly) return null
  return (
    <div className="notice warning" role="status">
      <Icon name="warning" />
      <p>
        <strong>Read-only.</strong> {host.readOnlyReason ?? 'This store cannot be written.'}
      </p>
    </div>
  )
}
