import { useMemo } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { LineHits } from '../../draw/tree-model.ts'
import { useSize } from '../../state/layout.ts'
import type { CodeMarks } from '../../ui/code-marks.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { OutputPane } from './output-pane.tsx'
import type { Debugger } from './use-debugger.ts'

const NO_HITS: ReadonlyMap<number, LineHits> = new Map()

/** Counts of a part of the trace would be wrong numbers, so there are none before the tree is complete. */
function hitsOf({ model, complete }: LoadedTree): ReadonlyMap<number, LineHits> {
  return complete ? model.hits : NO_HITS
}

interface SourcePaneProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  /** Line of the frame whose variables are shown; null at the exit. */
  readonly line: number | null
}

/** The program with its current line, and what it printed. */
export function SourcePane({ trace, tree, debug, line }: SourcePaneProps) {
  const hits = hitsOf(tree)
  const layout = useSize('trace.output', 140)
  const { cursor, setCursor } = debug
  // Where a limit stopped the recording nothing is wrong with the line.
  const errorLine = trace.exit === 'never' ? null : trace.errorLine
  const marks = useMemo<CodeMarks>(
    () => ({ current: line, cursor, error: errorLine, hits }),
    [line, cursor, errorLine, hits],
  )
  const source = (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Source</h3>
        <span className="spacer" />
        {cursor === null ? null : (
          <span className="muted numbers">
            line {cursor} chosen, <kbd>g</kbd> runs to it
          </span>
        )}
      </div>
      <CodeView
        source={trace.source}
        marks={marks}
        onLine={setCursor}
        label={`Source of ${trace.program}`}
      />
    </div>
  )
  if (trace.stdout === '') {
    return (
      <div className="pane-body">
        {source}
        <p className="pane-note quiet">
          {trace.recording ? 'Nothing was printed yet.' : 'The program printed nothing.'}
        </p>
      </div>
    )
  }
  return (
    <SplitPane label="Source and output" direction="column" sized="second" min={60} {...layout}>
      {source}
      <OutputPane trace={trace} model={tree.model} debug={debug} />
    </SplitPane>
  )
}
