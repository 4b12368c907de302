import { type KeyboardEvent, useCallback, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { FLAG_UNWOUND, FLAG_YIELDED, type Value } from '../../../../shared/trace/event.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import { lineWord } from '../../draw/line-word.ts'
import { useAtomPart } from '../../state/atom.ts'
import { useSize } from '../../state/layout.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { TrustMark } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { VariableTable } from '../../ui/variable-table.tsx'
import { exitText } from './exit-text.ts'
import type { Debugger } from './use-debugger.ts'
import type { ShownState } from './use-shown-state.ts'

interface VariablesPaneProps {
  readonly trace: TraceDetail
  readonly debug: Debugger
  readonly shown: ShownState
}

function argumentWord(node: StateNode): string {
  if (node.kind === 'exception') return 'raised'
  return (node.flags & FLAG_YIELDED) !== 0 ? 'yielded' : 'returned'
}

/** The value of a return or exception; an exception that passes through returns nothing. */
function Argument({ node, value }: { node: StateNode; value: Value }) {
  if ((node.flags & FLAG_UNWOUND) !== 0) {
    return (
      <p className="argument error">The exception leaves {node.function}; nothing is returned.</p>
    )
  }
  return (
    <p className={node.kind === 'exception' ? 'argument error' : 'argument'} title={value.text}>
      <span className="muted">{argumentWord(node)}</span> <code>{value.text.slice(0, 400)}</code>
    </p>
  )
}

function FramePicker({ shown }: { shown: ShownState }) {
  const { stack, node } = shown
  if (stack.length === 0) return null
  return (
    <ol className="frames" aria-label="Call stack, innermost first">
      {stack.slice(0, 200).map((frame, index) => (
        <li key={frame.seq}>
          <button
            type="button"
            className="frame"
            aria-pressed={frame.seq === node?.seq}
            onClick={() => setFocus({ frame: index === 0 ? null : frame.frame })}
          >
            <span className="frame-name">{frame.function}</span>
            <span className="muted numbers">{lineWord(frame.line)}</span>
          </button>
        </li>
      ))}
      {stack.length > 200 ? (
        <li className="muted frame">and {formatCount(stack.length - 200)} frames further out</li>
      ) : null}
    </ol>
  )
}

function ValuePane({ name, value, onClose }: { name: string; value: Value; onClose: () => void }) {
  const cut = value.size > value.text.length
  return (
    <div className="value-pane">
      <div className="pane-title">
        <code title={name}>{name}</code>
        <span className="muted">{value.type}</span>
        <span className="muted numbers">
          {formatCount(Math.max(value.size, value.text.length))} chars
        </span>
        <span className="spacer" />
        <IconButton
          icon="copy"
          label="Copy the value"
          onClick={() => void navigator.clipboard.writeText(value.text)}
        />
        <IconButton icon="close" label="Close the value" onClick={onClose} />
      </div>
      {cut ? (
        <p className="pane-note">
          {formatCount(value.text.length)} of {formatCount(value.size)} characters kept
          {value.digest === undefined ? null : (
            <>
              , sha256 <code title="First 8 bytes of the whole text’s SHA-256">{value.digest}</code>
            </>
          )}
        </p>
      ) : null}
      <LongText text={value.text} label={`Value of ${name}`} />
    </div>
  )
}

function ExitPane({ trace }: { trace: TraceDetail }) {
  return (
    <div className={`exit-pane ${trace.exit}`}>
      <p className="exit-line">{exitText(trace)}</p>
      {trace.result === null ? null : (
        <p className="argument" title={trace.result.text}>
          <span className="muted">result</span> <code>{trace.result.text.slice(0, 4000)}</code>
        </p>
      )}
      {trace.events === 0 ? null : (
        <p className="muted">
          {trace.exit === 'never' ? 'Nothing was recorded after this.' : 'The program has ended.'}{' '}
          Press <kbd>,</kbd> for the last recorded state.
        </p>
      )}
    </div>
  )
}

// Kept like the sizes of the panes: the address keeps which variable, and a reload shows its value again.
const valueOpenAtom = createStoredAtom('trace.valueOpen', false, (stored) => stored === true)

/** Name of the row the arrow keys lead to. */
function neighbour(
  names: readonly string[],
  selected: string | null,
  delta: number,
): string | null {
  const from = selected === null ? -1 : names.indexOf(selected)
  const to = from < 0 ? 0 : Math.max(0, Math.min(names.length - 1, from + delta))
  return names[to] ?? null
}

function Locals({ shown }: { shown: ShownState }) {
  const { variable } = useFocus()
  const open = useAtomPart(valueOpenAtom, (value) => value)
  const setOpen = valueOpenAtom.set
  const layout = useSize('trace.value', 220)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const onSelect = useCallback((name: string) => setFocus({ variable: name }), [])
  const onOpen = useCallback((name: string) => {
    setFocus({ variable: name })
    valueOpenAtom.set(true)
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const names = shown.rows.map((row) => row.name)
    const next = delta === undefined ? variable : neighbour(names, variable, delta)
    if (event.key === 'Escape') setOpen(false)
    else if (delta !== undefined && next !== null) onSelect(next)
    else if (event.key === 'Enter' && next !== null) onOpen(next)
    else return
    event.preventDefault()
  }
  const opened = open ? shown.rows.find((row) => row.name === variable) : undefined
  const table = (
    <section
      ref={setScroller}
      className={shown.stale ? 'variables-scroll stale' : 'variables-scroll'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      aria-label="Variables"
      onKeyDown={onKeyDown}
    >
      {shown.rows.length === 0 ? (
        <p className="pane-note">
          {shown.state === null ? 'Reading the state…' : 'No local variables here.'}
        </p>
      ) : (
        <VariableTable rows={shown.rows} selected={variable} {...{ scroller, onSelect, onOpen }} />
      )}
    </section>
  )
  if (opened === undefined) return table
  return (
    <SplitPane label="Variables and value" direction="column" sized="second" {...layout}>
      {table}
      <ValuePane name={opened.name} value={opened.value} onClose={() => setOpen(false)} />
    </SplitPane>
  )
}

/** Variables of the state in focus, or of the caller chosen in the call stack. */
export function VariablesPane({ trace, debug, shown }: VariablesPaneProps) {
  const layout = useSize('trace.frames', 116)
  if (debug.atExit) return <ExitPane trace={trace} />
  if (shown.error !== null && shown.state === null) return <EmptyState text={shown.error} />
  const { node, state } = shown
  return (
    <SplitPane label="Call stack and variables" direction="column" min={52} {...layout}>
      <div className="pane-body">
        <div className="pane-title">
          <h3>Call stack</h3>
        </div>
        <FramePicker shown={shown} />
      </div>
      <div className="pane-body">
        <div className="pane-title">
          <h3>Variables</h3>
          {node === null ? null : <span className="muted ellipsis">in {node.function}</span>}
          <span className="spacer" />
          <TrustMark trust="recorded" />
        </div>
        {node !== null && state?.seq === node.seq && state.arg !== null ? (
          <Argument node={node} value={state.arg} />
        ) : null}
        <Locals shown={shown} />
      </div>
    </SplitPane>
  )
}
