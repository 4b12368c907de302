import {
  memo,
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
import { besideFocus, closeComparison, openView, useFocus, usePin } from '../../state/place.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyList } from '../../ui/key-list.tsx'
import { showKey } from '../../ui/key-notation.ts'
import { useKeysOf } from '../../ui/keys.ts'
import { useTraceFiles } from '../common/use-trace-files.ts'
import { useTreeModel } from '../common/use-tree-model.ts'
import { PALETTE_COMMANDS } from '../palette/palette-commands.ts'
import { useAccuracyKeys } from './accuracy-keys.ts'
import { CompareEntry, useCompareKeys } from './compare-open.tsx'
import { Comparison, type SideOfTwo } from './comparison.tsx'
import { DebugToolbar, SearchLine, useDebugKeys } from './debug-toolbar.tsx'
import { FindBar } from './find-bar.tsx'
import { SourcePane } from './source-pane.tsx'
import { Timeline } from './timeline.tsx'
import { TraceHeader } from './trace-header.tsx'
import { TracePanes } from './trace-panes.tsx'
import { TreePane } from './tree-pane.tsx'
import { useAccuracy } from './use-accuracy.ts'
import { type Debugger, useDebugger } from './use-debugger.ts'
import { useKeptPosition } from './use-kept-position.ts'
import { ALONE_COMMANDS, usePanes } from './use-panes.ts'
import { type ShownState, useShownState } from './use-shown-state.ts'
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

function NoTrace() {
  const [key] = useKeysOf()(PALETTE_COMMANDS['palette.go'])
  const other =
    key === undefined ? 'find it in the corpus' : `press ${showKey(key)} and type its name`
  return <EmptyState text={`Pick a trace, or ${other}.`} action={<OpenNewest />} />
}

/** What happened in one run: source, state tree, variables; or in two beside each other, where one is pinned. */
export function TraceView() {
  const focus = useFocus()
  const { trace } = focus
  const pinned = besideFocus(focus, usePin())?.trace ?? null
  const { data, error } = useTrace(trace)
  const other = useTrace(pinned)
  if (trace === null) {
    return <NoTrace />
  }
  if (error !== null) {
    return (
      <EmptyState
        text={errorText(error)}
        action={<Button onClick={() => openView('corpus')}>Go to the corpus</Button>}
      />
    )
  }
  if (other.error !== null) {
    return (
      <EmptyState
        text={`The trace pinned for comparison cannot be shown: ${errorText(other.error)}`}
        action={<Button onClick={closeComparison}>Close the comparison</Button>}
      />
    )
  }
  const isWaiting = pinned !== null && other.data === undefined
  if (data === undefined || isWaiting) return <div className="trace-view" aria-busy="true" />
  if (other.data === undefined) return <Alone key={trace} trace={data} />
  return (
    <Comparison
      focus={data}
      pin={other.data}
      draw={(one, beside) => <Workspace key={one.trace} trace={one} beside={beside} />}
    />
  )
}

const BEHIND =
  'Going back, a line that made a call is met twice: first after its call, then before it. From here Step back into goes to the return of the call, Step back over to the line itself.'

/** What the focus stands on, in a few words, beside the buttons. */
const Standing = memo(function Standing({ trace, debug }: { trace: TraceDetail; debug: Debugger }) {
  const { position, seq, atExit } = debug
  const node = position.tree.nodes[seq]
  // Why it ended the header says.
  if (atExit) return <p className="standing exit">exit {trace.exit}</p>
  if (node === undefined) return <p className="standing" />
  const { duplicate } = position.at
  const event = `event ${formatCount(seq)}`
  const where = `${node.kind} · ${lineWord(node.line)} · ${rowName(trace.files, node)} · depth ${formatCount(node.depth)}`
  return (
    <p
      className="standing numbers"
      aria-live="polite"
      title={duplicate ? BEHIND : `${event} · ${where}`}
    >
      {event}
      {duplicate ? (
        <>
          {' '}
          <Badge tone="active">after its call</Badge>
        </>
      ) : null}{' '}
      · {where}
    </p>
  )
})

/**
 * The tree takes the keyboard when the view opens, so that keys and screen readers are in the recording at once;
 * not from a control that has it, such as the button that opened the view.
 */
function useTreeTakesKeyboard(host: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    const view = host.current
    const isFree = (): boolean => document.activeElement?.contains(view) ?? true
    if (!isWanted || view === null || !isFree()) return
    view.querySelector<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true })
    // The tree may be out of sight.
    if (isFree()) view.focus({ preventScroll: true })
  }, [host, isWanted])
}

/** The way back from one pane alone, for those who do not know its key. */
function ShowAll({ onClick }: { onClick: () => void }) {
  const keysOf = useKeysOf()
  return (
    <button type="button" className="text-button" onClick={onClick}>
      Show all panes <KeyList keys={keysOf(ALONE_COMMANDS['trace.maximise-pane'])} />
    </button>
  )
}

/** Not drawn anew whenever the focus moves: what shows it is told by itself. */
const Alone = memo(function Alone({ trace }: { trace: TraceDetail }) {
  const tree = useTreeModel(trace.trace)
  const files = useTraceFiles(trace)
  useKeptPosition(trace, { tree, files })
  return <Workspace trace={trace} />
})

/** What this side shows is told to the other, which compares itself with it. */
function useTellSeen(
  beside: SideOfTwo | undefined,
  { state, node, stale }: ShownState,
  isExit: boolean,
) {
  const onSeen = beside?.onSeen
  const seen = useMemo(() => {
    if (state === null || node === null || isExit) return null
    return { locals: state.locals, arg: state.seq === node.seq ? state.arg : null }
  }, [state, node, isExit])
  useEffect(() => {
    // Until the state that is asked for is there, the one before stays on this side too.
    if (!stale) onSeen?.(seen)
  }, [onSeen, seen, stale])
}

interface WorkspaceProps {
  readonly trace: TraceDetail
  /** The trace is one of two that stand beside each other. */
  readonly beside?: SideOfTwo
}

function Workspace({ trace, beside }: WorkspaceProps) {
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
  const isCompared = beside !== undefined
  useCompareKeys(isCompared, host)
  const accuracy = useAccuracy(trace.trace)
  useAccuracyKeys({ accuracy, debug, isCompared, within: host })
  useTreeTakesKeyboard(host, beside?.side !== 'pin')
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
  useTellSeen(beside, shown, debug.atExit)
  const first = window[0]
  const last = window.at(-1)
  const range = useMemo(
    () => (first === undefined || last === undefined ? null : ([first, last] as const)),
    [first, last],
  )
  const node = debug.atExit ? null : shown.node
  const others = beside === undefined ? undefined : (beside.other?.locals ?? null)
  return (
    <div className="trace-view" ref={host} data-testid="trace-view" tabIndex={-1}>
      <TraceHeader trace={trace} isHalf={beside !== undefined} />
      <div className="trace-tools">
        <DebugToolbar debug={debug} passField={passField} />
        {alone === null ? null : <ShowAll onClick={showAll} />}
        {beside === undefined ? <CompareEntry trace={trace.trace} /> : null}
        {debug.search.progress === null && debug.search.error === null ? (
          <Standing trace={trace} debug={debug} />
        ) : (
          <SearchLine search={debug.search} />
        )}
      </div>
      <FindBar debug={debug} files={files} view={host} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key does what a double click on a title does */}
      <div className="trace-panes" onDoubleClick={onDoubleClick}>
        <TracePanes
          isHalf={beside !== undefined}
          alone={alone}
          source={<SourcePane {...{ trace, tree, debug, files, node, list }} onList={setList} />}
          tree={<TreePane {...{ trace, tree, debug, files, notes, accuracy, onWindow }} />}
          variables={<VariablesPane {...{ trace, model, debug, shown, writes, others }} />}
        />
      </div>
      <Timeline
        {...{ trace, tree, debug, eventCount }}
        accuracy={accuracy.painted}
        window={range}
        view={host}
      />
    </div>
  )
}
