import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** What a policy asks of a trace besides its tree. */
interface PolicyFacts {
  readonly trace: string
  /** Which calls a query of steps keeps; null asks for none. */
  readonly where: string | null
  readonly writes: boolean
  readonly sizes: boolean
}

/** The calls a query keeps, how much each event wrote and how long that is, as far as they are asked for. */
export function usePolicyFacts({ trace, where, writes, sizes }: PolicyFacts) {
  const session = useSession()
  return useQuery({
    queryKey: ['trace', 'policy facts', trace, where, writes, sizes],
    queryFn: ({ signal }) =>
      session.call('policy.facts', { trace, where, writes, sizes }, { signal }),
    enabled: trace !== '' && (where !== null || writes || sizes),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
