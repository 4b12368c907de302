import { useCallback, useMemo } from 'react'
import type { TrajectoryDetail } from '../../../../shared/contract/trajectories.ts'
import type { TextSpan } from '../../../../shared/grammar/types.ts'
import { useTrajectory, useTrajectoryText } from '../../api/trajectories.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import { type StepRow, stepRows } from '../../ui/step-rows.ts'

/** The codec whose text the views show. */
export const SHOWN_CODEC = 'nd@1'

const NO_ROWS: readonly StepRow[] = []

export interface Steps {
  readonly detail: TrajectoryDetail | undefined
  readonly encoded: { readonly text: string; readonly spans: readonly TextSpan[] } | undefined
  readonly rows: readonly StepRow[]
  /** Index of the state in focus; 0 is the start. */
  readonly current: number
  /** Moves the focus to a state: its step in the trajectory and its event in the trace. */
  readonly goTo: (state: number) => void
  readonly error: Error | null
}

/** The trajectory in focus as rows, with the state in focus. */
export function useSteps(trajectory: string | null): Steps {
  const focus = useFocus()
  const detail = useTrajectory(trajectory)
  const encoded = useTrajectoryText(trajectory, SHOWN_CODEC)
  const rows = useMemo(
    () =>
      detail.data === undefined || encoded.data === undefined
        ? NO_ROWS
        : stepRows(detail.data, encoded.data),
    [detail.data, encoded.data],
  )
  const goTo = useCallback(
    (state: number) => {
      const row = rows[state]
      if (row === undefined || detail.data === undefined) return
      setFocus({
        trace: detail.data.row.trace,
        trajectory: detail.data.row.trajectory,
        trajectoryStep: state === 0 ? null : state - 1,
        step: row.seq,
      })
    },
    [rows, detail.data],
  )
  const current = Math.min(
    focus.trajectoryStep === null ? 0 : focus.trajectoryStep + 1,
    Math.max(0, rows.length - 1),
  )
  const error = detail.error ?? encoded.error
  return { detail: detail.data, encoded: encoded.data, rows, current, goTo, error }
}
