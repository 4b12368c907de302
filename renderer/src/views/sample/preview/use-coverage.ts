import { useCallback, useMemo } from 'react'
import type { InParts } from '../../../../../shared/base/parts.ts'
import { useDebounced } from '../../../api/debounced.ts'
import { useInParts } from '../../../ui/use-in-parts.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import { drawInParts, type PathsRequest, type SampledPath } from './draw-paths.ts'
import type { DrawnPaths, PreviewedTrace } from './use-preview.ts'

/** The paths of one policy that are shown, and what they were drawn by. */
export interface ShownPaths extends Pick<DrawnPaths, 'choice' | 'sources'> {
  readonly paths: readonly SampledPath[]
}

interface CoverageBy {
  readonly coverage: Coverage
  /** Paths that reach it. */
  readonly paths: number
}

interface Asked extends Omit<PathsRequest, 'sources' | 'policy'> {
  readonly sources: DrawnPaths['sources']
  readonly policy: PathsRequest['policy'] | null
  readonly shown: readonly SampledPath[]
}

/** The paths that are shown are the first of those that a job would draw; more of them are drawn for this alone. */
function* coverageBy(asked: Asked): InParts<CoverageBy | null> {
  const { sources, policy, shown, count } = asked
  if (sources === null) return null
  if (policy === null || count <= shown.length) {
    return { coverage: yield* coverageOf(sources.tree, shown), paths: shown.length }
  }
  const drawn = yield* drawInParts({ ...asked, sources, policy })
  const paths = drawn.ok ? drawn.value : shown
  return { coverage: yield* coverageOf(sources.tree, paths), paths: paths.length }
}

/**
 * What so many paths of a policy reach of the tree. It comes after the paths, and what was before stays until then;
 * more paths than are shown wait until a slider is let go. Null without paths.
 */
export function useCoverage(
  { trace, exit }: PreviewedTrace,
  of: ShownPaths | null,
  count: number,
): CoverageBy | null {
  const { choice = null, sources = null, paths = null } = of ?? {}
  const asked = useMemo((): Asked | null => {
    if (choice === null || paths === null) return null
    const { policy, direction, seed, queried } = choice
    return { sources, trace, exit, policy, direction, seed, queried, count, shown: paths }
  }, [choice, sources, paths, trace, exit, count])
  const settled = useDebounced(asked)
  const used = paths !== null && count <= paths.length ? asked : settled
  const start = useCallback(() => coverageBy(used as Asked), [used])
  return useInParts(used === null || asked === null ? null : start)
}
