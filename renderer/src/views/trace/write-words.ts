import { FLAG_AFTER_GAP, FLAG_RESUMED } from '../../../../shared/trace/event.ts'
import { lineWord } from '../../draw/line-word.ts'
import type { TreeModel } from '../../draw/tree-model.ts'

/** How a value came to be what it is at the event where it first shows, and the event to look at for that. */
export interface WriteWords {
  readonly text: string
  /** The event that wrote, or -1 where none was recorded. */
  readonly by: number
}

/**
 * A tracer tells variables before a line runs, so what shows first at an event was written by what ran since the
 * frame's event before. Which of the things a line does wrote it was not recorded.
 */
export function writeWords(model: TreeModel, seq: number, isGone: boolean): WriteWords | null {
  const node = model.nodes[seq]
  if (node === undefined) return null
  const isCall = node.kind === 'call'
  if (isCall && (node.flags & FLAG_RESUMED) === 0) {
    return { text: `there when ${node.function} was called`, by: node.parent }
  }
  const before = model.previousInFrame[seq] ?? -1
  const did = isGone ? 'deleted' : 'written'
  if (isCall) return { text: `${did} while ${node.function} was suspended`, by: before }
  if ((node.flags & FLAG_AFTER_GAP) !== 0) {
    return { text: `${did} during events that were left out of the recording`, by: before }
  }
  const line = model.nodes[before]
  if (line === undefined) return { text: `first seen at ${lineWord(node.line)}`, by: -1 }
  return { text: `${did} by ${lineWord(line.line)}`, by: before }
}
