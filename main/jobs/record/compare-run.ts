import { PAGE_LIMIT } from '../../../shared/contract/common.ts'
import type { Determinism } from '../../../shared/contract/recording.ts'
import type { TraceDetail } from '../../../shared/contract/traces.ts'
import type { Value } from '../../../shared/trace/event.ts'
import {
  type EndRecord,
  type EventRecord,
  type TracerRecord,
  type ValueRef,
  wholeNumber,
} from '../../../shared/trace/wire-records.ts'
import type { EventRow } from '../../store/read-types.ts'

const UNTIMELY: readonly EndRecord['stop'][] = ['time_limit', 'cpu_limit', 'memory_limit']

type Difference = Extract<Determinism, { verdict: 'differs' }>

/**
 * Holds a second run against the first one, which is in the store: names the first event, and the variable in it,
 * that differ. Takes the second run's records as they come; only main-thread events are compared.
 */
export class RunComparison {
  private readonly readPage: (offset: number) => Promise<readonly EventRow[]>
  private readonly codes: string[] = []
  private readonly names: string[] = []
  private values: Value[] = []
  /** Frame → slot → variable, as of the frame's last event. */
  private readonly frames = new Map<number, Map<number, readonly [name: string, value: Value]>>()
  private page: readonly EventRow[] = []
  private seq = 0
  private end: EndRecord | null = null
  private difference: Difference | null = null

  /** `readPage(offset)` gives the first run's events, PAGE_LIMIT at most, from `offset` on. */
  constructor(readPage: (offset: number) => Promise<readonly EventRow[]>) {
    this.readPage = readPage
  }

  async take(records: readonly TracerRecord[]): Promise<void> {
    for (const record of records) {
      if (record.kind === 'code') this.codes.push(record.name)
      else if (record.kind === 'name') this.names.push(record.text)
      else if (record.kind === 'value') this.values.push(record.value)
      else if (record.kind === 'forget') this.values = []
      else if (record.kind === 'end') this.end = record
      else if (record.kind === 'event' && record.thread === 0 && this.difference === null) {
        await this.compare(record)
      }
    }
  }

  /** What the comparison showed, once the end record has been taken. */
  verdict(first: TraceDetail): Determinism {
    if (this.difference !== null) return this.difference
    // Where the clock stops a run says nothing about the program.
    const isUntimely = this.end !== null && UNTIMELY.includes(this.end.stop)
    if (isUntimely && UNTIMELY.includes(first.stopReason)) return { verdict: 'same' }
    if (this.seq < first.events) {
      return this.differs(null, `${first.events} events`, `${this.seq} events`)
    }
    const ends: readonly (readonly [string, string])[] = [
      [first.exit, this.end?.exit ?? 'never'],
      [first.stopReason, this.end?.stop ?? 'crashed'],
      [first.result?.text ?? '', this.end?.result?.text ?? ''],
    ]
    const other = ends.find(([one, two]) => one !== two)
    return other === undefined ? { verdict: 'same' } : this.differs(null, ...other)
  }

  private async compare(event: EventRecord): Promise<void> {
    const at = this.seq % PAGE_LIMIT
    if (at === 0) this.page = await this.readPage(this.seq)
    const first = this.page[at]
    const locals = this.localsAfter(event)
    this.difference = this.differenceOf(first, event, locals)
    this.seq++
  }

  private localsAfter({ frame, changes }: EventRecord): Map<string, Value> {
    const slots = this.frames.get(frame) ?? new Map<number, readonly [string, Value]>()
    this.frames.set(frame, slots)
    for (let at = 0; at + 2 < changes.length; at += 3) {
      const slot = changes[at] as number
      const value = this.valueOf(changes[at + 2] as ValueRef)
      if (value === undefined) slots.delete(slot)
      else slots.set(slot, [this.names[changes[at + 1] as number] ?? '', value])
    }
    return new Map(slots.values())
  }

  private differenceOf(
    first: EventRow | undefined,
    event: EventRecord,
    locals: ReadonlyMap<string, Value>,
  ): Difference | null {
    const place = `${event.event} ${this.codes[event.code] ?? '?'}, line ${event.line}`
    if (first === undefined) return this.differs(null, 'no event', place)
    const firstPlace = `${first.kind} ${first.function}, line ${first.line}`
    if (firstPlace !== place) return this.differs(null, firstPlace, place)
    for (const [name, value] of first.locals) {
      const other = locals.get(name)
      if (!sameValue(value, other)) return this.differs(name, value.text, other?.text ?? 'no value')
    }
    if (locals.size > first.locals.length) {
      const known = new Set(first.locals.map(([name]) => name))
      const added = [...locals].find(([name]) => !known.has(name))
      if (added !== undefined) return this.differs(added[0], 'no value', added[1].text)
    }
    const arg = this.valueOf(event.arg) ?? null
    if (sameValue(first.arg, arg)) return null
    return this.differs(null, first.arg?.text ?? 'no value', arg?.text ?? 'no value')
  }

  private valueOf(value: ValueRef): Value | undefined {
    return typeof value === 'number' ? this.values[value] : wholeNumber(value)
  }

  private differs(variable: string | null, first: string, second: string): Difference {
    const seq = this.seq
    return { verdict: 'differs', seq, variable, first: shown(first), second: shown(second) }
  }
}

function sameValue(one: Value | null | undefined, other: Value | null | undefined): boolean {
  if (one == null || other == null) return one == null && other == null
  return (
    one.text === other.text &&
    one.size === other.size &&
    one.type === other.type &&
    one.digest === other.digest
  )
}

const SHOWN = 200

/** Enough of a value to see what differs. */
function shown(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
