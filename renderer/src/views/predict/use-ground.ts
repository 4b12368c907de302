import { useMemo } from 'react'
import type { TrajectoryDetail } from '../../../../shared/contract/trajectories.ts'
import type { StateRef } from '../../../../shared/trajectory/types.ts'
import { useTrajectory } from '../../api/trajectories.ts'
import { useAtom } from '../../state/atom.ts'
import { useFocus } from '../../state/place.ts'
import { original } from './branches.ts'
import { startAtom, type Ways, waysAtom } from './predict-state.ts'
import type { Ground } from './step-requests.ts'

/** What one steps on: a trajectory's part of a trace, or the trace from a state on. */
export interface KnownGround {
  readonly key: string
  readonly ground: Ground
  readonly trajectory: TrajectoryDetail | null
  readonly ways: Ways
}

/** Where the actions of a trajectory lead on the recording; null is the exit. */
export function recordedPath({ start, steps }: TrajectoryDetail): readonly (StateRef | null)[] {
  return [start, ...steps.map(({ target }) => target)]
}

const NO_ACTIONS: Ways = { branches: [original([])], current: 0 }

function groundOf({ row, scope, start }: TrajectoryDetail): Ground {
  return { trace: row.trace, direction: row.direction, scope, start }
}

/** A trajectory that grew since is another: its actions are named in the key. */
function keyOf({ row, steps }: TrajectoryDetail): string {
  return `${row.trajectory} ${steps.length}`
}

/** The ground in focus; null while nothing is chosen or what was chosen is on its way. */
export function useGround(): {
  readonly known: KnownGround | null
  readonly isPending: boolean
  readonly error: Error | null
} {
  const { trajectory, trace } = useFocus()
  const { data, error } = useTrajectory(trajectory)
  const start = useAtom(startAtom)
  const all = useAtom(waysAtom)
  const known = useMemo((): KnownGround | null => {
    if (trajectory !== null) {
      if (data === undefined) return null
      const key = keyOf(data)
      const actions = data.steps.map(({ action }) => action)
      const ways = all.get(key) ?? { branches: [original(actions)], current: 0 }
      return { key, ground: groundOf(data), trajectory: data, ways }
    }
    if (start === null || start.trace !== trace) return null
    const { back: _, ...ground } = start
    const key = JSON.stringify(ground)
    return { key, ground, trajectory: null, ways: all.get(key) ?? NO_ACTIONS }
  }, [trajectory, trace, data, start, all])
  return { known, isPending: trajectory !== null && data === undefined && error === null, error }
}
