import { useEffect, useRef } from 'react'
import { useConnection } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ViewNotLoaded } from './views.ts'

/**
 * In place of a view whose code did not come. The page is loaded again when the connection is back: browsers remember
 * what code did not come, and some ask for it never again.
 */
export function NotLoaded({ error }: { readonly error: ViewNotLoaded }) {
  const isOpen = useConnection().state === 'open'
  const wasLost = useRef(!isOpen)
  useEffect(() => {
    if (!isOpen) wasLost.current = true
    else if (wasLost.current) location.reload()
  })
  if (!isOpen) {
    return <EmptyState text="The connection is lost. This view opens when it is back." />
  }
  return (
    <EmptyState
      text={`${error.message} Load the page again; it comes back to this place.`}
      action={
        <Button tone="primary" onClick={() => location.reload()}>
          Load again
        </Button>
      }
    />
  )
}
