import {
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatCount, formatNoun } from '../../../../shared/base/words.ts'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { collapseFromLevel } from '../../draw/outline.ts'
import type { RowNote } from '../../draw/outline-shapes.ts'
import type { TraceFiles } from '../../draw/row-texts.ts'
import { type ToggledRecursion, toggleRecursion } from '../../draw/tree-shape.ts'
import { useAtom } from '../../state/atom.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import type { ShowRequest } from '../../ui/use-tree-scroll.ts'
import { useLabelledStates } from '../common/use-labelled-states.ts'
import type { LoadedTree } from '../common/use-tree-model.ts'
import { AccuracyChoice } from './accuracy-choice.tsx'
import { CallsPane, type CallsPaneProps } from './calls-pane.tsx'
import { TimeTree } from './time-tree.tsx'
import {
  collapseRecursionAtom,
  type Projection,
  projectionAtom,
  useTreeCommands,
} from './tree-commands.ts'
import type { Accuracy } from './use-accuracy.ts'
import { useCollapsing } from './use-collapsing.ts'
import type { Debugger } from './use-debugger.ts'

/** The calls with what is labelled of them now. */
function LabelledCalls({ trace, ...rest }: Omit<CallsPaneProps, 'labels'> & { trace: string }) {
  return <CallsPane {...rest} labels={useLabelledStates(trace)} />
}

interface TreePaneProps {
  readonly trace: TraceDetail
  readonly tree: LoadedTree
  readonly debug: Debugger
  readonly files: TraceFiles
  readonly notes: ReadonlyMap<number, RowNote>
  readonly accuracy: Accuracy
  readonly onWindow: (seqs: readonly number[]) => void
}

const NOTHING: ReadonlySet<number> = new Set()
const NO_SEQS: readonly number[] = []

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

const NOTE_MS = 4000

const OPTIONS = [
  { value: 'time', text: 'Time order' },
  { value: 'merged', text: 'Merged' },
  { value: 'callers', text: 'Callers' },
] as const

/** Keys change the projection from within the tree: what then stands in its place has the keyboard again. */
function useProjection(host: RefObject<HTMLElement | null>) {
  const projection = useAtom(projectionAtom)
  const hasKeys = useRef(false)
  const change = useCallback((to: Projection) => {
    const active = document.activeElement
    hasKeys.current = active?.getAttribute('role') === 'treegrid' || active === document.body
    projectionAtom.set(to)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the projection that takes the keyboard
  useLayoutEffect(() => {
    if (!hasKeys.current) return
    hasKeys.current = false
    host.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true })
  }, [projection, host])
  return [projection, change] as const
}

/** A sentence that goes by itself. */
function useNote() {
  const [note, setNote] = useState('')
  useEffect(() => {
    if (note === '') return
    const timer = setTimeout(() => setNote(''), NOTE_MS)
    return () => clearTimeout(timer)
  }, [note])
  return [note, setNote] as const
}

function recursionText(toggled: ToggledRecursion | null): string {
  if (toggled === null) return 'No function here calls itself.'
  const calls = formatNoun(toggled.count, 'recursive call')
  return toggled.folds ? `${calls} collapsed` : `${calls} expanded`
}

/** The state tree with its controls, in one of its projections. */
export const TreePane = memo(function TreePane(props: TreePaneProps) {
  const { trace, tree, debug, files, notes, accuracy, onWindow } = props
  const { model, loaded, complete } = tree
  const { setCollapsed, goTo } = debug
  const host = useRef<HTMLDivElement>(null)
  const [projection, onProjection] = useProjection(host)
  const recursion = useAtom(collapseRecursionAtom)
  const [note, onNote] = useNote()
  const change = useCollapsing(debug)
  const [show, onShow] = useState<ShowRequest | null>(null)
  const showFocus = useLatest(() => onShow({ seq: debug.seq, at: 'middle' }))
  const collapseAll = useLatest(() =>
    change(collapseFromLevel(model.nodes, model.levels, 0), (all) => {
      showFocus()
      return all
    }),
  )
  const expandAll = useLatest(() => {
    setCollapsed(NOTHING)
    showFocus()
  })
  const collapseRecursion = useLatest(() => {
    if (projection !== 'time') collapseRecursionAtom.set((now) => !now)
    else {
      change(toggleRecursion(model, debug.collapsed), (toggled) => {
        onNote(recursionText(toggled))
        if (toggled !== null) showFocus()
        return toggled?.collapsed ?? null
      })
    }
  })
  const acts = { projection, onProjection, collapseAll, expandAll, collapseRecursion }
  useTreeCommands(acts, host)
  useEffect(() => {
    // No states of the time order are on screen, and the strip must not say so.
    if (projection !== 'time') onWindow(NO_SEQS)
  }, [projection, onWindow])
  const isEmpty = complete && loaded === 0
  return (
    <div className="pane-body tree-pane" ref={host}>
      <div className="pane-title">
        <h3>State tree</h3>
        <Segmented
          label="Projection of the tree"
          value={projection}
          options={OPTIONS}
          onValue={onProjection}
        />
        <LoadState trace={trace} tree={tree} />
        <span className="spacer" />
        {projection === 'time' ? (
          <>
            <IconButton icon="collapse" label="Collapse all" onClick={collapseAll} />
            <IconButton icon="expand" label="Expand all" onClick={expandAll} />
            <AccuracyChoice accuracy={accuracy} />
          </>
        ) : null}
        {projection === 'merged' ? (
          <button
            type="button"
            className="text-button"
            aria-pressed={recursion}
            onClick={collapseRecursion}
          >
            {recursion ? 'Expand recursion' : 'Collapse recursion'}
          </button>
        ) : null}
      </div>
      {isEmpty ? <p className="pane-note">No event was recorded.</p> : null}
      {!isEmpty && projection === 'time' ? (
        <TimeTree
          within={host}
          accuracy={accuracy.painted}
          {...{ trace, tree, debug, files, notes, onWindow, show, onShow }}
        />
      ) : null}
      {isEmpty || projection === 'time' ? null : (
        <LabelledCalls
          trace={trace.trace}
          paths={files.paths}
          collapseRecursion={recursion}
          focus={debug.seq}
          within={host}
          {...{ tree, projection, goTo, onNote }}
        />
      )}
      <output className="tree-note numbers">{note}</output>
    </div>
  )
})
