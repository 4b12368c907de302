import { useEffect, useRef } from 'react'
import { useAtom } from '../state/atom.ts'
import {
  type FailureStep,
  type FirstStep,
  failureStepAfter,
  failureStepAtom,
  firstStepAfter,
  firstStepAtom,
  type SeenPlace,
} from '../state/first-steps.ts'
import { placeAtom, useView } from '../state/place.ts'
import { useShownRows } from '../state/status.ts'
import { showKey } from '../ui/key-notation.ts'
import { useKeysOf } from '../ui/keys.ts'
import { PALETTE_COMMANDS } from '../views/palette/palette-commands.ts'
import { LABEL_WRONG_VALUE, PREDICT_COMMANDS } from '../views/predict/commands.ts'
import { COMMAND_INFO } from '../views/trace/commands.ts'

function seen(): SeenPlace {
  const { view, focus } = placeAtom.get()
  const { trace, step, trajectoryStep } = focus
  return { view, trace, step, trajectoryStep }
}

/** Goes on to the next thing when the user has done the one that is shown. */
function useProgress(): void {
  const last = useRef(seen())
  useEffect(
    () =>
      placeAtom.subscribe(() => {
        const now = seen()
        firstStepAtom.set((step) => firstStepAfter(step, last.current, now))
        failureStepAtom.set((step) => failureStepAfter(step, last.current, now))
        last.current = now
      }),
    [],
  )
}

/** A key in force as it is read. */
function useKeyText() {
  const keysOf = useKeysOf()
  return (command: { readonly id: string; readonly keys: readonly string[] }): string => {
    const [first] = keysOf(command)
    return first === undefined ? 'the button' : showKey(first)
  }
}

function Line({ text, last, onEnd }: { text: string; last: boolean; onEnd: () => void }) {
  return (
    <span className="status-item first-steps" role="status">
      {text}
      <button type="button" className="text-button" onClick={onEnd}>
        {last ? 'Done' : 'Dismiss'}
      </button>
    </span>
  )
}

type ShownFailureStep = Exclude<FailureStep, 'none' | 'done'>

/** What to do next for who asked where the model fails. */
function FailureLine({ step }: { step: ShownFailureStep }) {
  const key = useKeyText()
  const words: Readonly<Record<ShownFailureStep, string>> = {
    over: `Press ${key(PREDICT_COMMANDS['predict.next'])} to take the next step: what the run really did and what was predicted stand side by side.`,
    back: `That step is wrong. Press ${key(PREDICT_COMMANDS['predict.previous'])} to step back; d finds the next wrong one.`,
    label: `Go to the wrong step and press ${key(LABEL_WRONG_VALUE)}: it is labelled “wrong value”, and Backspace undoes it.`,
    export: `Press ${key(PALETTE_COMMANDS['palette.commands'])} and type export: what you look at goes out as training data.`,
  }
  return (
    <Line
      text={words[step]}
      last={step === 'export'}
      onEnd={() => failureStepAtom.set(() => 'done')}
    />
  )
}

/** One line for who is new here, about what to do next; it goes on by itself and can be dismissed for good. */
export function FirstSteps() {
  useProgress()
  const step = useAtom(firstStepAtom)
  const failure = useAtom(failureStepAtom)
  const view = useView()
  const key = useKeyText()
  const isEmpty = useShownRows()?.total === 0
  const isCorpus = view === 'corpus'
  if (failure !== 'none' && failure !== 'done' && (view === 'predict' || failure === 'export')) {
    return <FailureLine step={failure} />
  }
  // Only the corpus has rows to choose; where it has none, it says what to do.
  if (step === 'done' || (step === 'open' && (isEmpty || !isCorpus))) return null
  // The keys that step are those of the Trace view.
  if ((step === 'forward' || step === 'back') && view !== 'trace') return null
  const words: Readonly<Record<Exclude<FirstStep, 'done'>, string>> = {
    open: 'New here? Choose a trace and press Enter (↓ goes to the first): every state of its run is recorded.',
    forward: `Press ${key(COMMAND_INFO.over)} to step over a line; what changed is marked in the variables.`,
    back: `Press ${key(COMMAND_INFO.previous)} to step back: the past is as near as the future.`,
    rest: `That is it. ${key(PALETTE_COMMANDS['palette.commands'])} finds every command, ? shows the keys.`,
  }
  return <Line text={words[step]} last={step === 'rest'} onEnd={() => firstStepAtom.set('done')} />
}
