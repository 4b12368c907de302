import { memo, useMemo, useState } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import {
  FLAG_UNWOUND,
  FLAG_YIELDED,
  type Locals as LocalValues,
  type Value,
} from '../../../../shared/trace/event.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import { compareVariables, likenessText } from '../../draw/compared-variables.ts'
import { fitText } from '../../draw/row-texts.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { useSize } from '../../state/layout.ts'
import { TrustMark } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { exitText } from './exit-text.ts'
import { FramePicker } from './frame-picker.tsx'
import { Locals } from './locals.tsx'
import type { Debugger } from './use-debugger.ts'
import type { ShownState } from './use-shown-state.ts'
import type { VariableWrites } from './use-writes.ts'
import { WatchList } from './watch-list.tsx'
import { WritesBar } from './writes-bar.tsx'

interface VariablesPaneProps {
  readonly trace: TraceDetail
  readonly model: TreeModel
  readonly debug: Debugger
  readonly shown: ShownState
  readonly writes: VariableWrites
  /** Variables of the other run of a comparison; null while it shows none. */
  readonly others?: LocalValues | null | undefined
}

function argumentWord(node: StateNode): string {
  if (node.kind === 'exception') return 'raised'
  return (node.flags & FLAG_YIELDED) !== 0 ? 'yielded' : 'returned'
}

/** Of a long value a tooltip shows the start; a megabyte in one would be no help to anybody. */
const TITLE_CHARS = 2000

/** The value of a return or exception; an exception that passes through returns nothing. */
function Argument({ node, value }: { node: StateNode; value: Value }) {
  if ((node.flags & FLAG_UNWOUND) !== 0) {
    return (
      <p className="argument error">The exception leaves {node.function}; nothing is returned.</p>
    )
  }
  return (
    <p
      className={node.kind === 'exception' ? 'argument error' : 'argument'}
      title={fitText(value.text, TITLE_CHARS)}
    >
      <span className="muted">{argumentWord(node)}</span> <code>{fitText(value.text, 400)}</code>
    </p>
  )
}

function ExitPane({ trace }: { trace: TraceDetail }) {
  return (
    <div className={`exit-pane ${trace.exit}`}>
      {/* Why there was no run at all the header says. */}
      <p className="exit-line">{trace.events === 0 ? `exit ${trace.exit}` : exitText(trace)}</p>
      {trace.result === null ? null : (
        <p className="argument" title={fitText(trace.result.text, TITLE_CHARS)}>
          <span className="muted">result</span> <TrustMark trust="recorded" />{' '}
          <code>{fitText(trace.result.text, 4000)}</code>
        </p>
      )}
      {trace.events === 0 ? (
        <p className="muted">No state was recorded, so there are no variables.</p>
      ) : (
        <p className="muted">
          {trace.exit === 'never' ? 'Nothing was recorded after this.' : 'The program has ended.'}{' '}
          Press <kbd>,</kbd> for the last recorded state.
        </p>
      )}
    </div>
  )
}

/** How the variables compare with those of the other run; null where there are none to compare with. */
function useLikenesses({ rows }: ShownState, others: VariablesPaneProps['others']) {
  return useMemo(
    () => (others === undefined || others === null ? null : compareVariables(rows, others)),
    [rows, others],
  )
}

/** Variables of the state in focus, or of the caller chosen in the call stack. */
export const VariablesPane = memo(function VariablesPane(props: VariablesPaneProps) {
  const { trace, model, debug, shown, writes, others } = props
  const layout = useSize(
    others === undefined ? 'trace.frames' : 'compare.frames',
    others === undefined ? 116 : 76,
  )
  const [isAdding, setAdding] = useState(false)
  const likenesses = useLikenesses(shown, others)
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
          {node === null ? null : (
            <span className="muted ellipsis" title={`in ${node.function}`}>
              in {node.function}
            </span>
          )}
          {likenesses === null || likenesses.size === 0 ? null : (
            <span className="muted numbers ellipsis" title="How the variables compare">
              Other run: {likenessText(likenesses)}
            </span>
          )}
          <span className="spacer" />
          <IconButton
            icon="plus"
            label="Watch a part of a variable"
            aria-expanded={isAdding}
            onClick={() => setAdding(!isAdding)}
          />
          <TrustMark trust="recorded" />
        </div>
        {node !== null && state?.seq === node.seq && state.arg !== null ? (
          <Argument node={node} value={state.arg} />
        ) : null}
        <WatchList {...{ trace, shown, isAdding }} onAdded={() => setAdding(false)} />
        <Locals {...{ trace, shown, likenesses }} />
        <WritesBar model={model} writes={writes} goTo={debug.goTo} />
      </div>
    </SplitPane>
  )
})
