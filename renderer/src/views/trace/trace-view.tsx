import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { errorText } from '../../api/errors.ts'
import { useNewestTrace, useTrace } from '../../api/traces.ts'
import { lineWord } from '../../draw/line-word.ts'
import { rowName } from '../../draw/row-texts.ts'
import { useSize } from '../../state/layout.ts'
import { openView, useFocus } from '../../state/place.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyList } from '../../ui/key-list.tsx'
import { useKeysOf } from '../../ui/keys.ts'
import { SplitPane } from '../../ui/split-pane.tsx'
import { shareOf } from '../common/share-of.ts'
import { useTraceFiles } from '../common/use-trace-files.ts'
import { useTreeModel } from '../common/use-tree-model.ts'
import { DebugToolbar, SearchLine, useDebugKeys } from './debug-toolbar.tsx'
import { exitText } from './exit-text.ts'
import { SourcePane } from './source-pane.tsx'
import { Timeline } from './timeline.tsx'
import { TraceHeader } from './trace-header.tsx'
import { TreePane } from './tree-pane.tsx'
import { type Debugger, useDebugger } from './use-debugger.ts'
import { PANE_COMMANDS, usePanes } from './use-panes.ts'
import { useShownState } from './use-shown-state.ts'
import { useVariableWrites } from './use-writes.ts'
import { VariablesPane } from './variables-pane.tsx'
import { useWriteKeys } from './writes-bar.tsx'

function OpenNewest() {
  const { data } = useNewestTrace()
  if (data === undefined) return null
  if (data === null) {
    return (
      <Button tone="primary" onClick={() => openView('corpus')}>
        Go to the corpus
      </Button>
    )
  }
  return (
    <Button
      tone="primary"
      hint={data.program}
      onClick={() => openView('trace', { trace: data.trace, step: 0 })}
    >
      Open newest
    </Button>
  )
}

/** What happened in one run: source, state tree, variables. */
export function TraceView() {
  const { trace } = useFocus()
  const { data, error } = useTrace(trace)
  if (trace === null) {
    return (
      <EmptyState
        text="Pick a trace in the corpus, or open the one recorded last."
        action={<OpenNewest />}
      />
    )
  }
  if (error !== null) {
    return (
      <EmptyState
        text={errorText(error)}
        action={<Button onClick={() => openView('corpus')}>Go to the corpus</Button>}
      />
    )
  }
  if (data === undefined) return <div className="trace-view" aria-busy="true" />
  return <Workspace key={trace} trace={data} />
}

const BEHIND =
  'Going back, a line that made a call is met twice: first after its call, then before it. From here Step back into goes to the return of the call, Step back over to the line itself.'

/** What the focus stands on, in a few words, beside the buttons. */
function Standing({ trace, debug }: { trace: TraceDetail; debug: Debugger }) {
  const { position, seq, atExit } = debug
  const node = position.tree.nodes[seq]
  if (atExit) return <p className="standing exit">{exitText(trace)}</p>
  if (node === undefined) return <p className="standing" />
  return (
    <p className="standing numbers" aria-live="polite" title={position.at.duplicate ? BEHIND : ''}>
      event {seq}
      {position.at.duplicate ? (
        <>
          {' '}
          <Badge tone="active">after its call</Badge>
        </>
      ) : null}{' '}
      · {node.kind} · {lineWord(node.line)} · {rowName(trace.files, node)} · depth{' '}
      {formatCount(node.depth)}
    </p>
  )
}

/**
 * The tree takes the keyboard when the view opens, so that keys and screen readers are in the recording at once;
 * not from a control that has it, such as the button that opened the view.
 */
function useTreeTakesKeyboard(host: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    const tree = host.current?.querySelector<HTMLElement>('[role="treegrid"]')
    tree?.focus({ preventScroll: true })
  }, [host])
}

/** The way back from one pane alone, for those who do not know its key. */
function ShowAll({ onClick }: { onClick: () => void }) {
  const keysOf = useKeysOf()
  return (
    <button type="button" className="text-button" onClick={onClick}>
      Show all panes <KeyList keys={keysOf(PANE_COMMANDS['trace.maximise-pane'])} />
    </button>
  )
}

function Workspace({ trace }: { trace: TraceDetail }) {
  const host = useRef<HTMLDivElement>(null)
  const { frame } = useFocus()
  const tree = useTreeModel(trace.trace)
  const { model, loaded, complete } = tree
  // The tree of a trace that is still recorded may be ahead of what is known of the trace.
  const eventCount = complete ? loaded : Math.max(loaded, trace.events)
  const files = useTraceFiles(trace)
  const debug = useDebugger({ trace, files, model, loaded, complete, eventCount })
  const [list, setList] = useState(false)
  const openList = useCallback(() => setList(true), [])
  const passField = useDebugKeys(debug, { within: host, openList })
  useTreeTakesKeyboard(host)
  const { alone, showAll, onDoubleClick } = usePanes(host)
  const [window, setWindow] = useState<readonly number[]>([])
  // Nothing waits for it: while the focus moves on many times a frame, what depends on the rows comes when it rests.
  const onWindow = useCallback(
    (seqs: readonly number[]) => startTransition(() => setWindow(seqs)),
    [],
  )
  const { shown, notes } = useShownState(trace.trace, model, debug, { frame, window })
  const writes = useVariableWrites(trace.trace, debug, shown)
  useWriteKeys(writes, host)
  const source = useSize('trace.source', shareOf(0.34, 380, 620))
  const variables = useSize('trace.variables', shareOf(0.28, 320, 520))
  const first = window[0]
  const last = window.at(-1)
  const range = useMemo(
    () => (first === undefined || last === undefined ? null : ([first, last] as const)),
    [first, last],
  )
  const node = debug.atExit ? null : shown.node
  return (
    <div className="trace-view" ref={host} data-testid="trace-view">
      <TraceHeader trace={trace} />
      <div className="trace-tools">
        <DebugToolbar debug={debug} passField={passField} />
        {alone === null ? null : <ShowAll onClick={showAll} />}
        {debug.search.progress === null && debug.search.error === null ? (
          <Standing trace={trace} debug={debug} />
        ) : (
          <SearchLine search={debug.search} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key does what a double click on a title does */}
      <div className="trace-panes" onDoubleClick={onDoubleClick}>
        <SplitPane
          label="Source and state tree"
          names={['source', null]}
          only={alone === null ? null : alone === 'source' ? 'first' : 'second'}
          min={200}
          minRest={400}
          {...source}
        >
          <SourcePane {...{ trace, tree, debug, files, node, list }} onList={setList} />
          <SplitPane
            label="State tree and variables"
            names={['tree', 'variables']}
            only={alone === 'tree' ? 'first' : alone === 'variables' ? 'second' : null}
            sized="second"
            min={200}
            minRest={200}
            {...variables}
          >
            <TreePane {...{ trace, tree, debug, files, notes }} onWindow={onWindow} />
            <VariablesPane {...{ trace, model, debug, shown, writes }} />
          </SplitPane>
        </SplitPane>
      </div>
      <Timeline {...{ trace, tree, debug, eventCount }} window={range} view={host} />
    </div>
  )
}
