import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Session, SessionContext } from './session.ts'

/** Gives the components inside it the session and its query cache. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return (
    <QueryClientProvider client={session.queryClient}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  )
}
