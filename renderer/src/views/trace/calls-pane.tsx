import { type RefObject, useCallback, useMemo } from 'react'
import { createLabelCounts } from '../../draw/call-labels.ts'
import { type CallTable, callTable } from '../../draw/calls.ts'
import { growthStage } from '../../draw/growth-stage.ts'
import { rowName, type TraceFiles } from '../../draw/row-texts.ts'
import type { LabelledStates } from '../../draw/state-labels.ts'
import { useInParts } from '../../ui/use-in-parts.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { MergedRows } from './merged-rows.tsx'
import { NeighbourRows } from './neighbour-rows.tsx'

export interface CallsPaneProps {
  readonly tree: LoadedTree
  readonly paths: TraceFiles['paths']
  readonly labels: LabelledStates
  readonly projection: 'merged' | 'callers'
  readonly collapseRecursion: boolean
  readonly focus: number
  readonly goTo: (seq: number) => void
  readonly onNote: (note: string) => void
  readonly within: RefObject<HTMLElement | null>
}

function useCallTable(tree: LoadedTree): CallTable | null {
  const { model, loaded, complete } = tree
  const stage = complete ? loaded : growthStage(loaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is one growing object, the stage tells its states apart
  const start = useCallback(() => callTable(model), [model, stage])
  return useInParts<CallTable>(start)
}

/** The tree by function: merged along its calls, or around the function in focus. */
export function CallsPane(props: CallsPaneProps) {
  const { tree, paths, labels, projection, focus, goTo, onNote, within } = props
  const { nodes, exceptions } = tree.model
  const table = useCallTable(tree)
  const nameOf = useCallback(
    (index: number): string => {
      const found = table?.functions[index]
      if (found === undefined) return ''
      const { name, file } = found
      return rowName(paths, { function: name, ...(file === undefined ? {} : { file }) })
    },
    [table, paths],
  )
  const labelsOf = useMemo(
    () => (table === null || labels.seqs.length === 0 ? null : createLabelCounts(table, labels)),
    [table, labels],
  )
  const activation = nodes[focus]?.activation
  const call = activation === undefined ? undefined : table?.ofActivation[activation]
  const shared = { table, call, focus, goTo, onNote, nameOf, labelsOf, within }
  if (projection === 'merged') {
    return <MergedRows {...shared} collapseRecursion={props.collapseRecursion} />
  }
  return (
    <NeighbourRows {...shared} exceptions={exceptions} hostOf={(seq) => nodes[seq]?.parent ?? -1} />
  )
}
