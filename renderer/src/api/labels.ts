import { useMutation, useQuery } from '@tanstack/react-query'
import type { FailureClass } from '../../../shared/corpus/failure-classes.ts'
import { type Session, useSession } from './session.ts'

export interface LabelRequest {
  readonly trajectory: string
  readonly step: number
  /** Null takes the label off. */
  readonly class: FailureClass | null
}

/** What a label changes is read again before the act counts as done, so that the next one sees it. */
async function refreshLabels(session: Session): Promise<void> {
  await Promise.all(
    (['label', 'trajectory'] as const).map((area) =>
      session.queryClient.invalidateQueries({ queryKey: [area] }),
    ),
  )
}

export function useSetLabel() {
  const session = useSession()
  return useMutation({
    mutationFn: (request: LabelRequest) => session.call('label.set', request),
    onSuccess: () => refreshLabels(session),
  })
}

/** Takes back the latest act in force; resolves to it, or to null when there was none. */
export function useUndoLabel() {
  const session = useSession()
  return useMutation({
    mutationFn: async () => (await session.call('label.undo', { act: null })).undone,
    onSuccess: () => refreshLabels(session),
  })
}

/** The latest acts still in force, newest first. */
export function useRecentLabels(limit = 10) {
  const session = useSession()
  return useQuery({
    queryKey: ['label', 'recent', limit],
    queryFn: async ({ signal }) => (await session.call('label.recent', { limit }, { signal })).acts,
  })
}
