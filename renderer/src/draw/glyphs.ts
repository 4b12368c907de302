import type { EventKind } from '../../../shared/trace/event.ts'

/** Pixels that a glyph takes in a row, with the gap behind it. */
export const GLYPH_WIDTH = 16

/**
 * Each event kind has a form of its own, so that colour is never the only difference: a call points in, a return
 * points out, a line is a dot, an exception is a cross. `hollow` marks the second of a pair: a generator's resume
 * and yield.
 */
export type Glyph =
  | { readonly form: 'polygon'; readonly points: readonly (readonly [number, number])[] }
  | { readonly form: 'dot'; readonly radius: number }
  | {
      readonly form: 'strokes'
      readonly lines: readonly (readonly [number, number, number, number])[]
    }

const CALL: Glyph = {
  form: 'polygon',
  points: [
    [-4, -4.5],
    [4.5, 0],
    [-4, 4.5],
  ],
}
const RETURN: Glyph = {
  form: 'polygon',
  points: [
    [4, -4.5],
    [-4.5, 0],
    [4, 4.5],
  ],
}
const LINE: Glyph = { form: 'dot', radius: 2.25 }
const EXCEPTION: Glyph = {
  form: 'strokes',
  lines: [
    [-3.5, -3.5, 3.5, 3.5],
    [-3.5, 3.5, 3.5, -3.5],
  ],
}

/** The form of an event kind, centred on (0, 0), in CSS pixels. */
export function glyphOf(kind: EventKind): Glyph {
  switch (kind) {
    case 'call':
      return CALL
    case 'line':
      return LINE
    case 'return':
      return RETURN
    case 'exception':
      return EXCEPTION
  }
}
