import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

/** What a policy asks of a trace besides its tree. */
interface PolicyFacts {
  readonly trace: string
  /** Which calls a query of steps keeps; null asks for none. */
  readonly where: string | null
  readonly writes: boolean
}

/** The calls a query keeps and how much each event wrote, as far as they are asked for. */
export function usePolicyFacts({ trace, where, writes }: PolicyFacts) {
  const session = useSession()
  return useQuery({
    queryKey: ['trace', 'policy facts', trace, where, writes],
    queryFn: ({ signal }) => session.call('policy.facts', { trace, where, writes }, { signal }),
    enabled: where !== null || writes,
    retry: false,
  })
}
