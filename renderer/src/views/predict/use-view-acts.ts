import { useMemo, useState } from 'react'
import type { StepSide } from '../../../../shared/contract/stepping.ts'
import { errorText } from '../../api/errors.ts'
import { useHost } from '../../api/host.ts'
import { isActive, useJob } from '../../api/jobs.ts'
import { useRunTrajectory } from '../../api/stepping.ts'
import { showToast } from '../../state/toasts.ts'
import type { Sides } from './sides.ts'
import { isGiven } from './step-requests.ts'
import type { Desk } from './use-desk.ts'
import type { ViewActs } from './use-predict-keys.ts'

/** The state that is changed when one changes the state in focus: the one the model is given there. */
export function editedFrom({ branch, mode, at }: Desk, sides: Sides): StepSide | null {
  return isGiven(branch, mode, at) ? sides.predicted : sides.real
}

function editReasonOf(desk: Desk, sides: Sides): string | null {
  const side = editedFrom(desk, sides)
  if (side === null) return 'No state is known here that could be changed.'
  return side.outcome.kind === 'exit' ? 'This is the exit, which has nothing to change.' : null
}

/** Predicts a whole way: an own trajectory by a job, anything else step by step. */
function useAskAll(desk: Desk) {
  const host = useHost()
  const start = useRunTrajectory()
  const [started, setStarted] = useState<string | null>(null)
  const { data: job } = useJob(started)
  const { known, branch, asking, mode, run } = desk
  const isJob = known.trajectory !== null && branch.from === null
  const isRunning = start.isPending || (job !== undefined && isActive(job.state))
  return useMemo(() => {
    const reason = (): string | null => {
      if (asking === null) return 'No model is chosen that could be asked.'
      if (branch.actions.length === 0) return 'Nothing was done yet that could be predicted.'
      if (run !== null && isJob) return 'This way is predicted.'
      if (isRunning) return 'The whole way is being predicted.'
      return isJob && host?.readOnly === true ? (host.readOnlyReason ?? 'Read only.') : null
    }
    const askAll = (): void => {
      if (reason() !== null || asking === null) return
      if (!isJob || known.trajectory === null) {
        void (async () => {
          for (let step = 0; step < branch.actions.length; step++) {
            if ((await desk.predict(step)) === null) return
          }
        })()
        return
      }
      const { trajectory } = known.trajectory.row
      const suite = mode === 'forced' ? 'next-state' : 'horizon'
      start.mutate(
        { trajectory, ...asking, suite },
        {
          onSuccess: setStarted,
          onError: (error) => showToast(errorText(error), { tone: 'error' }),
        },
      )
    }
    return { askAll, askAllReason: reason() }
  }, [desk, known, branch, asking, mode, run, isJob, isRunning, host, start])
}

/** What can be done with the state in focus beside stepping. */
export function useViewActs(desk: Desk, sides: Sides, onEdit: () => void): ViewActs {
  const all = useAskAll(desk)
  const editReason = editReasonOf(desk, sides)
  return useMemo(() => ({ ...all, edit: onEdit, editReason }), [all, onEdit, editReason])
}
