import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import type { StateNode } from '../../../shared/tree/node.ts'
import type { TreeModel } from './tree-model.ts'

/** What a collapsed state keeps out of sight. */
export interface Hidden {
  readonly events: number
  readonly exceptions: number
}

/** Number of leading entries of a rising list that are at most a bound. */
function upTo(list: readonly number[], bound: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) <= bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Events and exceptions below a node, as far as they are loaded; null for a leaf. No part of the tree is walked. */
export function hiddenIn({ nodes, exceptions }: TreeModel, node: StateNode): Hidden | null {
  const events = Math.min(node.close, nodes.length - 1) - node.seq
  if (events <= 0) return null
  const end = upTo(exceptions, node.close)
  return { events, exceptions: end - upTo(exceptions, node.seq) }
}

/** Stands for the sign of an exception, which is drawn. */
export const EXCEPTION_SIGN = '×'

/** What is hidden, as short as a row needs it: `12 events`, `12 events × 2`. */
export function foldText({ events, exceptions }: Hidden): string {
  const count = formatNoun(events, 'event')
  return exceptions === 0 ? count : `${count} ${EXCEPTION_SIGN} ${formatCount(exceptions)}`
}

/** The same in a sentence. */
export function foldWords({ events, exceptions }: Hidden): string {
  const count = `${formatNoun(events, 'event')} hidden`
  return exceptions === 0 ? count : `${count}, ${formatNoun(exceptions, 'exception')} among them`
}

export interface FoldShape extends Hidden {
  readonly x: number
  readonly width: number
  readonly text: string
}

/** The box of what a collapsed row hides, at x; null where there is nothing to say. */
export function foldShape(
  text: string,
  hidden: Hidden | null,
  x: number,
  charWidth: number,
): FoldShape | null {
  if (hidden === null || text === '') return null
  return { ...hidden, x, width: text.length * charWidth, text }
}
