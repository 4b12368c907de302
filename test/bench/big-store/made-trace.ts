import { wholeNumberKey } from '../../../main/store/whole-numbers.ts'
import type { EventKind } from '../../../shared/trace/event.ts'
import { EVENT_KINDS } from '../../../shared/trace/event.ts'
import { wholeNumber } from '../../../shared/trace/wire-records.ts'
import { createTreeBuilder } from '../../../shared/tree/build.ts'

/** Which of the texts that a value has in different traces of a program. */
export type Variant = number

export interface MadeValue {
  readonly type: string
  readonly text: (variant: Variant) => string
  /** The same in every trace of every program. */
  readonly isShared: boolean
}

/**
 * The rows of a trace, without the trace's key: of a value below zero a whole number's key, else an index in `values`;
 * null for none.
 */
export interface MadeTrace {
  /** seq, close, parent, depth, activation, kind, line, flags, argument. */
  readonly nodes: (readonly (number | null)[])[]
  /** activation, frame, code, open, close. */
  readonly activations: (readonly number[])[]
  /** frame, slot, seq, name, value. */
  readonly bindings: (readonly number[])[]
  readonly values: readonly MadeValue[]
  readonly names: readonly string[]
  /** Names of the codes entered, by their number. */
  readonly codes: readonly number[]
  readonly depth: number
  readonly exceptions: number
  readonly error: string | null
}

export interface Frame {
  readonly frame: number
  readonly code: number
  readonly slots: Map<string, number>
  /** Written since the frame's last event. */
  readonly pending: Map<string, number>
}

interface Left {
  readonly value: number | null
  readonly flags?: number
}

/** Gathers the rows of one trace while it is acted out. */
export class TraceMaker {
  private readonly builder = createTreeBuilder()
  private readonly nodes: (number | null)[][] = []
  private readonly activations: number[][] = []
  private readonly bindings: number[][] = []
  private readonly values: MadeValue[] = []
  private readonly keys = new Map<string, number>()
  private readonly names = new Map<string, number>()
  private readonly codes = new Set<number>()
  private frames = 0
  private depth = 0
  private exceptions = 0

  get events(): number {
    return this.nodes.length
  }

  int(number: number): number {
    return wholeNumberKey(wholeNumber(String(number))) as number
  }

  shared(type: string, text: string): number {
    return this.kept({ type, text: () => text, isShared: true })
  }

  value(type: string, text: (variant: Variant) => string): number {
    return this.kept({ type, text, isShared: false })
  }

  private kept(value: MadeValue): number {
    const text = `${value.type} ${value.text(0)}`
    const known = this.keys.get(text)
    if (known !== undefined) return known
    this.keys.set(text, this.values.length)
    return this.values.push(value) - 1
  }

  bind(frame: Frame, name: string, value: number): void {
    frame.pending.set(name, value)
  }

  /** Enters a function with its arguments. */
  call(code: number, line: number, given: Readonly<Record<string, number>> = {}): Frame {
    const pending = new Map(Object.entries(given))
    const frame = { frame: this.frames++, code, slots: new Map(), pending }
    this.codes.add(code)
    this.event(frame, 'call', line)
    return frame
  }

  resume(frame: Frame, line: number, flags: number): void {
    this.event(frame, 'call', line, { flags })
  }

  line(frame: Frame, line: number): void {
    this.event(frame, 'line', line)
  }

  raise(frame: Frame, line: number, value: number): void {
    this.exceptions++
    this.event(frame, 'exception', line, { value })
  }

  leave(frame: Frame, line: number, left: Left): void {
    this.event(frame, 'return', line, left)
  }

  private event(frame: Frame, kind: EventKind, line: number, told: Partial<Left> = {}): void {
    const placed = this.builder.append({ kind, frame: frame.frame, thread: 0 })
    const { seq, parent, depth, activation, opens } = placed
    this.close(placed)
    if (opens) this.activations.push([activation, frame.frame, frame.code, seq, seq])
    this.depth = Math.max(this.depth, depth)
    const stored = EVENT_KINDS.indexOf(kind)
    const { flags = 0, value = null } = told
    this.nodes.push([seq, seq, parent, depth, activation, stored, line, flags, value])
    for (const [name, key] of frame.pending) {
      const slot = frame.slots.get(name) ?? frame.slots.size
      frame.slots.set(name, slot)
      const nameAt = this.names.get(name) ?? this.names.size
      this.names.set(name, nameAt)
      this.bindings.push([frame.frame, slot, seq, nameAt, key])
    }
    frame.pending.clear()
  }

  private close({ hosts, activations }: ReturnType<typeof this.builder.finish>): void {
    for (const { id, close } of hosts) (this.nodes[id] as number[])[1] = close
    for (const { id, close } of activations) (this.activations[id] as number[])[4] = close
  }

  finish(error: string | null): MadeTrace {
    this.close(this.builder.finish())
    const { nodes, activations, bindings, values, depth, exceptions } = this
    const [names, codes] = [[...this.names.keys()], [...this.codes]]
    return { nodes, activations, bindings, values, names, codes, depth, exceptions, error }
  }
}
