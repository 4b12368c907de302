import { useCallback } from 'react'
import { useAtomPart } from './atom.ts'
import { createStoredAtom } from './stored.ts'

type Sizes = Readonly<Record<string, number>>

function acceptSizes(stored: unknown): Sizes | null {
  if (typeof stored !== 'object' || stored === null) return null
  const numbers = Object.entries(stored).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] >= 0,
  )
  return Object.fromEntries(numbers)
}

const sizesAtom = createStoredAtom<Sizes>('sizes', {}, acceptSizes)

export interface RememberedSize {
  readonly size: number
  readonly onSize: (size: number) => void
  /** Forgets the size, so that the pane has its first one again. */
  readonly onReset: () => void
}

/** A size in pixels that outlives the page, for SplitPane: `<SplitPane {...useSize('trace.source', 480)}>`. */
export function useSize(key: string, initial: number): RememberedSize {
  const size = useAtomPart(sizesAtom, (sizes) => sizes[key] ?? initial)
  const onSize = useCallback(
    (next: number) => sizesAtom.set((sizes) => ({ ...sizes, [key]: next })),
    [key],
  )
  const onReset = useCallback(() => sizesAtom.set(({ [key]: _, ...others }) => others), [key])
  return { size, onSize, onReset }
}

/** Whether a comparison shows the state trees; null leaves it to the height of the window. */
export const comparedTreesAtom = createStoredAtom<boolean | null>(
  'compare.trees',
  null,
  (stored) => (typeof stored === 'boolean' ? stored : null),
)

/** Windows lower than this have no room for trees between source and variables. */
const HIGH_WINDOW = 900

export function useComparedTrees(): boolean {
  return useAtomPart(comparedTreesAtom, (shown) => shown ?? globalThis.innerHeight >= HIGH_WINDOW)
}

/** Sets the sizes of several panes, by the keys of `useSize`. */
export function setSizes(sizes: Sizes): void {
  sizesAtom.set((before) => ({ ...before, ...sizes }))
}

/** Every pane and column has its first size again. */
export function resetSizes(): void {
  sizesAtom.set({})
  comparedTreesAtom.set(null)
  widthsAtom.set({})
}

type Widths = Readonly<Record<string, Sizes>>

const widthsAtom = createStoredAtom<Widths>('columns', {}, (stored) => {
  if (typeof stored !== 'object' || stored === null) return null
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [key, acceptSizes(value) ?? {}]),
  )
})
const NO_WIDTHS: Sizes = {}

/** Widths in pixels of a table's columns that the user has changed, by column id. */
export function useColumnWidths(table: string): {
  readonly widths: Sizes
  readonly onWidths: (widths: Sizes) => void
} {
  const widths = useAtomPart(widthsAtom, (all) => all[table] ?? NO_WIDTHS)
  const onWidths = useCallback(
    (next: Sizes) => widthsAtom.set((all) => ({ ...all, [table]: next })),
    [table],
  )
  return { widths, onWidths }
}
