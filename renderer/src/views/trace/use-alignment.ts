import { useMemo } from 'react'
import type { InParts } from '../../../../shared/base/parts.ts'
import { type Alignment, alignInParts } from '../../../../shared/tree/align.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { useInParts } from '../../ui/use-in-parts.ts'
import type { ShownFiles } from '../common/use-trace-files.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'

/** A trace as far as it is aligned with another. */
export interface Alignable {
  readonly tree: LoadedTree
  readonly files: ShownFiles
}

/** The texts of a project's files come after the trace. */
function areTextsThere({ files, paths }: ShownFiles): boolean {
  return paths.length === 0 || files.some(({ source }) => source !== '')
}

interface Made {
  readonly of: readonly [TreeModel, TreeModel]
  readonly alignment: Alignment
}

function* made(
  a: readonly [TreeModel, ShownFiles],
  b: readonly [TreeModel, ShownFiles],
): InParts<Made> {
  const alignment = yield* alignInParts(
    { nodes: a[0].nodes, files: a[1].files },
    { nodes: b[0].nodes, files: b[1].files },
  )
  return { of: [a[0], b[0]], alignment }
}

/** The alignment of two traces, once both are read; null until then, and where there are not two. */
export function useAlignment(a: Alignable, b: Alignable): Alignment | null {
  const isReady =
    a.tree.complete && b.tree.complete && areTextsThere(a.files) && areTextsThere(b.files)
  const [modelA, filesA, modelB, filesB] = [a.tree.model, a.files, b.tree.model, b.files]
  const start = useMemo(
    () => (isReady ? () => made([modelA, filesA], [modelB, filesB]) : null),
    [isReady, modelA, filesA, modelB, filesB],
  )
  const result = useInParts(start)
  // What was made for other traces stays until these are aligned.
  const isOurs = result !== null && result.of[0] === modelA && result.of[1] === modelB
  return isReady && isOurs ? result.alignment : null
}
