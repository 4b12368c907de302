import { predictedText, type Tally } from './accuracy.ts'
import { GLYPH_WIDTH } from './glyphs.ts'
import { type PredictedShape, predictedShape } from './predicted-shape.ts'
import { fitText } from './row-texts.ts'

export interface ExitRow {
  readonly tone: 'normal' | 'error' | 'never'
  readonly text: string
}

export interface ExitShape extends ExitRow {
  readonly seq: number
  readonly row: number
  readonly y: number
  readonly focused: boolean
  readonly glyphX: number
  readonly textX: number
  readonly predicted: PredictedShape | null
}

interface ExitPlace extends Pick<ExitShape, 'seq' | 'row' | 'y' | 'focused'> {
  readonly left: number
  readonly right: number
  /** Middle of the column of signs of predictions. */
  readonly signX: number
  readonly charWidth: number
}

/** The row of the exit, with how it was predicted. */
export function exitShape(exit: ExitRow, place: ExitPlace, tally: Tally | null): ExitShape {
  const { left, right, signX, charWidth, ...at } = place
  const textX = left + GLYPH_WIDTH
  const room = Math.floor((right - textX) / charWidth)
  const said = tally === null ? '' : fitText(predictedText(tally), Math.floor(room / 2))
  const text = fitText(exit.text, room - (said === '' ? 0 : said.length + 2))
  const x = textX + (text.length + 2) * charWidth
  return {
    ...exit,
    ...at,
    text,
    glyphX: left + GLYPH_WIDTH / 2 - 2,
    textX,
    predicted: predictedShape(tally, { x, signX, text: said }),
  }
}
