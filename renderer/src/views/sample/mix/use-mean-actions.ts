import { useMemo } from 'react'
import type { MixPart } from '../../../../../shared/trajectory/mix-document.ts'
import { drawPaths } from '../preview/draw-paths.ts'
import type { PreviewedTrace } from '../preview/use-preview.ts'
import type { MixReading } from './mix-draft.ts'

/** Paths that a mean is taken of: enough for an "about", few enough for while one drags. */
const DRAWN = 20

/** By part: how many actions its trajectories have on average on a trace; null where none can be drawn from it. */
export function useMeanActions(
  { sources, trace, exit }: PreviewedTrace,
  { mix }: MixReading,
): readonly (number | null)[] {
  // A share that is moved changes no mean: what it depends on is told by the text of policies and directions.
  const key = mix === null ? '[]' : JSON.stringify(mix.parts.map(({ share: _, ...rest }) => rest))
  const seed = mix?.seed ?? 0
  return useMemo(() => {
    if (sources === null) return []
    const parts = JSON.parse(key) as readonly Omit<MixPart, 'share'>[]
    return parts.map((part) => {
      const drawn = drawPaths({ ...part, sources, trace, exit, seed, count: DRAWN, queried: [] })
      if (!drawn.ok) return null
      return drawn.value.reduce((sum, { steps }) => sum + steps.length, 0) / DRAWN
    })
  }, [sources, trace, exit, key, seed])
}
