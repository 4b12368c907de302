import { useCallback, useMemo } from 'react'
import type { FirstFailure } from '../../../../shared/contract/stepping.ts'
import { useFirstFailure } from '../../api/stepping.ts'
import { useAtom } from '../../state/atom.ts'
import { failureStepAtom } from '../../state/first-steps.ts'
import { openView } from '../../state/place.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { Icon } from '../../ui/icon.tsx'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { engineAtom, listedAtom, modeAtom } from '../predict/predict-state.ts'

/** Kept by the browser: who has seen it, or wants none of it, is not asked again. */
const dismissedAtom = createStoredAtom('failure-card', false, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)

const FAILURE_COMMANDS = declareCommands('Corpus', 'in the Corpus view', {
  'corpus.first-failure': { keys: ['x'], description: 'Show where the model fails first' },
})

/** Opens the Predict view one step before the failure. */
function show({ trace, trajectory, step, engine, suite }: FirstFailure): void {
  engineAtom.set(engine)
  modeAtom.set(suite === 'horizon' ? 'free' : 'forced')
  listedAtom.set(false)
  failureStepAtom.set((now) => (now === 'none' ? 'over' : now))
  openView('predict', { trace, trajectory, trajectoryStep: step === 0 ? null : step - 1 })
}

/** The shortest way to what this workbench is for: a step that a model gets wrong. */
export function FirstFailureCard() {
  const { data: failure = null } = useFirstFailure()
  const isDismissed = useAtom(dismissedAtom)
  const open = useCallback(() => {
    if (failure !== null) show(failure)
  }, [failure])
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...FAILURE_COMMANDS['corpus.first-failure'],
        reason: failure === null ? 'No run has predicted anything wrong yet.' : null,
        run: open,
      },
    ],
    [failure, open],
  )
  useKeys('Corpus', bindings)
  if (failure === null || isDismissed) return null
  const { engine, mark, program, step } = failure
  return (
    <section className="failure-card" aria-label="Where does the model fail first?">
      <Icon name="warning" />
      <strong>Where does the model fail first?</strong>
      <span className="ellipsis">
        {engine}
        {mark === null ? '' : ' (no model)'} goes wrong at step {step} of {program}.
      </span>
      <Button onClick={open}>Show it</Button>
      <span className="spacer" />
      <IconButton icon="close" label="Dismiss" onClick={() => dismissedAtom.set(true)} />
    </section>
  )
}
