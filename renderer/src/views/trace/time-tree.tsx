import { type RefObject, startTransition, useId, useMemo, useRef, useState } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import type { TraceAccuracy } from '../../draw/accuracy.ts'
import { growthStage } from '../../draw/growth-stage.ts'
import { revealSeq } from '../../draw/outline.ts'
import { ROW_HEIGHT, type RowNote } from '../../draw/outline-shapes.ts'
import type { TraceFiles } from '../../draw/row-texts.ts'
import { collapseToFit } from '../../draw/tree-shape.ts'
import { StateTreeCanvas } from '../../ui/state-tree-canvas.tsx'
import { TreeMinimap } from '../../ui/tree-minimap.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { ShowRequest } from '../../ui/use-tree-scroll.ts'
import { useLabelledStates } from '../common/use-labelled-states.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { exitRow } from './exit-text.ts'
import { useSightCommands } from './tree-commands.ts'
import { useCollapsing } from './use-collapsing.ts'
import type { Debugger } from './use-debugger.ts'

interface TimeTreeProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly files: TraceFiles
  readonly notes: ReadonlyMap<number, RowNote>
  /** Predictions to paint; null paints none. */
  readonly accuracy: TraceAccuracy | null
  readonly onWindow: (seqs: readonly number[]) => void
  /** The part of the tree asked for last. */
  readonly show: ShowRequest | null
  readonly onShow: (request: ShowRequest) => void
  /** The pane whose keys move the tree. */
  readonly within: RefObject<HTMLElement | null>
}

/** What the focus was centred in; a second press there fits the tree instead. */
interface Centred {
  readonly seq: number
  readonly collapsed: ReadonlySet<number>
}

interface Sight {
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly shown: readonly number[]
  readonly within: RefObject<HTMLElement | null>
  readonly show: (request: ShowRequest) => void
}

/** Keys by which the tree is looked at: the focus in the middle, or the whole tree as deep as fits. */
function useSightKeys({ tree, debug, shown, within, show }: Sight): void {
  const { model } = tree
  const { seq, collapsed, setCollapsed } = debug
  const centred = useRef<Centred | null>(null)
  const change = useCollapsing(debug)
  const fitTree = useLatest(() => {
    const height = within.current?.querySelector('[role="treegrid"]')?.clientHeight ?? 0
    // The exit is a row too.
    const rows = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1)
    centred.current = null
    change(collapseToFit(model, collapsed, rows), (fitted) => {
      show({ seq, at: 'middle' })
      return fitted
    })
  })
  const centre = useLatest(() => {
    const last = centred.current
    const stands = last !== null && last.seq === seq && last.collapsed === collapsed
    if (stands && (shown.includes(seq) || seq >= model.nodes.length)) {
      fitTree()
      return
    }
    const revealed = revealSeq(model.nodes, collapsed, seq)
    centred.current = { seq, collapsed: revealed }
    setCollapsed(revealed)
    show({ seq, at: 'middle' })
  })
  useSightCommands({ centre, fit: fitTree }, within)
}

/** The last row may be collapsed: what is hidden in it counts as in view. */
function endInView({ model }: LoadedTree, collapsed: ReadonlySet<number>, last: number): number {
  return collapsed.has(last)
    ? Math.min(model.nodes[last]?.close ?? last, model.nodes.length - 1)
    : last
}

/** The state tree in time order, and beside it the whole trace at a glance. */
export function TimeTree(props: TimeTreeProps) {
  const { trace, tree, debug, files, notes, accuracy, onWindow, show, onShow, within } = props
  const { model, loaded, complete } = tree
  const { moves, run } = debug
  const id = useId()
  const [shown, setShown] = useState<readonly number[]>([])
  const labels = useLabelledStates(trace.trace)
  const exit = useMemo(() => (complete ? exitRow(trace) : null), [complete, trace])
  const first = shown[0]
  const last = shown.at(-1)
  const end = last === undefined ? undefined : endInView(tree, debug.collapsed, last)
  const window = useMemo(
    () => (first === undefined || end === undefined ? null : ([first, end] as const)),
    [first, end],
  )
  // Nothing waits for it, and it must not: an update that each step leaves behind ends, where steps come faster than
  // the page draws, at React's bound on updates that follow each other without a pause.
  const showWindow = useLatest((seqs: readonly number[]) => {
    startTransition(() => setShown(seqs))
    onWindow(seqs)
  })
  useSightKeys({ tree, debug, shown, within, show: onShow })
  return (
    <div className="time-tree">
      <StateTreeCanvas
        focus={debug.seq}
        behind={debug.position.at.duplicate}
        collapsed={debug.collapsed}
        onCollapsed={debug.setCollapsed}
        onFocus={debug.goTo}
        onOpen={() => run(moves.callee.target === null ? 'into' : 'callee')}
        onWindow={showWindow}
        label="State tree"
        {...{ id, model, loaded, files, notes, labels, accuracy, exit, show }}
      />
      <TreeMinimap
        controls={id}
        focus={debug.seq}
        labels={labels.seqs}
        onShow={(seq, at) => onShow({ seq, at })}
        eventCount={debug.position.eventCount}
        stage={complete ? loaded : growthStage(loaded)}
        {...{ model, loaded, window }}
      />
    </div>
  )
}
