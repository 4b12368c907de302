import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LabelAct, StateLabels } from '../../../shared/contract/labels.ts'
import type { TrajectoryRow } from '../../../shared/contract/trajectories.ts'
import type { FailureClass } from '../../../shared/corpus/failure-classes.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { type Session, useSession } from './session.ts'
import { trajectoryQuery } from './trajectories.ts'

export interface LabelRequest {
  readonly trajectory: string
  readonly step: number
  /** Null takes the label off. */
  readonly class: FailureClass | null
}

/** What an undo did: the act it took back, and what its step is labelled now. */
export interface UndoResult {
  /** Null when the act had been undone before. */
  readonly undone: LabelAct | null
  readonly label: FailureClass | null
}

function refreshLabels({ queryClient }: Session): void {
  for (const area of ['label', 'trajectory'] as const) {
    void queryClient.invalidateQueries({ queryKey: [area] })
  }
}

/** Labels a step; resolves to the act, or to null when the step was labelled so already. Rejects in words. */
export async function setLabel(session: Session, request: LabelRequest): Promise<LabelAct | null> {
  const { act } = await session.call('label.set', request)
  if (act !== null) refreshLabels(session)
  return act
}

/** Takes back the act with this number. An act of a workspace that is gone counts as undone. Rejects in words. */
export async function undoLabel(session: Session, act: number): Promise<UndoResult> {
  try {
    const result = await session.call('label.undo', { act })
    refreshLabels(session)
    return result
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not-found') {
      return { undone: null, label: null }
    }
    throw error
  }
}

/** The latest acts still in force, newest first. */
export function useRecentLabels(limit = 10) {
  const session = useSession()
  return useQuery({
    queryKey: ['label', 'recent', limit],
    queryFn: async ({ signal }) => (await session.call('label.recent', { limit }, { signal })).acts,
  })
}

function placeQuery(session: Session, where: string, trajectory: string | null) {
  return queryOptions({
    queryKey: ['trajectory', 'place', where, trajectory],
    queryFn: ({ signal }) =>
      session.call(
        'trajectory.positionOf',
        { trajectory: trajectory ?? '', where, trace: null },
        { signal },
      ),
    enabled: trajectory !== null,
  })
}

/** A list of trajectories: those that `where` keeps, of one trace or of all. */
interface TrajectoryList {
  readonly where: string
  readonly trace: string | null
}

function itemQuery(session: Session, { where, trace }: TrajectoryList, index: number) {
  return queryOptions({
    queryKey: ['trajectory', 'item', where, trace, index],
    queryFn: async ({ signal }): Promise<TrajectoryRow | null> => {
      const window = { offset: index, limit: 1 }
      const { rows } = await session.call(
        'trajectory.page',
        { where, trace, ...window },
        { signal },
      )
      return rows[0] ?? null
    },
  })
}

/** How many of the trajectories that `where` keeps come before this one, and whether it is kept itself. */
export function useTrajectoryPlace(where: string, trajectory: string | null) {
  return useQuery(placeQuery(useSession(), where, trajectory))
}

/** The first trajectory of a list, null when it is empty; idle while not `wanted`. */
export function useFirstTrajectory(list: TrajectoryList, wanted: boolean) {
  return useQuery({ ...itemQuery(useSession(), list, 0), enabled: wanted })
}

/**
 * The trajectory after (1) or before (-1) another in what `where` keeps, null past either end. One that the filter
 * does not keep lies between those around it; null lies before the first. Rejects in words.
 */
export async function neighbourOf(
  session: Session,
  where: string,
  trajectory: string | null,
  delta: -1 | 1,
): Promise<TrajectoryRow | null> {
  const { queryClient } = session
  const place =
    trajectory === null
      ? { position: 0, kept: false }
      : await queryClient.fetchQuery(placeQuery(session, where, trajectory))
  const next = place.kept ? place.position + 1 : place.position
  const target = delta === 1 ? next : place.position - 1
  if (target < 0) return null
  return queryClient.fetchQuery(itemQuery(session, { where, trace: null }, target))
}

/** Index of the state of a trajectory that shows this event of its trace, null when none does; 0 is the start. */
export async function stateAtEvent(
  session: Session,
  trajectory: string,
  seq: number,
): Promise<number | null> {
  const { start, steps } = await session.queryClient.fetchQuery(
    trajectoryQuery(session, trajectory),
  )
  if (start.seq === seq) return 0
  const step = steps.findIndex(({ target }) => target?.seq === seq)
  return step < 0 ? null : step + 1
}

const NO_LABELS: readonly StateLabels[] = []

/** The labels in force on the states of a trace, by event; none until they are read. */
export function useTraceLabels(trace: string): readonly StateLabels[] {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['label', 'of-trace', trace],
    queryFn: async ({ signal }) =>
      (await session.call('label.ofTrace', { trace }, { signal })).labels,
  })
  return data ?? NO_LABELS
}
