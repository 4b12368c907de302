import { FLAG_AFTER_GAP } from '../../../shared/trace/event.ts'
import type { StateNode } from '../../../shared/tree/node.ts'

const BEHIND_MARK = 'after its call'
const GAP_MARK = 'passes left out'

/** Behind a row's text: where in the row's line the focus stands, or that the row comes after a gap. */
export interface RowMark {
  readonly x: number
  readonly width: number
  readonly text: string
  readonly tone: 'focus' | 'gap'
}

export function isGap(node: StateNode): boolean {
  return (node.flags & FLAG_AFTER_GAP) !== 0
}

/** What is to be said of a row besides what it is; empty where there is nothing. */
export function markText(
  { behind, focus }: { readonly behind?: boolean; readonly focus: number | null },
  node: StateNode,
): string {
  if (behind === true && focus === node.seq) return BEHIND_MARK
  return isGap(node) ? GAP_MARK : ''
}

export function markShape(text: string, x: number, charWidth: number): RowMark | null {
  if (text === '') return null
  return { x, width: text.length * charWidth, text, tone: text === GAP_MARK ? 'gap' : 'focus' }
}
