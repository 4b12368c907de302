import { useMemo } from 'react'
import { errorText } from '../../api/errors.ts'
import { useAskAgain } from '../../api/stepping.ts'
import { showToast } from '../../state/toasts.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { PREDICT_COMMANDS } from './commands.ts'
import type { Desk } from './use-desk.ts'

export interface Again {
  readonly run: () => void
  /** Why it cannot be asked for again, in one sentence; null where it can. */
  readonly reason: string | null
}

function predictionOf({ at, entryOf }: Desk): string | null {
  const entry = at === 0 ? null : entryOf(at - 1)
  return entry?.state === 'done' ? entry.prediction.prediction : null
}

function reasonOf(desk: Desk, isPending: boolean): string | null {
  if (isPending) return 'It is being asked for again.'
  if (predictionOf(desk) !== null) return null
  return desk.run === null
    ? 'No kept prediction is in focus.'
    : 'This prediction is of a run, which comes to the same when it is started again.'
}

/** Asks for the prediction in focus again, from all that is kept of it, and says whether the answer is the same. */
export function useAgain(desk: Desk): Again {
  const { mutate, isPending } = useAskAgain()
  const again = useMemo((): Again => {
    const reason = reasonOf(desk, isPending)
    const run = (): void => {
      const prediction = predictionOf(desk)
      if (prediction === null || reason !== null) return
      mutate(prediction, {
        onSuccess: (isSame) =>
          showToast(
            isSame
              ? 'Asked again from its row: the same answer, letter for letter.'
              : 'Asked again from its row, and another answer came: the engine is not the same any more.',
            { tone: isSame ? 'success' : 'error' },
          ),
        onError: (error) => showToast(errorText(error), { tone: 'error' }),
      })
    }
    return { reason, run }
  }, [desk, mutate, isPending])
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [{ ...PREDICT_COMMANDS['predict.again'], ...again }],
    [again],
  )
  useKeys('Predict', bindings)
  return again
}
