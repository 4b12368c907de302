import { useHost } from '../api/host.ts'
import { useConnection, useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Says that the connection is lost, and offers to reconnect. Nothing while it is open. */
export function ConnectionNotice() {
  const session = useSession()
  const connection = useConnection()
  if (connection.state !== 'lost') return null
  return (
    <div className="notice error connection" role="alert">
      <Icon name="warning" />
      <p>{connection.reason}</p>
      <Button tone="primary" onClick={() => void session.connect()}>
        Reconnect
      </Button>
    </div>
  )
}

/** Says why nothing can be written, when nothing can. */
export function ReadOnlyNotice() {
  const host = useHost()
  if (host === null || !host.readOnly) return null
  return (
    <div className="notice warning read-only" role="status">
      <Icon name="warning" />
      <p>
        <strong>Read-only.</strong> {host.readOnlyReason ?? 'This store cannot be written.'}
      </p>
    </div>
  )
}
