import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useMemo } from 'react'
import { formatBytes, formatCount } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { useTraceOutput } from '../../api/traces.ts'
import type { TreeModel } from '../../draw/tree-model.ts'
import { LongText } from '../../ui/long-text.tsx'
import { type Piece, pieceAt, piecesOf, printedBefore, printerOf } from './output.ts'
import type { Debugger } from './use-debugger.ts'

const NONE: readonly Piece[] = []

interface Printed {
  readonly pieces: readonly Piece[]
  /** Pieces printed by now. */
  readonly count: number
  /** Characters printed by now. */
  readonly end: number
}

/** What is printed where the debugger stands. Until it is known when anything was, all of it is. */
function usePrinted(trace: TraceDetail, debug: Debugger): Printed {
  const { data } = useTraceOutput(trace.trace)
  const pieces = useMemo(() => (data === undefined ? NONE : piecesOf(data)), [data])
  const { atExit, seq, position } = debug
  const { at, tree } = position
  if (atExit || pieces.length === 0) {
    return { pieces, count: pieces.length, end: trace.stdout.length }
  }
  const node = tree.nodes[seq]
  const count = printedBefore(pieces, at.duplicate && node !== undefined ? node.close : seq)
  return { pieces, count, end: pieces[count - 1]?.end ?? 0 }
}

function classOf(isPrinted: boolean, isNow: boolean): string {
  return `${isPrinted ? 'piece' : 'piece later'}${isNow ? ' now' : ''}`
}

/** A row of the text in its pieces, each of which knows its event. */
function useRow(trace: TraceDetail, { pieces, end }: Printed, model: TreeModel, debug: Debugger) {
  const { seq } = debug
  const { stdout } = trace
  return useCallback(
    (from: number, to: number): ReactNode => {
      const parts: ReactNode[] = []
      let at = from
      for (let index = pieceAt(pieces, from); at < to && index < pieces.length; index++) {
        const piece = pieces[index]
        if (piece === undefined) break
        const printer = printerOf(model, piece)
        const stop = Math.min(to, piece.end)
        parts.push(
          <span
            key={at}
            data-seq={printer}
            className={classOf(piece.end <= end, printer === seq)}
            title={`Printed at event ${formatCount(printer)}`}
          >
            {stdout.slice(at, stop)}
          </span>,
        )
        at = stop
      }
      if (at < to) {
        parts.push(
          <span key={at} className={classOf(at < end, false)}>
            {stdout.slice(at, to)}
          </span>,
        )
      }
      return parts
    },
    [stdout, pieces, end, model, seq],
  )
}

/** What the program printed: up to the state in focus as it is, the rest dim. A click goes to the event that printed. */
export function OutputPane(props: { trace: TraceDetail; model: TreeModel; debug: Debugger }) {
  const { trace, model, debug } = props
  const printed = usePrinted(trace, debug)
  const { pieces, count, end } = printed
  const renderRow = useRow(trace, printed, model, debug)
  const cut = trace.stdoutBytes > new TextEncoder().encode(trace.stdout).length
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    // The end of a selection is no click.
    if (document.getSelection()?.isCollapsed === false) return
    const seq = (event.target as HTMLElement).closest('[data-seq]')?.getAttribute('data-seq')
    if (seq !== null && seq !== undefined) debug.goTo(Number(seq))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    // From the line that prints a piece, which is not printed there, Enter goes on to the next one.
    const ahead = pieces.slice(count).find((piece) => printerOf(model, piece) > debug.seq)
    const piece = event.shiftKey ? pieces[count - 1] : ahead
    if (piece !== undefined) debug.goTo(printerOf(model, piece))
    event.preventDefault()
  }
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Output</h3>
        <span className="muted numbers ellipsis" title="Click a part, or Enter and Shift+Enter">
          {cut ? 'the beginning of ' : ''}
          {formatBytes(trace.stdoutBytes)}
          {end < trace.stdout.length
            ? `, ${formatCount(count)} of ${formatCount(pieces.length)} prints so far`
            : ''}
        </span>
      </div>
      <LongText
        text={trace.stdout}
        label="What the program printed"
        rows={{ render: renderRow, follow: end, onClick, onKeyDown }}
      />
    </div>
  )
}
