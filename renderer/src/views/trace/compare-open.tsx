import { type RefObject, useMemo } from 'react'
import { openOverlay } from '../../state/overlay.ts'
import { closeComparison, pinMoment, usePin } from '../../state/place.ts'
import { KeyList } from '../../ui/key-list.tsx'
import { type KeyBinding, useKeys, useKeysOf } from '../../ui/keys.ts'
import { COMPARE_COMMANDS } from './compare-commands.ts'

function chooseOther(): void {
  openOverlay({ name: 'palette', text: '=' })
}

const COMPARED = 'Two runs are compared already; close the comparison first.'

/** Binds what leads to a comparison while the keyboard is in the view; `isCompared`: there is one. */
export function useCompareKeys(isCompared: boolean, within: RefObject<HTMLElement | null>): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        ...COMPARE_COMMANDS['trace.pin'],
        reason: isCompared ? COMPARED : null,
        run: pinMoment,
      },
      { ...COMPARE_COMMANDS['trace.compare-with'], run: chooseOther },
    ],
    [isCompared],
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
