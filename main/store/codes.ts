import { must } from '../../shared/base/assert.ts'
import type { EventKind } from '../../shared/trace/event.ts'

/**
 * What `node.kind` means in the file. Part of the file format: the order is that of the tracer's lines and never
 * changes, whatever shared code does with its list.
 */
const KINDS: readonly EventKind[] = ['call', 'line', 'return', 'exception']

/** The kind a stored number stands for. */
export function kindOf(stored: number): EventKind {
  return must(KINDS[stored], `event kind ${stored}`)
}
