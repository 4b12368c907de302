import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import type { LineHits } from '../../draw/tree-model.ts'
import { useAtom } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { useFocus } from '../../state/place.ts'
import { wantedLineAtom } from '../../state/wanted-line.ts'
import type { CodeMarks } from '../../ui/code-marks.ts'
import { CodeView } from '../../ui/code-view.tsx'
import { commandHint } from '../../ui/command-hint.ts'
import { KeyList } from '../../ui/key-list.tsx'
import { type KeyBinding, useKeysOf } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import type { ShownFiles } from '../common/use-trace-files.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { BREAKPOINT_COMMANDS } from './breakpoint-commands.ts'
import type { BreakpointDraft } from './breakpoint-draft.ts'
import { BreakpointList } from './breakpoint-list.tsx'
import { gutterMarks } from './breakpoint-marks.ts'
import { COMMAND_INFO } from './commands.ts'
import type { Cursor } from './debugger.ts'
import { OutputPane } from './output-pane.tsx'
import type { Debugger } from './use-debugger.ts'
import { useFrameFacts } from './use-frame-facts.ts'

const NO_HITS: ReadonlyMap<number, LineHits> = new Map()

/** Counts of a part of the trace would be wrong numbers, so there are none before the tree is complete. */
function hitsOf({ model, complete }: LoadedTree, file: number): ReadonlyMap<number, LineHits> {
  return (complete ? model.hits[file] : undefined) ?? NO_HITS
}

const NO_FRAME_HITS: ReadonlyMap<number, number> = new Map()

interface SourcePaneProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly files: ShownFiles
  /** The frame whose variables are shown; null at the exit. */
  readonly node: StateNode | null
  /** Whether the list of breakpoints is open. */
  readonly list: boolean
  readonly onList: (open: boolean) => void
}

/** What is marked in the file in sight. */
function useCodeMarks({ trace, tree, debug, node }: SourcePaneProps, file: number, own: number) {
  const { breakpoints, cursor, loops, seq } = debug
  const { model, complete } = tree
  const current = node !== null && (node.file ?? 0) === file ? node.line : null
  const focused = model.nodes[seq]
  const isInner = node !== null && focused !== undefined && focused.frame !== node.frame
  const running = isInner && (focused.file ?? 0) === file ? focused.line : null
  const hits = hitsOf(tree, file)
  const facts = useFrameFacts(model, complete ? node : null, loops.loopsOfFile)
  const frameHits = facts?.hits ?? NO_FRAME_HITS
  const marked = useMemo(() => gutterMarks(breakpoints, file), [breakpoints, file])
  const chosen = cursor?.file === file ? cursor.line : null
  // Where a limit stopped the recording nothing is wrong with the line.
  const error = trace.exit === 'never' || file !== own ? null : trace.errorLine
  return useMemo<CodeMarks>(
    () => ({ current, running, cursor: chosen, error, hits, frameHits, breakpoints: marked }),
    [current, running, chosen, error, hits, frameHits, marked],
  )
}

/** What a new breakpoint begins with: the line chosen, the function and the variable in focus. */
function useBlank(debug: Debugger, marks: CodeMarks, path: string): BreakpointDraft {
  const { variable } = useFocus()
  const line = marks.cursor ?? marks.current
  return {
    kind: 'line',
    file: path,
    line: line === null ? '' : String(line),
    condition: '',
    count: '1',
    every: false,
    type: '',
    function: debug.position.tree.nodes[debug.seq]?.function ?? '',
    variable: variable ?? '',
  }
}

/** The line that was asked for, from then on until the focus moves; its file is shown in place of that of the state. */
function useWantedLine({ trace, debug, files }: SourcePaneProps, own: number) {
  const wanted = useAtom(wantedLineAtom)
  const [shown, setShown] = useState<(Cursor & { readonly seq: number }) | null>(null)
  const { seq, setCursor } = debug
  useEffect(() => {
    if (wanted === null || wanted.trace !== trace.trace) return
    wantedLineAtom.set(null)
    const at = {
      file: wanted.file === null ? own : files.paths.indexOf(wanted.file),
      line: wanted.line,
    }
    if (at.file < 0) return
    setCursor(at)
    setShown({ ...at, seq })
  }, [wanted, trace.trace, files.paths, own, seq, setCursor])
  return shown?.seq === seq ? shown : null
}

/** The letter of a command, which is the last of its keys: there is little room beside the source. */
function ShortKey({ command }: { command: Pick<KeyBinding, 'id' | 'keys'> }) {
  return <KeyList keys={useKeysOf()(command).slice(-1)} />
}

/** The program with its current line, its breakpoints, and what it printed. */
export const SourcePane = memo(function SourcePane(props: SourcePaneProps) {
  const { trace, tree, debug, files, node, list, onList } = props
  const own = Math.max(0, files.paths.indexOf(trace.program))
  const wanted = useWantedLine(props, own)
  const file = wanted?.file ?? (node === null ? own : (node.file ?? 0))
  const layout = useSize('trace.output', 140)
  const { setCursor, toggleBreakpoint, breakpoints } = debug
  const onLine = useCallback(
    (chosen: number) => setCursor({ file, line: chosen }),
    [setCursor, file],
  )
  const onBreakpoint = useCallback(
    (line: number) => toggleBreakpoint({ file, line }),
    [toggleBreakpoint, file],
  )
  const { path = trace.program, source: text = '' } = files.files[file] ?? {}
  const marks = useCodeMarks(props, file, own)
  const blank = useBlank(debug, marks, path)
  const keysOf = useKeysOf()
  const listed = BREAKPOINT_COMMANDS['trace.breakpoints']
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
        {marks.cursor === null ? null : (
          <span className="muted numbers ellipsis">
            line {marks.cursor} chosen: <ShortKey command={COMMAND_INFO.cursor} /> runs to it,{' '}
            <ShortKey command={BREAKPOINT_COMMANDS['trace.toggle-breakpoint']} /> breakpoint
          </span>
        )}
        <button
          type="button"
          className="text-button"
          aria-expanded={list}
          title={commandHint(listed.description, keysOf(listed))}
          onClick={() => onList(!list)}
        >
          Breakpoints {breakpoints.length}
        </button>
      </div>
      <CodeView
        source={text}
        marks={marks}
        wanted={wanted}
        onLine={onLine}
        onBreakpoint={onBreakpoint}
        label={`Source of ${path}`}
      />
      {list ? (
        <BreakpointList debug={debug} file={path} blank={blank} onClose={() => onList(false)} />
      ) : null}
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
})
