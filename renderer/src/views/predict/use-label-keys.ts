import { useMemo } from 'react'
import { FAILURE_CLASSES } from '../../../../shared/corpus/failure-classes.ts'
import { useHost } from '../../api/host.ts'
import { useSession } from '../../api/session.ts'
import { failureStepAtom } from '../../state/first-steps.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { decide, takeBackLast } from '../label/decide.ts'
import { LABEL_COMMANDS, PREDICT_COMMANDS } from './commands.ts'
import type { Desk } from './use-desk.ts'

/** Why the step in focus takes no label, in one sentence; null where it does. */
function reasonOf({ known, branch, at }: Desk): string | null {
  if (known.trajectory === null) return 'Labels are kept with trajectories, and this is none.'
  if (at === 0) return 'The start is given, not predicted; go to a step to label it.'
  return at <= branch.shared ? null : 'A branch is not kept, so its steps take no labels.'
}

/** Digits label the step in focus, as in the Label view. */
export function useLabelKeys(desk: Desk): void {
  const session = useSession()
  const host = useHost()
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const store = { session, store: host?.store ?? '' }
    const readOnly =
      host?.readOnly === true ? (host.readOnlyReason ?? 'The store is read only.') : null
    const trajectory = desk.known.trajectory?.row.trajectory ?? ''
    return [
      ...FAILURE_CLASSES.map((name) => ({
        ...LABEL_COMMANDS[name],
        reason: readOnly ?? reasonOf(desk),
        run: () => {
          decide(store, { trajectory, step: desk.at - 1, class: name })
          failureStepAtom.set((step) => (step === 'label' ? 'export' : step))
        },
      })),
      {
        ...PREDICT_COMMANDS['predict.unlabel'],
        reason: readOnly,
        run: () => takeBackLast(store),
      },
    ]
  }, [desk, session, host])
  useKeys('Predict', bindings)
}
