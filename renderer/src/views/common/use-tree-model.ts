import { useMemo } from 'react'
import type { NodeColumns } from '../../../../shared/contract/trees.ts'
import { type TreeStreamState, useTreeStream } from '../../api/tree-stream.ts'
import { appendChunk, createTreeModel, type TreeModel } from '../../draw/tree-model.ts'

export interface LoadedTree {
  readonly model: TreeModel
  /** Nodes in the model; it is one growing object, this number tells its states apart. */
  readonly loaded: number
  readonly complete: boolean
  readonly error: string | null
  readonly retry: () => void
}

interface Growing {
  readonly model: TreeModel
  appended: number
}

// Keyed by the first chunk, which is the same object for as long as a stream is kept.
const models = new WeakMap<NodeColumns, Growing>()
const EMPTY = createTreeModel()

/** The model of what has arrived; what was appended before is not looked at again. */
function modelOf({ chunks }: TreeStreamState): TreeModel {
  const [head] = chunks
  if (head === undefined) return EMPTY
  const growing = models.get(head) ?? { model: createTreeModel(), appended: 0 }
  models.set(head, growing)
  for (; growing.appended < chunks.length; growing.appended++) {
    const chunk = chunks[growing.appended]
    if (chunk !== undefined) appendChunk(growing.model, chunk)
  }
  return growing.model
}

/** The state tree of a trace, usable from its first chunk on; empty while `trace` is null. */
export function useTreeModel(trace: string | null): LoadedTree {
  const { state, retry } = useTreeStream(trace)
  return useMemo(() => {
    const model = modelOf(state)
    const { status, error } = state
    return { model, loaded: model.nodes.length, complete: status === 'done', error, retry }
  }, [state, retry])
}
