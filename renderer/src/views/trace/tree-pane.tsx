import { memo, useMemo } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { collapseFromLevel } from '../../draw/outline.ts'
import type { RowNote } from '../../draw/outline-shapes.ts'
import type { TraceFiles } from '../../draw/row-texts.ts'
import { Button } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { Progress } from '../../ui/progress.tsx'
import { StateTreeCanvas } from '../../ui/state-tree-canvas.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { exitRow } from './exit-text.ts'
import type { Debugger } from './use-debugger.ts'

interface TreePaneProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly files: TraceFiles
  readonly notes: ReadonlyMap<number, RowNote>
  readonly onWindow: (seqs: readonly number[]) => void
}

const NOTHING: ReadonlySet<number> = new Set()

function LoadState({ trace, tree }: { trace: TraceDetail; tree: LoadedTree }) {
  if (tree.error !== null) {
    return (
      <p className="pane-note error" role="alert">
        {tree.error} <Button onClick={tree.retry}>Read the tree again</Button>
      </p>
    )
  }
  if (tree.complete) return null
  // Of a trace that still grows nobody knows how much there will be.
  const total = trace.recording ? null : trace.events
  const share = total === null ? 'so far' : `of ${formatCount(total)}`
  return (
    <div className="tree-loading">
      <Progress label="Reading the state tree" done={tree.loaded} total={total} />
      <span className="muted numbers">
        {formatCount(tree.loaded)} {share}
      </span>
    </div>
  )
}

const TREE_COMMANDS = declareCommands('Trace', 'in the Trace view with a trace open', {
  'trace.collapse-all': { keys: [], description: 'Collapse every state of the tree' },
  'trace.expand-all': { keys: [], description: 'Expand every state of the tree' },
})

function useTreeCommands(collapseAll: () => void, expandAll: () => void): void {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      { ...TREE_COMMANDS['trace.collapse-all'], run: collapseAll },
      { ...TREE_COMMANDS['trace.expand-all'], run: expandAll },
    ],
    [collapseAll, expandAll],
  )
  useKeys('Trace', bindings)
}

/** The state tree with its controls. */
export const TreePane = memo(function TreePane(props: TreePaneProps) {
  const { trace, tree, debug, files, notes, onWindow } = props
  const { model, loaded, complete } = tree
  const { collapsed, setCollapsed, goTo, moves, run } = debug
  const collapseAll = useLatest(() => setCollapsed(collapseFromLevel(model.nodes, model.levels, 0)))
  const expandAll = useLatest(() => setCollapsed(NOTHING))
  useTreeCommands(collapseAll, expandAll)
  const exit = useMemo(() => (complete ? exitRow(trace) : null), [complete, trace])
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>State tree</h3>
        <LoadState trace={trace} tree={tree} />
        <span className="spacer" />
        <button type="button" className="text-button" onClick={collapseAll}>
          Collapse all
        </button>
        <button type="button" className="text-button" onClick={expandAll}>
          Expand all
        </button>
      </div>
      {complete && loaded === 0 ? (
        <p className="pane-note">No event was recorded.</p>
      ) : (
        <StateTreeCanvas
          model={model}
          loaded={loaded}
          files={files}
          notes={notes}
          focus={debug.seq}
          behind={debug.position.at.duplicate}
          exit={exit}
          collapsed={collapsed}
          onCollapsed={setCollapsed}
          onFocus={goTo}
          onOpen={() => run(moves.callee.target === null ? 'into' : 'callee')}
          onWindow={onWindow}
          label="State tree"
        />
      )}
    </div>
  )
})
