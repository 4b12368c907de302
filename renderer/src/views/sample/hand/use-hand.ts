import { useCallback, useMemo } from 'react'
import { formatNoun } from '../../../../../shared/base/words.ts'
import type { TrajectoryDetail } from '../../../../../shared/contract/trajectories.ts'
import { HAND } from '../../../../../shared/trajectory/hand.ts'
import type { Action } from '../../../../../shared/trajectory/types.ts'
import { errorText } from '../../../api/errors.ts'
import { type HandAct, useGold, useHandAct } from '../../../api/hand.ts'
import { setFocus } from '../../../state/place.ts'
import { showToast } from '../../../state/toasts.ts'

export interface HandActs {
  /** Takes an action at the state in focus: in place at the end of an own trajectory, else on a branch. */
  readonly take: (action: Action) => void
  readonly branch: () => void
  readonly cut: () => void
  readonly toggleGold: () => void
  /** Why the tail is not deleted, one sentence; null where it can be. */
  readonly cutReason: string | null
  readonly gold: boolean
  readonly isOwn: boolean
}

/** Brings the last state of a trajectory into focus. */
function showEnd({ row, start, steps }: TrajectoryDetail): void {
  const states = [start, ...steps.map(({ target }) => target)].filter((one) => one !== null)
  setFocus({
    trajectory: row.trajectory,
    trajectoryStep: steps.length === 0 ? null : steps.length - 1,
    step: states.at(-1)?.seq ?? start.seq,
  })
}

function tell(error: unknown): void {
  showToast(errorText(error), { tone: 'error' })
}

function cutReasonOf({ row, steps }: TrajectoryDetail, current: number): string | null {
  if (row.policy !== HAND)
    return 'A drawn trajectory stays as it is; branch it here and change the branch.'
  if (row.gold) return 'A gold trajectory is not changed; take the mark off first.'
  return current >= steps.length ? 'Nothing comes after this state.' : null
}

/** A way to begin a trajectory by hand, which then is in focus. */
export function useBeginByHand() {
  const { mutate } = useHandAct()
  return useCallback(
    (input: Extract<HandAct, { kind: 'begin' }>) =>
      mutate(input, { onSuccess: showEnd, onError: tell }),
    [mutate],
  )
}

/** What a person can do with a trajectory at one of its states; `current` 0 is its start. */
export function useHand(detail: TrajectoryDetail, current: number): HandActs {
  const { mutate } = useHandAct()
  const { mutate: mark } = useGold()
  return useMemo(() => {
    const { row, steps } = detail
    const { trajectory, gold } = row
    const isOwn = row.policy === HAND
    const run = (input: HandAct): void => mutate(input, { onSuccess: showEnd, onError: tell })
    const isEnd = current === steps.length && row.exit === null
    const cutReason = cutReasonOf(detail, current)
    const undoCut = (): void => {
      const actions = steps.slice(current).map(({ action }) => action)
      run({ kind: 'act', trajectory, length: current, inPlace: true, actions })
    }
    return {
      isOwn,
      gold,
      cutReason,
      take: (action) =>
        run({
          kind: 'act',
          trajectory,
          length: current,
          inPlace: isOwn && !gold && isEnd,
          actions: [action],
        }),
      branch: () => run({ kind: 'branch', trajectory, length: current }),
      cut: () => {
        if (cutReason !== null) return
        mutate(
          { kind: 'cut', trajectory, length: current },
          {
            onSuccess: (cut) => {
              showEnd(cut)
              const count = steps.length - current
              const were = `${formatNoun(count, 'action')} ${count === 1 ? 'was' : 'were'}`
              showToast(`${were} deleted.`, { action: { label: 'Undo', run: undoCut } })
            },
            onError: tell,
          },
        )
      },
      toggleGold: () => mark({ trajectory, gold: !gold }, { onError: tell }),
    }
  }, [detail, current, mutate, mark])
}
