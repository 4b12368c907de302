import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatNoun } from '../../../shared/base/words.ts'
import type { TraceAccuracy } from '../draw/accuracy.ts'
import { fitCanvas } from '../draw/canvas.ts'
import type { ExitRow } from '../draw/exit-shape.ts'
import { createOutline, rowOfSeq, seqOfRow, setCollapsed } from '../draw/outline.ts'
import {
  type OutlineShapes,
  outlineShapes,
  ROW_HEIGHT,
  type RowNote,
  type RowShape,
  rowCountOf,
} from '../draw/outline-shapes.ts'
import { hitOutline } from '../draw/outline-window.ts'
import { paintOutline } from '../draw/paint-outline.ts'
import { rowSource, type TraceFiles } from '../draw/row-texts.ts'
import { type LabelledStates, NO_LABELS } from '../draw/state-labels.ts'
import type { TreeModel } from '../draw/tree-model.ts'
import { isTreeKey, type TreeKeyEffect, treeKeyEffect } from './state-tree-keys.ts'
import { GAP_WORDS, labelSentence, rowId, StateTreeRows } from './state-tree-rows.tsx'
import { useDragScroll } from './use-drag-scroll.ts'
import { type CanvasLook, type ElementSize, useCanvasLook, useElementSize } from './use-palette.ts'
import { type ShowRequest, useFollowFocus, useScroller, useShow } from './use-tree-scroll.ts'

export interface StateTreeCanvasProps {
  readonly model: TreeModel
  /** Nodes in the model when it was last appended to: tells React that the same object has grown. */
  readonly loaded: number
  readonly files: TraceFiles
  readonly notes: ReadonlyMap<number, RowNote>
  readonly labels?: LabelledStates
  /** Predictions to paint on the states; null paints none. */
  readonly accuracy?: TraceAccuracy | null
  readonly focus: number | null
  /** The focus stands after the calls of its line. */
  readonly behind?: boolean
  readonly exit: ExitRow | null
  readonly collapsed: ReadonlySet<number>
  readonly onCollapsed: (collapsed: ReadonlySet<number>) => void
  readonly onFocus: (seq: number) => void
  /** Enter on a row. */
  readonly onOpen: (seq: number) => void
  /** Seqs of the rows on screen, whenever they change. */
  readonly onWindow: (seqs: readonly number[]) => void
  readonly label: string
  /** The element's id, for what controls it. */
  readonly id?: string
  readonly show?: ShowRequest | null
}

function useShapes(
  props: StateTreeCanvasProps,
  size: ElementSize,
  scrollTop: number,
  look: CanvasLook | null,
) {
  const { model, loaded, files, notes, focus, behind = false, exit, collapsed } = props
  const { labels = NO_LABELS, accuracy = null } = props
  const outline = useMemo(() => {
    // The model is one growing object; its length is what tells one state of it from the next.
    return loaded < 0 ? null : createOutline(model.nodes, collapsed)
  }, [model, loaded, collapsed])
  const charWidth = look?.charWidth ?? 7.2
  const shapes = useMemo(() => {
    if (outline === null) return null
    const shown = { model, outline, collapsed, files, notes, labels, accuracy }
    const view = { ...shown, focus, behind, exit }
    return outlineShapes(view, { ...size, scrollTop, charWidth })
  }, [
    model,
    outline,
    collapsed,
    files,
    notes,
    labels,
    accuracy,
    focus,
    behind,
    exit,
    size,
    scrollTop,
    charWidth,
  ])
  return { outline: outline as NonNullable<typeof outline>, shapes: shapes as OutlineShapes }
}

/** The state tree of a trace as an outline on a canvas, with the keys and the description of a treegrid. */
export function StateTreeCanvas(props: StateTreeCanvasProps) {
  const { model, files, focus, collapsed, onCollapsed, onFocus, onWindow, exit } = props
  const ownId = useId()
  const { id = ownId, show = null } = props
  const host = useRef<HTMLDivElement>(null)
  const scroller = useScroller(host)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const [hover, setHover] = useState<number | null>(null)
  const look = useCanvasLook(canvas)
  const size = useElementSize(host)
  const drag = useDragScroll()
  const { outline, shapes } = useShapes(props, size, scrollTop, look)
  const rowCount = rowCountOf({ outline, exit })

  const focusRow = focus === null || focus > model.nodes.length ? null : rowOfSeq(outline, focus)
  const followed = { focus, focusRow, rowCount, height: size.height, scrollTop }
  const scrolls = useFollowFocus(scroller, followed, setScrollTop)
  usePainting(canvas, look, { shapes, size, hover, scrolls })
  const rowAt = (seq: number) => ({ row: rowOfSeq(outline, seq), rowCount, height: size.height })
  useShow(scroller, show, rowAt, setScrollTop)

  useWindow(shapes, onWindow)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isTreeKey(event.key)) return
    event.preventDefault()
    const pageRows = Math.max(1, Math.floor(size.height / ROW_HEIGHT) - 1)
    const effect = treeKeyEffect(event.key, {
      model,
      outline,
      collapsed,
      rowCount,
      pageRows,
      focus: focus ?? 0,
    })
    applyEffect(effect, props)
  }

  const hitAt = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return hitOutline(shapes, event.clientX - box.left, event.clientY - box.top)
  }
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    if (drag.endedDrag()) return
    const hit = hitAt(event)
    if (hit === null) return
    if (hit.onDisclosure) {
      onCollapsed(setCollapsed(collapsed, hit.seq, !collapsed.has(hit.seq)))
    } else onFocus(hit.seq)
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const hit = hitAt(event)
    const node = hit === null ? undefined : model.nodes[hit.seq]
    if (hit === null || hit.onDisclosure || node === undefined || node.close === node.seq) return
    onCollapsed(setCollapsed(collapsed, hit.seq, !collapsed.has(hit.seq)))
  }

  const sourceOf = useCallback(
    (row: RowShape) => {
      const node = model.nodes[row.seq]
      return node === undefined ? '' : rowSource(files, node)
    },
    [files, model.nodes],
  )
  const hovered = shapes.rows.find((row) => row.seq === hover)
  const focusShown = focus !== null && focusRow !== null && isOnScreen(shapes, focusRow)
  return (
    <div
      ref={host}
      id={id}
      className="state-tree"
      role="treegrid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rowCount}
      {...(focusShown && focusRow !== null
        ? { 'aria-activedescendant': rowId(id, seqOfRow(outline, focusRow)) }
        : {})}
      title={hovered === undefined ? undefined : titleOf(hovered, sourceOf(hovered), shapes)}
      onScroll={({ currentTarget }) => {
        // Where it was moved to the rows are laid out already, or for where they moved since.
        if (!scroller.isOwn(currentTarget.scrollTop)) setScrollTop(currentTarget.scrollTop)
      }}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onPointerDown={drag.onPointerDown}
      onPointerUp={drag.onPointerUp}
      onPointerMove={(event) => {
        drag.onPointerMove(event)
        setHover(hitAt(event)?.seq ?? null)
      }}
      onPointerLeave={() => setHover(null)}
    >
      <canvas ref={canvas} className="state-tree-canvas" style={size} />
      <div style={{ height: Math.max(0, shapes.contentHeight - size.height) }} />
      <StateTreeRows id={id} shapes={shapes} sourceOf={sourceOf} />
    </div>
  )
}

function applyEffect(
  effect: TreeKeyEffect | null,
  { onFocus, onCollapsed, onOpen }: StateTreeCanvasProps,
): void {
  if (effect?.kind === 'focus') onFocus(effect.seq)
  else if (effect?.kind === 'collapse') onCollapsed(effect.collapsed)
  else if (effect?.kind === 'open') onOpen(effect.seq)
}

function useWindow(shapes: OutlineShapes, onWindow: StateTreeCanvasProps['onWindow']): void {
  const shownSeqs = shapes.rows.map((row) => row.seq).join()
  useEffect(() => {
    onWindow(shownSeqs === '' ? [] : shownSeqs.split(',').map(Number))
  }, [shownSeqs, onWindow])
}

function usePainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  look: CanvasLook | null,
  scene: {
    readonly shapes: OutlineShapes
    readonly size: ElementSize
    readonly hover: number | null
    /** The rows are about to be laid out again where the focus was scrolled to: these need not be painted. */
    readonly scrolls: RefObject<boolean>
  },
): void {
  const { shapes, size, hover, scrolls } = scene
  useLayoutEffect(() => {
    const isPassing = scrolls.current
    scrolls.current = false
    if (isPassing) return
    if (canvas.current === null || look === null || size.width === 0) return
    const surface = { ...size, pixelRatio: globalThis.devicePixelRatio || 1 }
    const context = fitCanvas(canvas.current, surface)
    if (context === null) return
    paintOutline(context, { shapes, surface, hover, palette: look.palette, font: look.font })
  }, [canvas, shapes, look, size, hover, scrolls])
}

function isOnScreen(shapes: OutlineShapes, row: number): boolean {
  return shapes.rows.some((shape) => shape.row === row) || shapes.exit?.row === row
}

/** What was left out before the row, what it is labelled and how it was predicted, its source where the canvas had to cut it, or how many levels are out of sight. */
function titleOf(
  row: RowShape,
  source: string,
  { hiddenLevels }: OutlineShapes,
): string | undefined {
  const told = [
    ...(row.gap ? [GAP_WORDS] : []),
    ...(row.label === null ? [] : [labelSentence(row.label)]),
    ...(row.predicted === null ? [] : [row.predicted.words]),
  ]
  if (told.length > 0) return [source, ...told].join(' · ')
  if (row.text !== source) return source
  if (hiddenLevels === 0) return undefined
  return `${formatNoun(hiddenLevels, 'level')} further out ${hiddenLevels === 1 ? 'is' : 'are'} left of what is shown`
}
