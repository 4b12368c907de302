import { useMemo } from 'react'
import type { Result } from '../../../../../shared/base/result.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import type { SourceIndex } from '../../../../../shared/trajectory/source-index.ts'
import type { Direction, Scope } from '../../../../../shared/trajectory/types.ts'
import { useTrace } from '../../../api/traces.ts'
import type { TraceFiles } from '../../../draw/row-texts.ts'
import { useTraceFiles } from '../../common/use-trace-files.ts'
import { type LoadedTree, useTreeModel } from '../../common/use-tree-model.ts'
import { drawPaths, type SampledPath } from './draw-paths.ts'
import { useSources } from './use-sources.ts'

/** Paths that are drawn before anything is written. */
export const PREVIEWED = 20

const NO_SCOPES: readonly Scope[] = []

export interface PreviewedTrace {
  readonly trace: string
  readonly program: string
  readonly tree: LoadedTree
  readonly files: TraceFiles
  readonly sources: SourceIndex | null
  readonly exit: Parameters<typeof drawPaths>[0]['exit']
}

/** The trace that paths are drawn from; its sources are null until it is there as a whole. */
export function usePreviewedTrace(trace: string): PreviewedTrace {
  const { data } = useTrace(trace)
  const tree = useTreeModel(trace)
  const files = useTraceFiles(data)
  const areFilesThere = data !== undefined && files.lines.length >= data.files.length
  const sources = useSources(tree, files)
  return {
    trace,
    program: data?.program ?? '',
    tree,
    files,
    sources: areFilesThere ? sources : null,
    exit: data?.exit ?? null,
  }
}

export interface PreviewChoice {
  readonly policy: PolicyDocument | null
  readonly direction: Direction
  readonly seed: number
}

/** The paths a policy draws from a trace now; null while the tree is on its way or the policy cannot be drawn by. */
export function usePaths(
  { trace, sources, exit }: PreviewedTrace,
  { policy, direction, seed }: PreviewChoice,
): Result<readonly SampledPath[], string> | null {
  return useMemo(() => {
    if (sources === null || policy === null) return null
    return drawPaths({
      sources,
      trace,
      exit,
      policy,
      direction,
      seed,
      count: PREVIEWED,
      queried: NO_SCOPES,
    })
  }, [sources, trace, exit, policy, direction, seed])
}
