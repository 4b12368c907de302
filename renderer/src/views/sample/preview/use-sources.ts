import { useMemo } from 'react'
import {
  type SourceIndex,
  sourceIndexInParts,
} from '../../../../../shared/trajectory/source-index.ts'
import type { TraceFiles } from '../../../draw/row-texts.ts'
import { useInParts } from '../../../ui/use-in-parts.ts'
import type { LoadedTree } from '../../common/use-tree-model.ts'

/** What paths are drawn from, once the whole tree is there and gone through; null before. */
export function useSources(tree: LoadedTree, files: TraceFiles): SourceIndex | null {
  const { model, loaded, complete } = tree
  const start = useMemo(() => {
    // The model is one growing object; its length is what tells one state of it from the next.
    if (!complete || loaded === 0) return null
    const { lines, paths } = files
    const facts = paths.length === 0 ? {} : { paths }
    return () => sourceIndexInParts({ nodes: model.nodes }, lines, facts)
  }, [model, loaded, complete, files])
  const index = useInParts(start)
  // Until another trace is gone through, the index is of the one before.
  const isOfThis = index?.tree.nodes === model.nodes && index.files === files.lines
  return start !== null && isOfThis ? index : null
}
