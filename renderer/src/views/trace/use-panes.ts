import { type MouseEvent, type RefObject, useEffect, useMemo } from 'react'
import { createAtom, useAtom } from '../../state/atom.ts'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { focusIn } from '../../ui/pane-walk.ts'
import { PANE_COMMANDS } from '../common/pane-commands.ts'

const PANES = ['source', 'tree', 'variables'] as const
export type TracePane = (typeof PANES)[number]

/** The pane that is shown alone; it outlives a look at another view. */
const maximisedAtom = createAtom<TracePane | null>(null)

export const ALONE_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
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

function focusPane(view: HTMLElement | null, pane: TracePane): boolean {
  return focusIn(view?.querySelector<HTMLElement>(`[data-pane="${pane}"]`))
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
      { ...PANE_COMMANDS['pane.next'], run: () => walk(view.current, 1) },
      { ...PANE_COMMANDS['pane.previous'], run: () => walk(view.current, -1) },
      {
        ...ALONE_COMMANDS['trace.maximise-pane'],
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
