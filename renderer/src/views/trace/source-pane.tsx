import { useCallback, useMemo } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import type { LineHits } from '../../draw/tree-model.ts'
import { useSize } from '../../state/layout.ts'
import type { CodeMarks } from '../../ui/code-marks.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import type { ShownFiles } from '../common/use-trace-files.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { OutputPane } from './output-pane.tsx'
import type { Debugger } from './use-debugger.ts'

const NO_HITS: ReadonlyMap<number, LineHits> = new Map()

/** Counts of a part of the trace would be wrong numbers, so there are none before the tree is complete. */
function hitsOf({ model, complete }: LoadedTree, file: number): ReadonlyMap<number, LineHits> {
  return (complete ? model.hits[file] : undefined) ?? NO_HITS
}

interface SourcePaneProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly files: ShownFiles
  /** The frame whose variables are shown; null at the exit. */
  readonly node: StateNode | null
}

/** The program with its current line, and what it printed. */
export function SourcePane({ trace, tree, debug, files, node }: SourcePaneProps) {
  const own = Math.max(0, files.paths.indexOf(trace.program))
  const file = node === null ? own : (node.file ?? 0)
  const line = node?.line ?? null
  const hits = hitsOf(tree, file)
  const layout = useSize('trace.output', 140)
  const { setCursor } = debug
  const cursor = debug.cursor?.file === file ? debug.cursor.line : null
  const onLine = useCallback(
    (chosen: number) => setCursor({ file, line: chosen }),
    [setCursor, file],
  )
  // Where a limit stopped the recording nothing is wrong with the line.
  const errorLine = trace.exit === 'never' || file !== own ? null : trace.errorLine
  const { path = trace.program, source: text = '' } = files.files[file] ?? {}
  const marks = useMemo<CodeMarks>(
    () => ({ current: line, cursor, error: errorLine, hits }),
    [line, cursor, errorLine, hits],
  )
  const source = (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Source</h3>
        {files.paths.length === 0 ? null : (
          <span className="muted numbers source-path" title={path}>
            {path}
          </span>
        )}
        <span className="spacer" />
        {cursor === null ? null : (
          <span className="muted numbers">
            line {cursor} chosen, <kbd>g</kbd> runs to it
          </span>
        )}
      </div>
      <CodeView source={text} marks={marks} onLine={onLine} label={`Source of ${path}`} />
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
