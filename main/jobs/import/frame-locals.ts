import type { Value } from '../../../shared/trace/event.ts'
import type { FileChange } from '../trace-file/lines.ts'

interface NamedChange {
  readonly name: string
  readonly value: Value | null
}

/** Changes of an event by name; their slots are known when all events of the frame are. */
export interface OpenChanges {
  readonly frame: FrameLocals
  readonly changes: readonly NamedChange[]
}

/**
 * The variables of one frame from whole dictionaries. The order of the slots is one that agrees with the order of the
 * names in every dictionary, where there is such an order.
 */
export class FrameLocals {
  /** By name, in the order of first sight: the names that came directly before it. */
  private readonly before = new Map<string, Set<string>>()
  private current = new Map<string, Value>()

  names(): readonly string[] {
    return [...this.current.keys()]
  }

  get(name: string): Value | undefined {
    return this.current.get(name)
  }

  /** Takes the variables as they are now; answers with what changed. */
  update(entries: readonly (readonly [name: string, value: Value])[]): OpenChanges {
    const next = new Map(entries)
    const changes: NamedChange[] = []
    for (const name of this.current.keys()) {
      if (!next.has(name)) changes.push({ name, value: null })
    }
    let previous: string | null = null
    for (const [name, value] of next) {
      this.noteOrder(previous, name)
      previous = name
      const known = this.current.get(name)
      if (known === undefined || known.text !== value.text || known.type !== value.type) {
        changes.push({ name, value })
      }
    }
    this.current = next
    return { frame: this, changes }
  }

  /** Nothing changed. */
  same(): OpenChanges {
    return { frame: this, changes: [] }
  }

  slots(): ReadonlyMap<string, number> {
    const slots = new Map<string, number>()
    const left = new Set(this.before.keys())
    while (left.size > 0) {
      const [first = ''] = left
      const isFree = (name: string) =>
        [...(this.before.get(name) ?? [])].every((one) => !left.has(one))
      // A dictionary that was emptied and filled anew may have had two orders.
      const next = [...left].find(isFree) ?? first
      left.delete(next)
      slots.set(next, slots.size)
    }
    return slots
  }

  private noteOrder(previous: string | null, name: string): void {
    const known = this.before.get(name) ?? new Set<string>()
    this.before.set(name, known)
    if (previous !== null) known.add(previous)
  }
}

/** Gives changes their slots, once the frames have been seen to their ends. */
export function closeChanges(): (open: OpenChanges) => FileChange[] {
  const slots = new Map<FrameLocals, ReadonlyMap<string, number>>()
  return ({ frame, changes }) => {
    const known = slots.get(frame) ?? frame.slots()
    slots.set(frame, known)
    return changes
      .map(({ name, value }) => ({ slot: known.get(name) ?? 0, name, value }))
      .sort((a, b) => a.slot - b.slot)
  }
}
