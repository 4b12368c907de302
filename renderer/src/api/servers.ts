import { useMutation } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** Asks the server of a model what it is; the list of models then tells it too. */
export function useCheckServer() {
  const session = useSession()
  return useMutation({
    mutationFn: (name: string) => session.call('server.check', { name }),
    onSettled: () => session.queryClient.invalidateQueries({ queryKey: ['model'] }),
  })
}

/** Gives the key for the server of a model to the host, or has it forget it. Nothing of it stays in the page. */
export function useServerKey() {
  const session = useSession()
  return useMutation({
    mutationFn: (input: { readonly name: string; readonly key: string | null }) =>
      session.call('server.setKey', input),
    gcTime: 0,
    onSettled: () => session.queryClient.invalidateQueries({ queryKey: ['model'] }),
  })
}
