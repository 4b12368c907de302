import { createTreeBuilder, type Placement } from '../../../shared/tree/build.ts'
import type { SliceCode } from '../../store/read-types.ts'
import type { FileEvent } from '../trace-file/lines.ts'

/**
 * Whether the events of a file fit together: numbered without a gap, each at the depth its calls and returns make,
 * each in the function its activation began in. Remembers the stack only.
 */
export class EventChecker {
  readonly counts = { events: 0, depth: 0, exceptions: 0, stdoutBytes: 0 }
  private readonly builder = createTreeBuilder()
  /** By thread and activation: the code of those that have not ended. */
  private readonly codes = new Map<string, SliceCode>()
  private nextFrame = 0

  get events(): number {
    return this.counts.events
  }

  /** Counts the event in; answers with what does not fit, or null. */
  add(event: FileEvent): string | null {
    const { counts } = this
    if (event.seq !== counts.events) return `event ${event.seq} is in the place of ${counts.events}`
    if (event.frame >= this.nextFrame) {
      if (event.kind !== 'call') return `event ${event.seq} is in a frame that has no call event`
      this.nextFrame = event.frame + 1
    }
    const slots = new Set(event.changes.map(({ slot }) => slot))
    if (slots.size < event.changes.length) return `event ${event.seq} changes one slot twice`
    const placement = this.builder.append(event)
    if (placement.depth !== event.depth) {
      return `event ${event.seq} is at depth ${event.depth}, and the calls and returns before it make it ${placement.depth}`
    }
    if (!this.isInItsFunction(event, placement)) {
      return `event ${event.seq} is in another function than its activation`
    }
    counts.events++
    counts.depth = Math.max(counts.depth, event.depth)
    if (event.kind === 'exception') counts.exceptions++
    return null
  }

  printed(stream: 'stdout' | 'stderr', text: string): void {
    if (stream === 'stdout') this.counts.stdoutBytes += Buffer.byteLength(text, 'utf8')
  }

  private isInItsFunction({ thread, code }: FileEvent, placement: Placement): boolean {
    const key = `${thread}:${placement.activation}`
    if (placement.opens) this.codes.set(key, code)
    const begun = this.codes.get(key)
    for (const { id } of placement.activations) this.codes.delete(`${thread}:${id}`)
    return begun !== undefined && isSameCode(begun, code)
  }
}

function isSameCode(one: SliceCode, other: SliceCode): boolean {
  return (
    one.name === other.name &&
    one.qualname === other.qualname &&
    one.file === other.file &&
    one.firstLine === other.firstLine
  )
}
