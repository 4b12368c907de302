import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ModelState, ProviderRow } from '../../../shared/contract/runtime.ts'
import { useSession } from './session.ts'
import { streamed } from './streamed.ts'

/** What the model folder that is loaded here is doing; null until it is known. */
export function useModelState(): ModelState | null {
  const session = useSession()
  const [state, setState] = useState<ModelState | null>(null)
  useEffect(() => {
    // Where it cannot be told, nothing is: what is asked of the model says why.
    return session.watch('runtime.follow', {}, { onItem: setState, onError: () => setState(null) })
  }, [session])
  return state
}

/** Loads a model folder before it is asked for anything. */
export function useLoadModel() {
  const session = useSession()
  return useMutation({
    mutationFn: (model: string) =>
      streamed(session, {
        ...{ name: 'runtime.load', input: { model }, signal: new AbortController().signal },
        toAnswer: (state) => state,
        show: () => {},
      }),
  })
}

/** Ends the process of the model that is loaded. */
export function useEjectModel() {
  const session = useSession()
  return useMutation({ mutationFn: () => session.call('runtime.eject', {}) })
}

/** Tries what can run models on this machine. */
export function useSelfTest() {
  const session = useSession()
  return useMutation({
    mutationFn: () =>
      streamed(session, {
        ...{ name: 'runtime.selfTest', input: {}, signal: new AbortController().signal },
        toAnswer: (item): { readonly rows: ProviderRow[]; readonly text: string } => item,
        show: () => {},
      }),
  })
}
