import { type RefObject, useMemo } from 'react'
import { wrongFrom } from '../../draw/accuracy.ts'
import { createAtom } from '../../state/atom.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { type Accuracy, accuracyChoiceAtom } from './use-accuracy.ts'
import type { Debugger } from './use-debugger.ts'

const ACCURACY_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.paint-accuracy': {
    keys: ['a'],
    description: 'Accuracy of predictions on tree and timeline, or none',
  },
  'trace.choose-accuracy': { keys: ['A'], description: 'Choose whose accuracy is painted' },
})

/** Named apart from the other commands of the view: two compared traces give their keys to the differences. */
const WALK_COMMANDS = declareCommands('Trace', 'in the Trace view with one trace open', {
  'prediction.next-wrong': { keys: ['d'], description: 'Next state that is predicted wrong' },
  'prediction.previous-wrong': {
    keys: ['D'],
    description: 'Previous state that is predicted wrong',
  },
})

const NONE = 'No state of this trace was predicted by a run that is done.'
const NOT_PAINTED = 'Paint the accuracy of predictions first.'

/** What was painted last, to be painted again. */
const lastChoiceAtom = createAtom<Accuracy['choice']>(null)

function toggle({ options, choice }: Accuracy): void {
  if (choice !== null) {
    lastChoiceAtom.set(choice)
    accuracyChoiceAtom.set(null)
    return
  }
  const last = JSON.stringify(lastChoiceAtom.get())
  const again = options.find(({ of }) => JSON.stringify(of) === last)
  accuracyChoiceAtom.set((again ?? options[0])?.of ?? null)
}

function walkReason({ options, painted }: Accuracy, target: number | null): string | null {
  if (options.length === 0) return NONE
  if (painted === null) return NOT_PAINTED
  return target === null ? 'No state in this direction is predicted wrong.' : null
}

interface AccuracyKeys {
  readonly accuracy: Accuracy
  readonly debug: Pick<Debugger, 'seq' | 'goTo'>
  /** Two traces stand beside each other, where these keys go from one difference to another. */
  readonly isCompared: boolean
  readonly within: RefObject<HTMLElement | null>
}

/** Binds what paints predictions, and what goes from one that is wrong to another. */
export function useAccuracyKeys({ accuracy, debug, isCompared, within }: AccuracyKeys): void {
  const { seq, goTo } = debug
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const { options, painted, choice } = accuracy
    const reason = options.length === 0 && choice === null ? NONE : null
    const walk = (direction: 1 | -1) => {
      const target = painted === null ? null : wrongFrom(painted, seq, direction)
      return {
        reason: walkReason(accuracy, target),
        run: () => target !== null && goTo(target),
      }
    }
    return [
      {
        ...ACCURACY_COMMANDS['trace.paint-accuracy'],
        reason,
        current: choice !== null,
        run: () => toggle(accuracy),
      },
      {
        ...ACCURACY_COMMANDS['trace.choose-accuracy'],
        reason,
        run: () => within.current?.querySelector<HTMLElement>('.accuracy-choice')?.focus(),
      },
      ...(isCompared
        ? []
        : [
            { ...WALK_COMMANDS['prediction.next-wrong'], ...walk(1) },
            { ...WALK_COMMANDS['prediction.previous-wrong'], ...walk(-1) },
          ]),
    ]
  }, [accuracy, seq, goTo, isCompared, within])
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
}
