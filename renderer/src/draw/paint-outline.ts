import type { EventKind } from '../../../shared/trace/event.ts'
import { type PredictedKind, RIGHT_SIGN, WRONG_SIGN } from './accuracy.ts'
import { paintDiamond, type Surface } from './canvas.ts'
import type { ExitShape } from './exit-shape.ts'
import type { FoldShape } from './fold.ts'
import { EXCEPTION_SIGN, LABEL_SIGN } from './fold.ts'
import { glyphOf } from './glyphs.ts'
import { type OutlineShapes, ROW_HEIGHT, type RowNote, type RowShape } from './outline-shapes.ts'
import type { Palette } from './palette.ts'
import type { PredictedShape } from './predicted-shape.ts'
import type { RowMark } from './row-mark.ts'

const BASELINE = 14
/** Before the line's number, clear of the bar of the focus. */
const LABEL_X = 7

function paintGlyph(
  context: CanvasRenderingContext2D,
  shape: { readonly kind: EventKind; readonly hollow: boolean },
  at: { readonly x: number; readonly y: number },
  color: string,
): void {
  const glyph = glyphOf(shape.kind)
  context.beginPath()
  if (glyph.form === 'polygon') {
    for (const [index, [x, y]] of glyph.points.entries()) {
      if (index === 0) context.moveTo(at.x + x, at.y + y)
      else context.lineTo(at.x + x, at.y + y)
    }
    context.closePath()
  } else if (glyph.form === 'dot') {
    context.arc(at.x, at.y, glyph.radius, 0, 2 * Math.PI)
  } else {
    for (const [x1, y1, x2, y2] of glyph.lines) {
      context.moveTo(at.x + x1, at.y + y1)
      context.lineTo(at.x + x2, at.y + y2)
    }
  }
  context.strokeStyle = color
  context.fillStyle = color
  context.lineWidth = glyph.form === 'strokes' ? 2 : 1.25
  if (glyph.form === 'strokes' || shape.hollow) context.stroke()
  else context.fill()
}

function paintDisclosure(context: CanvasRenderingContext2D, shape: RowShape, color: string): void {
  const x = shape.disclosureX
  const y = shape.y + ROW_HEIGHT / 2
  context.beginPath()
  if (shape.expanded) {
    context.moveTo(x - 3.5, y - 1.5)
    context.lineTo(x, y + 2)
    context.lineTo(x + 3.5, y - 1.5)
  } else {
    context.moveTo(x - 1.5, y - 3.5)
    context.lineTo(x + 2, y)
    context.lineTo(x - 1.5, y + 3.5)
  }
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.stroke()
}

/** Three dots above one another before the text: something is missing between this row and the one above. */
function paintGap(context: CanvasRenderingContext2D, shape: RowShape, color: string): void {
  context.fillStyle = color
  for (const dy of [3, 8, 13]) context.fillRect(shape.textX - 9, shape.y + dy, 3, 3)
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

function noteColor(palette: Palette, note: RowNote): string {
  switch (note.tone) {
    case 'added':
      return palette.added
    case 'removed':
      return palette.removed
    case 'changed':
      return palette.changed
    case 'error':
      return palette.exception
    case 'value':
      return palette.return
    case 'plain':
      return palette.dim
  }
}

function paintRowBackground(
  context: CanvasRenderingContext2D,
  shape: Pick<RowShape, 'seq' | 'y' | 'focused'>,
  scene: OutlineScene,
): void {
  const { palette, surface } = scene
  if (shape.focused) {
    context.fillStyle = palette.focusRow
    context.fillRect(0, shape.y, surface.width, ROW_HEIGHT)
    context.fillStyle = palette.accent
    context.fillRect(0, shape.y, 3, ROW_HEIGHT)
  } else if (shape.seq === scene.hover) {
    context.fillStyle = palette.hoverRow
    context.fillRect(0, shape.y, surface.width, ROW_HEIGHT)
  }
}

/** A box as of a badge: it says where the focus is or what is missing, not what the state is. */
function paintMark(
  context: CanvasRenderingContext2D,
  shape: RowShape,
  mark: RowMark,
  { shift, palette }: { readonly shift: number; readonly palette: Palette },
): void {
  const color = mark.tone === 'gap' ? palette.changed : palette.accent
  context.strokeStyle = color
  context.lineWidth = 1
  context.strokeRect(mark.x + shift - 4.5, shape.y + 2.5, mark.width + 9, ROW_HEIGHT - 5)
  context.fillStyle = color
  context.fillText(mark.text, mark.x + shift, shape.y + BASELINE)
}

/** As predicted: two strokes; not as predicted: with a third one through them. */
function paintPredictedSign(
  context: CanvasRenderingContext2D,
  kind: PredictedKind,
  { x, y }: { readonly x: number; readonly y: number },
  palette: Palette,
): void {
  context.strokeStyle = kind === 'right' ? palette.right : palette.wrong
  context.lineWidth = 1.5
  context.beginPath()
  for (const dy of [-2, 2]) {
    context.moveTo(x - 3.5, y + dy)
    context.lineTo(x + 3.5, y + dy)
  }
  if (kind !== 'right') {
    context.moveTo(x - 2.5, y + 5)
    context.lineTo(x + 2.5, y - 5)
  }
  context.stroke()
}

interface TextPlace {
  readonly y: number
  /** What the text before it takes beyond its columns. */
  readonly shift: number
}

/** The sign of a prediction in its column, and what was wrong behind the text. */
function paintPredicted(
  context: CanvasRenderingContext2D,
  { kind, signX, x, text }: PredictedShape,
  { y, shift }: TextPlace,
  palette: Palette,
): void {
  paintPredictedSign(context, kind, { x: signX, y: y + ROW_HEIGHT / 2 }, palette)
  context.fillStyle = palette.wrong
  context.fillText(text, x + shift, y + BASELINE)
}

const FOLD_PARTS = new RegExp(`([${EXCEPTION_SIGN}${LABEL_SIGN}${RIGHT_SIGN}${WRONG_SIGN}])`)

/** A count, or a sign and then its count: both in the colour that the sign has in sight. */
function paintFoldParts(
  context: CanvasRenderingContext2D,
  fold: FoldShape,
  at: { readonly x: number; readonly y: number },
  palette: Palette,
): void {
  const cell = fold.width / fold.text.length
  const middle = at.y + ROW_HEIGHT / 2
  let { x } = at
  let color = palette.dim
  for (const part of fold.text.split(FOLD_PARTS)) {
    const sign = { x: x + cell / 2, y: middle }
    if (part === EXCEPTION_SIGN) {
      color = palette.exception
      paintGlyph(context, { kind: 'exception', hollow: false }, sign, color)
    } else if (part === LABEL_SIGN) {
      color = palette.label
      paintDiamond(context, sign, 4, color)
    } else if (part === RIGHT_SIGN || part === WRONG_SIGN) {
      color = part === RIGHT_SIGN ? palette.right : palette.wrong
      paintPredictedSign(context, part === RIGHT_SIGN ? 'right' : 'wrong', sign, palette)
    } else {
      context.fillStyle = color
      context.fillText(part, x, at.y + BASELINE)
    }
    x += part.length * cell
  }
}

/** A filled box: the row stands for what is in it. What is in it has the colour and the sign of one in sight. */
function paintFold(
  context: CanvasRenderingContext2D,
  shape: RowShape,
  fold: FoldShape,
  { shift, palette }: { readonly shift: number; readonly palette: Palette },
): void {
  const quiet = fold.labels > 0 ? palette.label : palette.guide
  const isWrong = fold.exceptions > 0 || (fold.predicted?.wrong ?? 0) > 0
  context.fillStyle = palette.hoverRow
  context.strokeStyle = isWrong ? palette.exception : quiet
  context.lineWidth = 1
  context.beginPath()
  context.roundRect(fold.x + shift - 4.5, shape.y + 2.5, fold.width + 9, ROW_HEIGHT - 5, 4)
  context.fill()
  context.stroke()
  paintFoldParts(context, fold, { x: fold.x + shift, y: shape.y }, palette)
}

function paintRow(context: CanvasRenderingContext2D, shape: RowShape, scene: OutlineScene): void {
  const { palette, shapes } = scene
  const middle = shape.y + ROW_HEIGHT / 2
  paintRowBackground(context, shape, scene)
  context.fillStyle = palette.guide
  for (const x of shape.guides) context.fillRect(Math.round(x), shape.y, 1, ROW_HEIGHT)
  if (shape.expanded !== null) paintDisclosure(context, shape, palette.dim)
  paintGlyph(context, shape, { x: shape.glyphX, y: middle }, palette[shape.kind])
  if (shape.gap) paintGap(context, shape, palette.changed)
  if (shape.label !== null) paintDiamond(context, { x: LABEL_X, y: middle }, 3.5, palette.label)
  context.textAlign = 'right'
  context.fillStyle = shape.focused ? palette.text : palette.dim
  // A module's call is on no line.
  const number = shape.lineNumber > 0 ? String(shape.lineNumber) : ''
  context.fillText(number, shapes.gutterWidth - 10, shape.y + BASELINE)
  if (shape.function !== '') {
    context.fillStyle = palette.dim
    context.fillText(shape.function, shape.functionX, shape.y + BASELINE)
  }
  context.textAlign = 'left'
  context.fillStyle = palette.text
  context.fillText(shape.text, shape.textX, shape.y + BASELINE)
  // A monospace font is not monospace in every script; what follows must not run into the text.
  const end = isAscii(shape.text) ? 0 : shape.textX + context.measureText(`${shape.text}  `).width
  const said = shape.predicted?.text ? shape.predicted.x : undefined
  const shift = Math.max(0, end - (shape.mark?.x ?? said ?? shape.fold?.x ?? shape.noteX))
  if (shape.mark !== null) paintMark(context, shape, shape.mark, { shift, palette })
  if (shape.predicted !== null) {
    paintPredicted(context, shape.predicted, { y: shape.y, shift }, palette)
  }
  if (shape.fold !== null) paintFold(context, shape, shape.fold, { shift, palette })
  if (shape.note !== null) {
    context.fillStyle = noteColor(palette, shape.note)
    context.fillText(shape.note.text, shape.noteX + shift, shape.y + BASELINE)
  }
}

/** The exit is a square: nothing comes after it. */
function paintExit(context: CanvasRenderingContext2D, shape: ExitShape, scene: OutlineScene): void {
  const { palette } = scene
  paintRowBackground(context, shape, scene)
  const { return: normal, exception: error, changed: never } = palette
  const color = { normal, error, never }[shape.tone]
  context.fillStyle = color
  context.strokeStyle = color
  context.lineWidth = 1.5
  const top = shape.y + ROW_HEIGHT / 2 - 4
  if (shape.tone === 'never') context.strokeRect(shape.glyphX - 4, top, 8, 8)
  else context.fillRect(shape.glyphX - 4, top, 8, 8)
  context.fillText(shape.text, shape.textX, shape.y + BASELINE)
  const place = { y: shape.y, shift: 0 }
  if (shape.predicted !== null) paintPredicted(context, shape.predicted, place, palette)
}

export interface OutlineScene {
  readonly shapes: OutlineShapes
  readonly palette: Palette
  readonly surface: Surface
  readonly font: string
  /** Seq under the pointer, or null. */
  readonly hover: number | null
}

/** Paints the rows on screen. The context is in CSS pixels (fitCanvas). */
export function paintOutline(context: CanvasRenderingContext2D, scene: OutlineScene): void {
  const { shapes, palette, surface } = scene
  context.fillStyle = palette.background
  context.fillRect(0, 0, surface.width, surface.height)
  context.font = scene.font
  context.textBaseline = 'alphabetic'
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const shape of shapes.rows) paintRow(context, shape, scene)
  if (shapes.exit !== null) paintExit(context, shapes.exit, scene)
  context.fillStyle = palette.guide
  context.fillRect(shapes.gutterWidth - 1, 0, 1, surface.height)
  if (shapes.hiddenLevels > 0) {
    context.textAlign = 'left'
    context.fillStyle = palette.dim
    context.fillText(`‹${shapes.hiddenLevels}`, shapes.gutterWidth + 4, BASELINE)
  }
}
