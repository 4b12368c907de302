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

/** What the first run printed, as the variable that differs is called where that is what does. */
const STDOUT = 'stdout'

/**
 * Holds a second run against the first one, which is in the store: names the first event, and the variable in it or
 * `stdout`, that differ. Takes the second run's records as they come; only main-thread events are compared.
 */
export class RunComparison {
  private readonly readPage: (offset: number) => Promise<readonly EventRow[]>
  private readonly first: TraceDetail
  /** Characters that the second run printed. */
  private printed = 0
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
  constructor(first: TraceDetail, readPage: (offset: number) => Promise<readonly EventRow[]>) {
    this.first = first
    this.readPage = readPage
  }

  async take(records: readonly TracerRecord[]): Promise<void> {
    for (const record of records) {
      if (record.kind === 'code') this.codes.push(record.name)
      else if (record.kind === 'name') this.names.push(record.text)
      else if (record.kind === 'value') this.values.push(record.value)
      else if (record.kind === 'forget') this.values = []
      else if (record.kind === 'end') this.end = record
      else if (this.difference !== null) continue
      else if (record.kind === 'event' && record.thread === 0) await this.compare(record)
      else if (record.kind === 'out' && record.stream === 'stdout') this.comparePrinted(record.text)
    }
  }

  /** What the comparison showed, once the end record has been taken. */
  verdict(): Determinism {
    const { first } = this
    if (this.difference !== null) return this.difference
    const isUntimely = this.end !== null && UNTIMELY.includes(this.end.stop)
    if (isUntimely && this.isFirstUntimely()) return { verdict: 'same' }
    if (this.seq < first.events) {
      return this.differs(null, `${first.events} events`, `${this.seq} events`)
    }
    if (this.printed < first.stdout.length) return this.differsPrinted('')
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

  /** Where the clock stops a run says nothing about the program. */
  private isFirstUntimely(): boolean {
    return UNTIMELY.includes(this.first.stopReason)
  }

  private comparePrinted(text: string): void {
    const { stdout } = this.first
    const known = this.isFirstUntimely() ? text.slice(0, stdout.length - this.printed) : text
    if (!stdout.startsWith(known, this.printed)) this.difference = this.differsPrinted(known)
    this.printed += known.length
  }

  /** `text` is what the second run printed where the first one printed something else. */
  private differsPrinted(text: string): Difference {
    const first = this.first.stdout.slice(this.printed)
    let at = 0
    while (at < text.length && text[at] === first[at]) at++
    const start = Math.max(text.slice(0, at).lastIndexOf('\n') + 1, at - BEFORE)
    const [one = '', other = ''] = [first, text].map((all) => excerpt(all, start))
    return { ...this.differs(STDOUT, one, other), seq: Math.max(0, this.seq - 1) }
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
    if (first === undefined) {
      return this.isFirstUntimely() ? null : this.differs(null, 'no event', place)
    }
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

/** Characters of printed text: shown before the first that differs, and in all. */
const BEFORE = 40
const EXCERPT = 100

function excerpt(text: string, start: number): string {
  return JSON.stringify(text.slice(start, start + EXCERPT))
}

const SHOWN = 200

/** Enough of a value to see what differs. */
function shown(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}
