import { type MouseEvent, type RefObject, useEffect, useMemo } from 'react'
import { createAtom, useAtom } from '../../state/atom.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'

const PANES = ['source', 'tree', 'variables'] as const
export type TracePane = (typeof PANES)[number]

/** The pane that is shown alone; it outlives a look at another view. */
const maximisedAtom = createAtom<TracePane | null>(null)

export const MAXIMISE = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.maximise-pane': {
    keys: ['z'],
    description: 'Show the pane with the focus alone, or all again',
  },
})['trace.maximise-pane']

function paneOf(element: Element | null): TracePane | null {
  const name = element?.closest<HTMLElement>('[data-pane]')?.dataset.pane
  return PANES.find((pane) => pane === name) ?? null
}

/** Where nothing has the focus the tree is meant: it is what the view is about. */
function toggle(pane: TracePane | null): void {
  maximisedAtom.set((now) => (now === null ? (pane ?? 'tree') : null))
}

/** Where the Tab key would stop first in a pane; a source lies in a shadow root. */
function firstStop(pane: HTMLElement): HTMLElement | null {
  const inside = pane.querySelector('.code-view')?.shadowRoot ?? pane
  return inside.querySelector('[tabindex="0"], button')
}

export interface Maximised {
  readonly pane: TracePane | null
  readonly showAll: () => void
  /** A double click on a pane's title does what the key does. */
  readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void
}

/** One pane of the view alone, by key, from the palette and by a double click on its title. */
export function useMaximised(within: RefObject<HTMLElement | null>): Maximised {
  const pane = useAtom(maximisedAtom)
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [{ ...MAXIMISE, run: () => toggle(paneOf(document.activeElement)) }],
    [],
  )
  useKeys(
    'Trace',
    bindings,
    useMemo(() => ({ within }), [within]),
  )
  useEffect(() => {
    // What had the focus may be out of sight now: the keys belong to what is shown.
    const shown = within.current?.querySelector<HTMLElement>(`[data-pane="${pane}"]`)
    if (shown === null || shown === undefined || shown.contains(document.activeElement)) return
    firstStop(shown)?.focus({ preventScroll: true })
  }, [pane, within])
  return {
    pane,
    showAll: () => maximisedAtom.set(null),
    onDoubleClick: ({ target }) => {
      if (!(target instanceof Element) || target.closest('button') !== null) return
      if (target.closest('.pane-title') !== null) toggle(paneOf(target))
    },
  }
}
