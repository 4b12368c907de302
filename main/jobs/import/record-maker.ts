import type { EventKind, Value } from '../../../shared/trace/event.ts'
import type { EventRecord, TracerRecord } from '../../../shared/trace/wire.ts'
import type { SliceCode } from '../../store/read-types.ts'
import type { FileChange } from '../trace-file/lines.ts'

/** Values are given new ids after this many, or this much text, so that memory stays flat. */
const VALUES_KEPT = 20_000
const TEXT_KEPT = 4_000_000
/** Longer texts are sent each time rather than looked for. */
const LONGEST_KEPT = 200

/** An event with its texts, in the terms of whatever format it was read from. */
export interface ToldEvent {
  readonly kind: EventKind
  readonly line: number
  readonly code: SliceCode
  readonly frame: number
  readonly thread: number
  readonly flags: number
  readonly changes: readonly FileChange[]
  readonly arg: Value | null
  readonly aliases?: readonly number[] | null
}

/** Gives texts their ids and so turns told events into the tracer's records, each text before its first use. */
export class RecordMaker {
  private readonly codes = new Map<string, number>()
  private readonly names = new Map<string, number>()
  private readonly values = new Map<string, number>()
  private nextValue = 0
  private text = 0
  private records: TracerRecord[] = []

  event(told: ToldEvent): void {
    if (this.nextValue >= VALUES_KEPT || this.text >= TEXT_KEPT) this.forget()
    const { kind, line, frame, thread, flags, arg, aliases } = told
    const record: EventRecord = {
      kind: 'event',
      event: kind,
      code: this.codeId(told.code),
      line,
      frame,
      thread,
      flags,
      arg: arg === null ? -1 : this.valueId(arg),
      changes: told.changes.flatMap(({ slot, name, value }) => [
        slot,
        this.nameId(name),
        value === null ? -1 : this.valueId(value),
      ]),
    }
    this.records.push(aliases === undefined || aliases === null ? record : { ...record, aliases })
  }

  source(path: string, text: string): void {
    this.records.push({ kind: 'source', path, text })
  }

  out(stream: 'stdout' | 'stderr', text: string): void {
    this.records.push({ kind: 'out', stream, text })
  }

  /** The records made since the last time. */
  take(): TracerRecord[] {
    const taken = this.records
    this.records = []
    return taken
  }

  private forget(): void {
    this.records.push({ kind: 'forget' })
    this.values.clear()
    this.nextValue = 0
    this.text = 0
  }

  private codeId(code: SliceCode): number {
    const { name, qualname, file, firstLine } = code
    const key = JSON.stringify([name, qualname, file, firstLine])
    const known = this.codes.get(key)
    if (known !== undefined) return known
    const id = this.codes.size
    this.codes.set(key, id)
    this.records.push({ kind: 'code', id, name, qualname, file, firstLine })
    return id
  }

  private nameId(text: string): number {
    const known = this.names.get(text)
    if (known !== undefined) return known
    const id = this.names.size
    this.names.set(text, id)
    this.records.push({ kind: 'name', id, text })
    return id
  }

  private valueId(value: Value): number {
    const { text, size, type, digest = '' } = value
    const isShort = text.length <= LONGEST_KEPT
    const key = isShort ? `${type}\n${size}\n${digest}\n${text}` : ''
    const known = isShort ? this.values.get(key) : undefined
    if (known !== undefined) return known
    const id = this.nextValue++
    if (isShort) this.values.set(key, id)
    this.text += text.length
    this.records.push({ kind: 'value', id, value })
    return id
  }
}
