import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'

interface TokensOf {
  readonly trajectory: string
  readonly codec: string
  /** Null while none is named. */
  readonly tokenizer: string | null
}

/** A trajectory's text in a codec with its tokens, the first ones where there are very many. */
export function useTrajectoryTokens({ trajectory, codec, tokenizer }: TokensOf) {
  const session = useSession()
  return useQuery({
    queryKey: ['trajectory', 'tokens', trajectory, codec, tokenizer],
    queryFn: ({ signal }) => {
      const tokens = tokenizer === null ? null : { tokenizer }
      return session.call('trajectory.text', { trajectory, codec, tokens }, { signal })
    },
    retry: false,
  })
}

/** What is lost of a trajectory where only so many of its first or last tokens fit. */
export function useTrajectoryCut(
  { trajectory, codec, tokenizer }: TokensOf,
  limit: number,
  keep: 'first' | 'last',
) {
  const session = useSession()
  return useQuery({
    queryKey: ['trajectory', 'cut', trajectory, codec, tokenizer, limit, keep],
    queryFn: ({ signal }) =>
      session.call(
        'trajectory.cut',
        { trajectory, codec, tokenizer: tokenizer ?? '', limit, keep },
        { signal },
      ),
    enabled: tokenizer !== null,
    placeholderData: (previous) => previous,
    retry: false,
  })
}
