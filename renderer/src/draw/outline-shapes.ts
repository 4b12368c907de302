import {
  type EventKind,
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
} from '../../../shared/trace/event.ts'
import type { StateNode } from '../../../shared/tree/node.ts'
import { predictedText, type Tally, type TraceAccuracy } from './accuracy.ts'
import { type ExitRow, type ExitShape, exitShape } from './exit-shape.ts'
import { type FoldShape, foldShape, foldText, type Hidden, hiddenIn } from './fold.ts'
import { GLYPH_WIDTH } from './glyphs.ts'
import { isBranch, type Outline, rowOfSeq, seqsOfRows } from './outline.ts'
import { type PredictedShape, predictedShape, SIGN_WIDTH, stateTally } from './predicted-shape.ts'
import { isGap, markShape, markText, type RowMark } from './row-mark.ts'
import { type RowTexts, rowName, rowSource, shareRow, type TraceFiles } from './row-texts.ts'
import { type LabelledStates, NO_LABELS } from './state-labels.ts'
import type { TreeModel } from './tree-model.ts'

export const ROW_HEIGHT = 20
const INDENT = 14
export const DISCLOSURE_WIDTH = 14
const PADDING = 10
/** Characters before the text of a row that comes after a gap: the sign, and a space. */
const GAP_CHARACTERS = 2
/** Share of the width that indentation may take before deep rows are shifted back to the left. */
const MAX_INDENT_SHARE = 0.35

/** What a row says besides its source: what changed, what was returned or raised. */
export interface RowNote {
  readonly tone: 'added' | 'removed' | 'changed' | 'value' | 'error' | 'plain'
  readonly text: string
}

export interface OutlineView {
  readonly model: TreeModel
  readonly outline: Outline
  readonly collapsed: ReadonlySet<number>
  readonly files: TraceFiles
  readonly notes: ReadonlyMap<number, RowNote>
  readonly labels?: LabelledStates
  /** Predictions to paint; absent or null, nothing is said of any. */
  readonly accuracy?: TraceAccuracy | null
  /** Seq in focus, or null; a focus inside a collapsed node shows on that node. */
  readonly focus: number | null
  /** The focus stands after the calls of its line; the row says so. */
  readonly behind?: boolean
  /** The exit as a last row, once the tree is complete; its seq is one past the last event's. */
  readonly exit: ExitRow | null
}

export interface OutlineSize {
  readonly width: number
  readonly height: number
  readonly scrollTop: number
  /** Width in CSS pixels of one character of the monospace font. */
  readonly charWidth: number
}

export interface RowShape {
  readonly seq: number
  readonly row: number
  readonly y: number
  readonly level: number
  readonly expanded: boolean | null
  readonly focused: boolean
  readonly kind: EventKind
  readonly hollow: boolean
  /** Passes of a loop directly before this state were left out of the recording. */
  readonly gap: boolean
  readonly lineNumber: number
  /** What the state is labelled; null where it is not. */
  readonly label: string | null
  readonly disclosureX: number
  readonly glyphX: number
  readonly textX: number
  readonly text: string
  /** Behind the text, before the note: where in the row's line the focus stands, or that the row comes after a gap. */
  readonly mark: RowMark | null
  /** Null where the state was not predicted, or no predictions are painted. */
  readonly predicted: PredictedShape | null
  /** Of a collapsed row, behind the text: what is hidden in it. */
  readonly fold: FoldShape | null
  readonly noteX: number
  readonly note: RowNote | null
  /** Right edge of the function's name; the name is empty where it repeats the row above. */
  readonly functionX: number
  readonly function: string
  /** x of the guide of each enclosing level that is on screen. */
  readonly guides: readonly number[]
}

export interface OutlineShapes {
  readonly rows: readonly RowShape[]
  /** Present while the exit's row is on screen. */
  readonly exit: ExitShape | null
  readonly gutterWidth: number
  readonly contentHeight: number
  /** Levels left of the screen because the rows shown are so deep; 0 when none. */
  readonly hiddenLevels: number
}

function gutterWidthOf(lineCount: number, charWidth: number): number {
  return Math.ceil(Math.max(2, String(lineCount).length) * charWidth + 2 * PADDING)
}

/** Levels to cut on the left so that the deepest row shown still leaves room for its text. */
function hiddenLevelsOf(levels: readonly number[], width: number): number {
  let least = Number.POSITIVE_INFINITY
  let most = 0
  for (const level of levels) {
    if (level < least) least = level
    if (level > most) most = level
  }
  if (most * INDENT <= width * MAX_INDENT_SHARE) return 0
  return Math.max(0, Math.min(least, most - Math.floor((width * MAX_INDENT_SHARE) / INDENT)))
}

function isHollow(node: StateNode): boolean {
  return (node.flags & (FLAG_RESUMED | FLAG_YIELDED | FLAG_UNWOUND)) !== 0
}

interface RowFrame {
  readonly size: OutlineSize
  /** x at which the outermost level shown starts. */
  readonly left: number
  /** Middle of the column of signs of predictions. */
  readonly signX: number
  readonly hiddenLevels: number
  readonly focusRow: number
}

/** The file is named where it is another than that of the row above. */
function nameOfRow({ files }: OutlineView, node: StateNode, above: StateNode | undefined): string {
  return above?.file === node.file ? node.function : rowName(files.paths, node)
}

function wantedTexts(
  view: OutlineView,
  node: StateNode,
  {
    above,
    hidden,
    predicted,
  }: { above: StateNode | undefined; hidden: Hidden | null; predicted: Tally | null },
): RowTexts {
  const repeats = above?.function === node.function && above.frame === node.frame
  const text = rowSource(view.files, node)
  return {
    text,
    mark: markText(view, node),
    verdict: predicted === null ? '' : predictedText(predicted),
    fold: hidden === null ? '' : foldText(hidden),
    note: view.notes.get(node.seq)?.text ?? '',
    name: repeats || text === node.function ? '' : nameOfRow(view, node, above),
  }
}

/** Room of a part behind the text, the gap after it included. */
function spaceOf(part: string, charWidth: number): number {
  return part === '' ? 0 : (part.length + 2) * charWidth
}

function shapeOfRow(
  view: OutlineView,
  frame: RowFrame,
  node: StateNode,
  place: { row: number; above: StateNode | undefined },
): RowShape {
  const { size, hiddenLevels } = frame
  const { charWidth } = size
  const { labels = NO_LABELS, accuracy = null } = view
  const level = view.model.levels[node.seq] ?? 0
  const shown = Math.max(0, level - hiddenLevels)
  const disclosureX = frame.left + shown * INDENT
  const gap = isGap(node)
  const textX =
    disclosureX + DISCLOSURE_WIDTH + GLYPH_WIDTH + (gap ? GAP_CHARACTERS * charWidth : 0)
  const functionX = size.width - PADDING
  const whole = Math.floor((functionX - textX) / charWidth)
  const marks = { labels, accuracy }
  const hidden = view.collapsed.has(node.seq) ? hiddenIn(view.model, node, marks) : null
  const predicted = stateTally(accuracy, node.seq)
  const wanted = wantedTexts(view, node, { above: place.above, hidden, predicted })
  const texts = shareRow(whole, wanted)
  const { text, mark, verdict, fold } = texts
  const behindX = textX + (text.length + 2) * charWidth
  const verdictX = behindX + spaceOf(mark, charWidth)
  const foldX = verdictX + spaceOf(verdict, charWidth)
  const tone = view.notes.get(node.seq)?.tone
  return {
    seq: node.seq,
    row: place.row,
    y: place.row * ROW_HEIGHT - size.scrollTop,
    level,
    expanded: isBranch(node) ? !view.collapsed.has(node.seq) : null,
    focused: place.row === frame.focusRow,
    kind: node.kind,
    hollow: isHollow(node),
    gap,
    lineNumber: node.line,
    label: labels.words.get(node.seq) ?? null,
    disclosureX: disclosureX + DISCLOSURE_WIDTH / 2,
    glyphX: disclosureX + DISCLOSURE_WIDTH + GLYPH_WIDTH / 2 - 2,
    textX,
    text,
    mark: markShape(mark, behindX, charWidth),
    predicted: predictedShape(predicted, { x: verdictX, signX: frame.signX, text: verdict }),
    fold: foldShape(fold, hidden, foldX, charWidth),
    noteX: foldX + spaceOf(fold, charWidth),
    note: tone === undefined || texts.note === '' ? null : { tone, text: texts.note },
    functionX,
    function: texts.name,
    guides: Array.from({ length: shown }, (_, index) => frame.left + index * INDENT + INDENT / 2),
  }
}

function mostLines({ lines }: TraceFiles): number {
  return lines.reduce((most, file) => Math.max(most, file.length), 0)
}

/** Shapes of the rows in the window; the work is that of the rows on screen, whatever the tree's size. */
export function outlineShapes(view: OutlineView, size: OutlineSize): OutlineShapes {
  const { model, outline } = view
  const firstRow = Math.max(0, Math.floor(size.scrollTop / ROW_HEIGHT))
  const count = Math.ceil(size.height / ROW_HEIGHT) + 1
  const seqs = seqsOfRows(outline, firstRow, count)
  const gutterWidth = gutterWidthOf(mostLines(view.files), size.charWidth)
  const hiddenLevels = hiddenLevelsOf(
    seqs.map((seq) => model.levels[seq] ?? 0),
    size.width - gutterWidth,
  )
  const focusRow =
    view.focus === null || view.focus > model.nodes.length ? -1 : rowOfSeq(outline, view.focus)
  // The number of levels left out has a column of its own, so that it covers no row's text.
  const hiddenWidth =
    hiddenLevels === 0 ? 0 : Math.ceil((String(hiddenLevels).length + 1) * size.charWidth)
  const signX = gutterWidth + hiddenWidth + SIGN_WIDTH / 2 + 1
  const signWidth = (view.accuracy ?? null) === null ? 0 : SIGN_WIDTH
  const left = gutterWidth + PADDING / 2 + hiddenWidth + signWidth
  const frame: RowFrame = { size, left, signX, hiddenLevels, focusRow }
  const rows: RowShape[] = []
  for (const [index, seq] of seqs.entries()) {
    const node = model.nodes[seq]
    if (node === undefined) continue
    const above = index === 0 ? undefined : model.nodes[seqs[index - 1] as number]
    rows.push(shapeOfRow(view, frame, node, { row: firstRow + index, above }))
  }
  const onScreen = firstRow + count > outline.rowCount
  return {
    rows,
    exit: view.exit === null || !onScreen ? null : exitOf(view, view.exit, frame),
    gutterWidth,
    contentHeight: rowCountOf(view) * ROW_HEIGHT,
    hiddenLevels,
  }
}

/** Rows of the outline, the exit's included. */
export function rowCountOf(view: Pick<OutlineView, 'outline' | 'exit'>): number {
  return view.outline.rowCount + (view.exit === null ? 0 : 1)
}

function exitOf(
  { model, outline, accuracy }: OutlineView,
  exit: ExitRow,
  frame: RowFrame,
): ExitShape {
  const { size, left, signX, focusRow } = frame
  const row = outline.rowCount
  const seq = model.nodes.length
  const place = {
    ...{ seq, row, signX },
    y: row * ROW_HEIGHT - size.scrollTop,
    focused: row === focusRow,
    left: left + DISCLOSURE_WIDTH,
    right: size.width - PADDING,
    charWidth: size.charWidth,
  }
  return exitShape(exit, place, stateTally(accuracy ?? null, seq))
}
