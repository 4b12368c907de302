import { type MouseEvent, type RefObject, useEffect, useMemo } from 'react'
import { createAtom, useAtom } from '../../state/atom.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'

const PANES = ['source', 'tree', 'variables'] as const
export type TracePane = (typeof PANES)[number]

/** The pane that is shown alone; it outlives a look at another view. */
const maximisedAtom = createAtom<TracePane | null>(null)

export const PANE_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.next-pane': { keys: ['F6'], description: 'To the next pane' },
  'trace.previous-pane': { keys: ['Shift+F6'], description: 'To the previous pane' },
  'trace.maximise-pane': {
    keys: ['z'],
    description: 'Show the pane with the focus alone, or all again',
  },
})

function paneOf(element: Element | null): TracePane | null {
  const name = element?.closest<HTMLElement>('[data-pane]')?.dataset.pane
  return PANES.find((pane) => pane === name) ?? null
}

/** Where nothing has the focus the tree is meant: it is what the view is about. */
function toggle(pane: TracePane | null): void {
  maximisedAtom.set((now) => (now === null ? (pane ?? 'tree') : null))
}

/**
 * Gives a pane the focus, and whether it took it: what the keys are for comes before its buttons, and a divider is
 * none of both; a source lies in a shadow root.
 */
function focusPane(view: HTMLElement | null, pane: TracePane): boolean {
  const element = view?.querySelector<HTMLElement>(`[data-pane="${pane}"]`)
  const inside = element?.querySelector('.code-view')?.shadowRoot ?? element
  const stop =
    inside?.querySelector<HTMLElement>('[tabindex="0"]:not([role="separator"])') ??
    element?.querySelector<HTMLElement>('button')
  stop?.focus({ preventScroll: true })
  return stop !== undefined && stop !== null
}

/** Gives the keyboard to the other run of a comparison: to the pane it is in, or else to what is shown first. */
export function toOtherRun(comparison: HTMLElement | null, side: string): void {
  const half = comparison?.querySelector<HTMLElement>(`[data-side="${side}"]`) ?? null
  for (const pane of [paneOf(document.activeElement) ?? 'source', 'source'] as const) {
    if (focusPane(half, pane)) return
  }
}

/** Where one pane is shown alone, the other is shown instead; whether the pane took the focus. */
function goToPane(view: HTMLElement | null, pane: TracePane): boolean {
  if (maximisedAtom.get() === null) return focusPane(view, pane)
  maximisedAtom.set(pane)
  return true
}

/** Goes on to another pane, past one that takes no keys. */
function walk(view: HTMLElement | null, step: 1 | -1): void {
  const from = PANES.indexOf(paneOf(document.activeElement) ?? 'tree')
  for (let by = 1; by < PANES.length; by++) {
    const pane = PANES[(from + by * step + by * PANES.length) % PANES.length] ?? 'tree'
    if (goToPane(view, pane)) return
  }
}

export interface Panes {
  /** The pane that is shown alone; null while all are. */
  readonly alone: TracePane | null
  readonly showAll: () => void
  /** A double click on a pane's title does what the key does. */
  readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void
}

/** From pane to pane by key, and one pane of the view alone: by key, from the palette, by a double click on its title. */
export function usePanes(view: RefObject<HTMLElement | null>): Panes {
  const alone = useAtom(maximisedAtom)
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { ...PANE_COMMANDS['trace.next-pane'], run: () => walk(view.current, 1) },
      { ...PANE_COMMANDS['trace.previous-pane'], run: () => walk(view.current, -1) },
      {
        ...PANE_COMMANDS['trace.maximise-pane'],
        run: () => toggle(paneOf(document.activeElement)),
      },
    ],
    [view],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within: view }), [view]),
  )
  useEffect(() => {
    // What had the focus may be out of sight now: the keys belong to what is shown.
    if (alone !== null && paneOf(document.activeElement) !== alone) focusPane(view.current, alone)
  }, [alone, view])
  return {
    alone,
    showAll: () => maximisedAtom.set(null),
    onDoubleClick: ({ target }) => {
      if (!(target instanceof Element) || target.closest('button') !== null) return
      if (target.closest('.pane-title') !== null) toggle(paneOf(target))
    },
  }
}
