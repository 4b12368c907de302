import { useMutation } from '@tanstack/react-query'
import type { TrajectoryDetail } from '../../../shared/contract/trajectories.ts'
import type { Action, Direction } from '../../../shared/trajectory/types.ts'
import { type Session, useSession } from './session.ts'

/** What a person does to a trajectory. */
export type HandAct =
  | { readonly kind: 'begin'; readonly trace: string; readonly direction: Direction }
  /** At the end where the trajectory is the person's own and `length` is its end; else on a branch of it. */
  | {
      readonly kind: 'act'
      readonly trajectory: string
      readonly length: number
      readonly inPlace: boolean
      readonly actions: readonly Action[]
    }
  | { readonly kind: 'cut'; readonly trajectory: string; readonly length: number }
  | { readonly kind: 'branch'; readonly trajectory: string; readonly length: number }

async function act(session: Session, input: HandAct): Promise<TrajectoryDetail> {
  switch (input.kind) {
    case 'begin':
      return session.call('hand.begin', {
        trace: input.trace,
        direction: input.direction,
        entry: null,
      })
    case 'cut':
      return session.call('hand.cut', { trajectory: input.trajectory, length: input.length })
    case 'branch':
      return session.call('hand.branch', { trajectory: input.trajectory, length: input.length })
    case 'act': {
      const { trajectory, length, inPlace, actions } = input
      let detail = inPlace
        ? await session.call('trajectory.get', { trajectory })
        : await session.call('hand.branch', { trajectory, length })
      // Where it has grown meanwhile, the first of them is refused: it was meant for another state.
      for (const [index, action] of actions.entries()) {
        detail = await session.call('hand.append', {
          trajectory: detail.row.trajectory,
          length: length + index,
          action,
        })
      }
      return detail
    }
  }
}

/** Makes and changes trajectories by hand; what is shown of trajectories is read again. */
export function useHandAct() {
  const session = useSession()
  return useMutation({
    mutationFn: (input: HandAct) => act(session, input),
    onSettled: () => session.queryClient.invalidateQueries({ queryKey: ['trajectory'] }),
  })
}

/** Marks a trajectory as good, or takes the mark off. */
export function useGold() {
  const session = useSession()
  return useMutation({
    mutationFn: (input: { readonly trajectory: string; readonly gold: boolean }) =>
      session.call('hand.gold', input),
    onSettled: () => session.queryClient.invalidateQueries({ queryKey: ['trajectory'] }),
  })
}
