import { setSizes } from './layout.ts'

/** Shares of the window's width that panes get, by the names they are remembered under. */
type Shares = Readonly<Record<string, number>>

export interface LayoutPreset {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly shares: Shares
}

/** Product.md 3.3, as far as there are panes. The tree has what is left of the Trace view. */
export const LAYOUT_PRESETS: readonly LayoutPreset[] = [
  {
    id: 'browse',
    title: 'Browse',
    about: 'a wide state tree',
    shares: { 'trace.source': 0.24, 'trace.variables': 0.22, 'sample.steps': 0.3 },
  },
  {
    id: 'debug',
    title: 'Debug',
    about: 'a wide source and many variables',
    shares: { 'trace.source': 0.38, 'trace.variables': 0.32, 'sample.steps': 0.4 },
  },
  {
    id: 'compare',
    title: 'Compare',
    about: 'panes of one width',
    shares: { 'trace.source': 0.32, 'trace.variables': 0.32, 'sample.steps': 0.48 },
  },
]

const LEAST = 200

/** Sets the remembered sizes of panes to a preset, for the window as wide as it is now. */
export function applyLayout({ shares }: LayoutPreset): void {
  const sizes = Object.entries(shares).map(([key, share]) => [
    key,
    Math.max(LEAST, Math.round(share * globalThis.innerWidth)),
  ])
  setSizes(Object.fromEntries(sizes))
}
