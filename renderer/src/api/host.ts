import { useMutation, useQuery } from '@tanstack/react-query'
import type { HostDescription } from '../../../shared/contract/host.ts'
import { useSession } from './session.ts'

/** What this host is and can do; read once per connection. */
export function useHost(): HostDescription | null {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['host', 'describe'],
    queryFn: ({ signal }): Promise<HostDescription> =>
      session.call('host.describe', {}, { signal }),
  })
  return data ?? null
}

/** Shows a path in the system's file manager. */
export function useReveal() {
  const session = useSession()
  return useMutation({ mutationFn: (path: string) => session.call('host.reveal', { path }) })
}

/** Asks for a folder; resolves to null when the dialog was dismissed. */
export function usePickFolder() {
  const session = useSession()
  return useMutation({
    mutationFn: async () => (await session.call('host.pickFolder', {})).path,
  })
}
