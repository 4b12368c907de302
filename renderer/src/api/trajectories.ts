import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type {
  SampleRequest,
  TrajectoryDetail,
  TrajectoryRow,
} from '../../../shared/contract/trajectories.ts'
import { FAILURE_CLASSES, type FailureClass } from '../../../shared/corpus/failure-classes.ts'
import { noteStartedJob } from './jobs.ts'
import { type PagedRows, type PageOf, usePagedRows } from './pages.ts'
import { type Session, useSession } from './session.ts'

/** Trajectories that `where` keeps, of one trace or of all. */
export function useTrajectoryRows(
  where: string,
  trace: string | null,
): PagedRows<TrajectoryRow, PageOf<TrajectoryRow>> {
  const session = useSession()
  return usePagedRows<TrajectoryRow, PageOf<TrajectoryRow>>(
    ['trajectory', 'page', where, trace],
    (offset, limit, signal) =>
      session.call('trajectory.page', { where, trace, offset, limit }, { signal }),
  )
}

/** Finds a trajectory in the list of `useTrajectoryRows`: its index, or null where the list does not hold it. */
export function useTrajectoryLocator(
  where: string,
  trace: string | null,
): (trajectory: string) => Promise<number | null> {
  const session = useSession()
  return useCallback(
    (trajectory) =>
      session.call('trajectory.positionOf', { trajectory, where, trace }).then(
        ({ position, kept }) => (kept ? position : null),
        // Why the list cannot be read is said by the list itself.
        () => null,
      ),
    [session, where, trace],
  )
}

/** How many trajectories `where` keeps. */
export function useTrajectoryCount(where: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['trajectory', 'count', where],
    queryFn: async ({ signal }) =>
      (
        await session.call(
          'trajectory.page',
          { where, trace: null, offset: 0, limit: 1 },
          { signal },
        )
      ).total,
    placeholderData: (previous) => previous,
  })
}

/** How many trajectories have a step of each failure class. */
export function useClassCounts(wanted: boolean) {
  const session = useSession()
  return useQuery({
    queryKey: ['trajectory', 'classes'],
    queryFn: async ({ signal }) => {
      const counts = FAILURE_CLASSES.map(async (name) => {
        const input = { where: `"${name}" in labels`, trace: null, offset: 0, limit: 1 }
        return [name, (await session.call('trajectory.page', input, { signal })).total] as const
      })
      return Object.fromEntries(await Promise.all(counts)) as Readonly<Record<FailureClass, number>>
    },
    enabled: wanted,
  })
}

export function trajectoryQuery(session: Session, trajectory: string | null) {
  return queryOptions({
    queryKey: ['trajectory', 'get', trajectory],
    queryFn: ({ signal }): Promise<TrajectoryDetail> =>
      session.call('trajectory.get', { trajectory: trajectory ?? '' }, { signal }),
    enabled: trajectory !== null,
  })
}

/** One trajectory with its steps and labels; idle while `trajectory` is null. */
export function useTrajectory(trajectory: string | null) {
  return useQuery(trajectoryQuery(useSession(), trajectory))
}

/** The trajectory as training text, with the role of each part. */
export function useTrajectoryText(trajectory: string | null, codec: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['trajectory', 'text', trajectory, codec],
    queryFn: ({ signal }) =>
      session.call('trajectory.text', { trajectory: trajectory ?? '', codec }, { signal }),
    enabled: trajectory !== null,
  })
}

/** Starts a sampling job; resolves to its id. */
export function useSample() {
  const session = useSession()
  return useMutation({
    mutationFn: async (request: SampleRequest): Promise<string> => {
      const { job } = await session.call('trajectory.sample', request)
      return noteStartedJob(session, job)
    },
  })
}
