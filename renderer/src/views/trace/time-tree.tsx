import { useMemo } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { RowNote } from '../../draw/outline-shapes.ts'
import type { TraceFiles } from '../../draw/row-texts.ts'
import { StateTreeCanvas } from '../../ui/state-tree-canvas.tsx'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { exitRow } from './exit-text.ts'
import type { Debugger } from './use-debugger.ts'

export interface TimeTreeProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly files: TraceFiles
  readonly notes: ReadonlyMap<number, RowNote>
  readonly onWindow: (seqs: readonly number[]) => void
}

/** The state tree in time order. */
export function TimeTree({ trace, tree, debug, files, notes, onWindow }: TimeTreeProps) {
  const { model, loaded, complete } = tree
  const { moves, run } = debug
  const exit = useMemo(() => (complete ? exitRow(trace) : null), [complete, trace])
  return (
    <StateTreeCanvas
      focus={debug.seq}
      behind={debug.position.at.duplicate}
      collapsed={debug.collapsed}
      onCollapsed={debug.setCollapsed}
      onFocus={debug.goTo}
      onOpen={() => run(moves.callee.target === null ? 'into' : 'callee')}
      label="State tree"
      {...{ model, loaded, files, notes, exit, onWindow }}
    />
  )
}
