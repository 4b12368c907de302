import { comparedTreesAtom, setSizes } from './layout.ts'

/** Shares of the window's width that panes get, by the names they are remembered under. */
type Shares = Readonly<Record<string, number>>

export interface LayoutPreset {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly shares: Shares
  /** Shares of the window's height. */
  readonly heights: Shares
  /** Whether a comparison of two traces shows their trees. */
  readonly trees: boolean
}

/** Product.md 3.3, as far as there are panes. The tree has what is left of the Trace view. */
export const LAYOUT_PRESETS: readonly LayoutPreset[] = [
  {
    id: 'browse',
    title: 'Browse',
    about: 'a wide state tree',
    shares: { 'trace.source': 0.24, 'trace.variables': 0.22, 'sample.steps': 0.3 },
    heights: { 'compare.source': 0.2, 'compare.variables': 0.22 },
    trees: true,
  },
  {
    id: 'debug',
    title: 'Debug',
    about: 'a wide source and many variables',
    shares: { 'trace.source': 0.38, 'trace.variables': 0.32, 'sample.steps': 0.4 },
    heights: { 'compare.source': 0.28, 'compare.variables': 0.3 },
    trees: true,
  },
  {
    id: 'compare',
    title: 'Compare',
    about: 'panes of one width; two runs side by side without their trees',
    shares: {
      'trace.source': 0.32,
      'trace.variables': 0.32,
      'sample.steps': 0.48,
      'compare.left': 0.48,
    },
    heights: { 'compare.source': 0.34 },
    trees: false,
  },
]

const LEAST = 200
const LEAST_HEIGHT = 100

/** Sets the remembered sizes of panes to a preset, for the window as wide as it is now. */
export function applyLayout({ shares, heights, trees }: LayoutPreset): void {
  const sized = (parts: Shares, whole: number, least: number): [string, number][] =>
    Object.entries(parts).map(([key, share]) => [key, Math.max(least, Math.round(share * whole))])
  const { innerWidth, innerHeight } = globalThis
  setSizes(
    Object.fromEntries([
      ...sized(shares, innerWidth, LEAST),
      ...sized(heights, innerHeight, LEAST_HEIGHT),
    ]),
  )
  comparedTreesAtom.set(trees)
}
