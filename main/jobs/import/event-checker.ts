import { formatNoun } from '../../../shared/base/words.ts'
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
  /** Slots that the last event changes. */
  private readonly slots = new Set<number>()
  private lostCalls = 0
  private lostReturns = 0

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
    this.slots.clear()
    const twice = this.goOn(event.changes)
    if (twice !== null) return twice
    const placement = this.builder.append(event)
    if (placement.depth !== event.depth) {
      return `event ${event.seq} is at depth ${event.depth}, and the calls and returns before it make it ${placement.depth}`
    }
    if (!this.isInItsFunction(event, placement)) {
      return `event ${event.seq} is in another function than its activation`
    }
    if (placement.opens && event.kind !== 'call') this.lostCalls++
    this.lostReturns += placement.activations.filter(({ id }) => id !== placement.activation).length
    counts.events++
    counts.depth = Math.max(counts.depth, event.depth)
    if (event.kind === 'exception') counts.exceptions++
    return null
  }

  /** Counts in more changes of the event before. */
  goOn(changes: FileEvent['changes']): string | null {
    for (const { slot, name } of changes) {
      if (this.slots.has(slot))
        return `slot ${slot}, ${name.slice(0, 100)}, changes twice in one event`
      this.slots.add(slot)
    }
    return null
  }

  /** What is not whole, though it fits together: a recorder that was shut off for a while leaves such traces. */
  notes(): string[] {
    const told = (count: number, what: string): string[] =>
      count === 0
        ? []
        : [`${formatNoun(count, what)} of its frames ${count === 1 ? 'is' : 'are'} missing`]
    return [...told(this.lostCalls, 'call'), ...told(this.lostReturns, 'return')]
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
