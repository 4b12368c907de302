import { type RefObject, useMemo } from 'react'
import { openOverlay } from '../../state/overlay.ts'
import { closeComparison, pinFocus, usePin } from '../../state/place.ts'
import { KeyList } from '../../ui/key-list.tsx'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { COMPARE_COMMANDS } from './compare-commands.ts'

function chooseOther(): void {
  openOverlay({ name: 'palette', text: '=' })
}

const COMPARED = 'Two traces are compared already; close the comparison first.'
const PINNED = 'This trace is pinned already; open another one beside it.'

/** Binds what leads to a comparison while the keyboard is in the view. */
export function useCompareKeys(trace: string, within: RefObject<HTMLElement | null>): void {
  const pinned = usePin()?.trace ?? null
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...COMPARE_COMMANDS['trace.pin'],
        reason: pinned === null ? null : pinned === trace ? PINNED : COMPARED,
        run: () => pinFocus(),
      },
      { ...COMPARE_COMMANDS['trace.compare-with'], run: chooseOther },
    ],
    [pinned, trace],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
}

/** Says that the trace is pinned, as long as there is none beside it; the way to a comparison, and out of it. */
export function CompareEntry({ trace }: { trace: string }) {
  const keysOf = useKeysOf()
  const pin = usePin()
  const isPinned = pin?.trace === trace
  return (
    <span className="compare-entry">
      {isPinned ? <span className="muted">Pinned for comparison.</span> : null}
      <button type="button" className="text-button" onClick={chooseOther}>
        Compare with… <KeyList keys={keysOf(COMPARE_COMMANDS['trace.compare-with'])} />
      </button>
      {isPinned ? (
        <button type="button" className="text-button" onClick={closeComparison}>
          Unpin
        </button>
      ) : null}
    </span>
  )
}
