import { useEffect, useRef } from 'react'
import { useAtom } from '../state/atom.ts'
import {
  type FirstStep,
  firstStepAfter,
  firstStepAtom,
  type SeenPlace,
} from '../state/first-steps.ts'
import { placeAtom, useView } from '../state/place.ts'
import { useShownRows } from '../state/status.ts'
import { showKey } from '../ui/key-notation.ts'
import { useKeysOf } from '../ui/keys.ts'
import { PALETTE_COMMANDS } from '../views/palette/palette-commands.ts'
import { COMMAND_INFO } from '../views/trace/commands.ts'

function seen(): SeenPlace {
  const { view, focus } = placeAtom.get()
  return { view, trace: focus.trace, step: focus.step }
}

/** Goes on to the next thing when the user has done the one that is shown. */
function useProgress(): void {
  const last = useRef(seen())
  useEffect(
    () =>
      placeAtom.subscribe(() => {
        const now = seen()
        firstStepAtom.set((step) => firstStepAfter(step, last.current, now))
        last.current = now
      }),
    [],
  )
}

/** One line for who is new here, about what to do next; it goes on by itself and can be dismissed for good. */
export function FirstSteps() {
  useProgress()
  const step = useAtom(firstStepAtom)
  const keysOf = useKeysOf()
  const isEmpty = useShownRows()?.total === 0
  const isCorpus = useView() === 'corpus'
  // Only the corpus has rows to choose; where it has none, it says what to do.
  if (step === 'done' || (step === 'open' && (isEmpty || !isCorpus))) return null
  const key = (command: { readonly id: string; readonly keys: readonly string[] }): string => {
    const [first] = keysOf(command)
    return first === undefined ? 'the button' : showKey(first)
  }
  const words: Readonly<Record<Exclude<FirstStep, 'done'>, string>> = {
    open: 'New here? Choose a trace and press Enter (↓ goes to the first): every state of its run is recorded.',
    forward: `Press ${key(COMMAND_INFO.over)} to step over a line; what changed is marked in the variables.`,
    back: `Press ${key(COMMAND_INFO.previous)} to step back: the past is as near as the future.`,
    rest: `That is it. ${key(PALETTE_COMMANDS['palette.commands'])} finds every command, ? shows the keys.`,
  }
  return (
    <span className="status-item first-steps" role="status">
      {words[step]}
      <button type="button" className="text-button" onClick={() => firstStepAtom.set('done')}>
        {step === 'rest' ? 'Done' : 'Dismiss'}
      </button>
    </span>
  )
}
