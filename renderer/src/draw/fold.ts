import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import type { StateNode } from '../../../shared/tree/node.ts'
import {
  RIGHT_SIGN,
  type Tally,
  type TraceAccuracy,
  tallyBetween,
  tallyWords,
  WRONG_SIGN,
} from './accuracy.ts'
import { type LabelledStates, labelsBetween } from './state-labels.ts'
import type { TreeModel } from './tree-model.ts'

/** What a collapsed state keeps out of sight. */
export interface Hidden {
  readonly events: number
  readonly exceptions: number
  /** Labels on the states hidden, not on the collapsed one itself. */
  readonly labels: number
  /** Of the states hidden; null where no predictions are painted. */
  readonly predicted: Tally | null
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

/** What states are marked with. */
export interface HiddenMarks {
  readonly labels: LabelledStates
  readonly accuracy?: TraceAccuracy | null
}

/** What lies below a node, as far as it is loaded; null for a leaf. No part of the tree is walked. */
export function hiddenIn(
  { nodes, exceptions }: TreeModel,
  node: StateNode,
  { labels, accuracy = null }: HiddenMarks,
): Hidden | null {
  const last = Math.min(node.close, nodes.length - 1)
  if (last <= node.seq) return null
  return {
    events: last - node.seq,
    exceptions: upTo(exceptions, node.close) - upTo(exceptions, node.seq),
    labels: labelsBetween(labels, node.seq + 1, last),
    predicted: accuracy === null ? null : tallyBetween(accuracy, node.seq + 1, last),
  }
}

/** Stand for the signs of an exception and of a label, which are drawn. */
export const EXCEPTION_SIGN = '×'
export const LABEL_SIGN = '◆'

function signed(sign: string, count: number): string {
  return count === 0 ? '' : ` ${sign} ${formatCount(count)}`
}

/** States predicted right and wrong, each behind its sign. */
function predictedParts(predicted: Tally | null): string {
  if (predicted === null) return ''
  const { states, wrongStates } = predicted
  return `${signed(RIGHT_SIGN, states - wrongStates)}${signed(WRONG_SIGN, wrongStates)}`
}

/** What is hidden, as short as a row needs it: `12 events`, `12 events × 2 ◆ 1`, `12 events = 8 ≠ 3`. */
export function foldText({ events, exceptions, labels, predicted }: Hidden): string {
  const count = formatNoun(events, 'event')
  const marks = `${signed(EXCEPTION_SIGN, exceptions)}${signed(LABEL_SIGN, labels)}`
  return `${count}${marks}${predictedParts(predicted)}`
}

/** The same in a sentence. */
export function foldWords({ events, exceptions, labels, predicted }: Hidden): string {
  const count = `${formatNoun(events, 'event')} hidden`
  const among = [
    ...(exceptions === 0 ? [] : [formatNoun(exceptions, 'exception')]),
    ...(labels === 0 ? [] : [formatNoun(labels, 'label')]),
  ]
  const marked = among.length === 0 ? count : `${count}, ${among.join(' and ')} among them`
  const told = predicted === null ? '' : tallyWords(predicted)
  return told === '' ? marked : `${marked}; ${told}`
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
