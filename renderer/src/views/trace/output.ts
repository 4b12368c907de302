import type { OutputPieces } from '../../../../shared/contract/traces.ts'
import type { TreeModel } from '../../draw/tree-model.ts'

/** A part of the output and when it was printed. Offsets are into the whole text. */
export interface Piece {
  readonly start: number
  readonly end: number
  /** Last event before it was printed; -1 before the first. */
  readonly afterSeq: number
}

/** The pieces with their places in the text. */
export function piecesOf({ afterSeq, length }: OutputPieces): readonly Piece[] {
  let end = 0
  return afterSeq.map((seq, index) => {
    const start = end
    end += length[index] ?? 0
    return { start, end, afterSeq: seq }
  })
}

/**
 * How many pieces are printed before an event. An event is the state before its line runs, so what that line
 * prints is not among them.
 */
export function printedBefore(pieces: readonly Piece[], seq: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((pieces[middle]?.afterSeq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The event whose line printed a piece, of those loaded. After a return it is the line that called: `print(f(1))`
 * prints when f has returned. Before the first event it is the first.
 */
export function printerOf(model: TreeModel, { afterSeq }: Piece): number {
  let seq = Math.max(0, afterSeq)
  for (;;) {
    const node = model.nodes[seq]
    if (node === undefined || node.kind !== 'return' || node.parent < 0) return seq
    seq = node.parent
  }
}

/** Index of the first piece that ends after an offset. */
export function pieceAt(pieces: readonly Piece[], offset: number): number {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((pieces[middle]?.end ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}
