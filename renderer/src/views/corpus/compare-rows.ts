import { type RefObject, useMemo } from 'react'
import { openOverlay } from '../../state/overlay.ts'
import { compareTraces, openView, pinTrace, usePin } from '../../state/place.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import type { MenuItem } from '../../ui/menu.tsx'

const ROW_COMMANDS = declareCommands('Corpus', 'in the Corpus view, among the traces', {
  'corpus.pin': { keys: ['P'], description: 'Pin this trace for comparison' },
  'corpus.compare-with': {
    keys: ['v'],
    description: 'Compare this trace with the pinned one, or with another…',
  },
})

interface Picked {
  /** The trace in focus, and the pinned one. */
  readonly focus: string | null
  readonly pin: string | null
}

/** What the menu of a trace offers to compare it with. */
export function compareItems(trace: string, { focus, pin }: Picked): MenuItem[] {
  return [
    ...(focus === null || focus === trace
      ? []
      : [{ text: 'Compare with the trace in focus', run: () => compareTraces(trace) }]),
    ...(pin === null || pin === trace
      ? []
      : [
          {
            text: 'Compare with the pinned trace',
            run: () => openView('trace', { trace }),
          },
        ]),
    ...(pin === trace ? [] : [{ text: 'Pin for comparison', run: () => pinTrace(trace) }]),
  ]
}

const NONE = 'Choose a trace first.'

/** Binds what compares the row in focus with another, while the keyboard is among the traces. */
export function useComparedRows(
  { focus, pin }: Picked,
  isAmongTraces: boolean,
  within: RefObject<HTMLElement | null>,
): void {
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const reason = focus === null ? NONE : null
    return [
      { ...ROW_COMMANDS['corpus.pin'], reason, run: () => focus !== null && pinTrace(focus) },
      {
        ...ROW_COMMANDS['corpus.compare-with'],
        reason,
        run: () =>
          pin === null || pin === focus
            ? openOverlay({ name: 'palette', text: '=' })
            : openView('trace'),
      },
    ]
  }, [focus, pin])
  useKeys(
    'Corpus',
    isAmongTraces ? bindings : NO_KEYS,
    useMemo(() => ({ within }), [within]),
  )
}

const NO_KEYS: readonly KeyBinding[] = []

/** The traces that a row may be compared with. */
export function usePicked(focus: string | null): Picked {
  const pin = usePin()?.trace ?? null
  return useMemo(() => ({ focus, pin }), [focus, pin])
}
