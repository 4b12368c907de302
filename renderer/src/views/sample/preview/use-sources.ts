import { useMemo } from 'react'
import {
  createSourceIndex,
  type SourceIndex,
} from '../../../../../shared/trajectory/source-index.ts'
import type { TraceFiles } from '../../../draw/row-texts.ts'
import type { LoadedTree } from '../../common/use-tree-model.ts'

/** What paths are drawn from, once the whole tree is there; null before. */
export function useSources(tree: LoadedTree, files: TraceFiles): SourceIndex | null {
  const { model, loaded, complete } = tree
  return useMemo(() => {
    // The model is one growing object; its length is what tells one state of it from the next.
    if (!complete || loaded === 0) return null
    const { lines, paths } = files
    return createSourceIndex({ nodes: model.nodes }, lines, paths.length === 0 ? {} : { paths })
  }, [model, loaded, complete, files])
}
