import { useMemo } from 'react'
import type { Level } from '../../../../shared/query/fields.ts'
import { useHasRuns } from '../../api/predictions.ts'
import { LEVEL_INFO } from './level-columns.ts'

/** What is counted beside the rows of a level; predictions only where there are any. */
export function useLevelFacets(level: Level): readonly string[] {
  const hasRuns = useHasRuns()
  return useMemo(() => {
    const { facets, predictionFacets = [] } = LEVEL_INFO[level]
    return hasRuns ? [...facets, ...predictionFacets] : facets
  }, [level, hasRuns])
}
