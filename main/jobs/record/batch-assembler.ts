import { EVENT_KINDS, FLAG_RESUMED, FLAG_YIELDED } from '../../../shared/trace/event.ts'
import {
  type EventRecord,
  type TracerRecord,
  type ValueRef,
  wholeNumber,
} from '../../../shared/trace/wire-records.ts'
import { type Closings, createTreeBuilder } from '../../../shared/tree/build.ts'
import type { TraceBatch } from '../../store/write-types.ts'

/** A batch is full at this many events or this much value text. */
const BATCH_EVENTS = 4000
const BATCH_TEXT = 4_000_000

/** Above every id that a tracer gives. */
const FIRST_NUMBER = 2 ** 40

type Writable<T> = T extends readonly [unknown, ...unknown[]]
  ? T
  : T extends readonly (infer Item)[]
    ? Writable<Item>[]
    : { -readonly [K in keyof T]: T[K] extends object ? Writable<T[K]> : T[K] }

function emptyBatch(from: number, forget: boolean): Writable<TraceBatch> {
  return {
    forget,
    sources: [],
    codes: [],
    names: [],
    values: [],
    activations: [],
    activationCloses: [],
    nodes: {
      from,
      close: [],
      parent: [],
      depth: [],
      activation: [],
      kind: [],
      line: [],
      flags: [],
      arg: [],
    },
    closes: [],
    aliases: [],
    bindings: { frame: [], slot: [], from: [], name: [], value: [] },
    outputs: [],
  }
}

/**
 * Turns the tracer's records of one trace into batches for the store, placing each event in the state tree on the
 * way. Holds one batch and the tree's open levels, however long the trace is.
 */
export class BatchAssembler {
  events = 0
  depth = 0
  exceptions = 0
  /** Bytes of UTF-8 the program printed on stdout. */
  stdoutBytes = 0
  private readonly builder = createTreeBuilder()
  private batch = emptyBatch(0, false)
  private text = 0
  /** Index in `batch.activations` of those opened in this batch. */
  private opened = new Map<number, number>()
  /** Ids of this batch for whole numbers, which the tracer gives none. */
  private numbers = new Map<string, number>()
  /** Aliases in force in frames that have some. */
  private readonly sharing = new Map<number, readonly number[]>()

  /** Takes in one record; answers with a batch when one is full. */
  push(record: TracerRecord): TraceBatch | null {
    switch (record.kind) {
      case 'start':
      case 'end':
        return null
      case 'forget':
        return this.take(true)
      case 'source':
        this.batch.sources.push({ path: record.path, text: record.text })
        this.text += record.text.length
        return null
      case 'code': {
        const { id, name, qualname, file, firstLine } = record
        this.batch.codes.push({ id, name, qualname, file, firstLine })
        return null
      }
      case 'name':
        this.batch.names.push([record.id, record.text])
        return null
      case 'value': {
        this.batch.values.push([record.id, record.value])
        this.text += record.value.text.length
        return null
      }
      case 'out':
        this.addOutput(record.stream, record.text)
        return null
      case 'event':
        this.addEvent(record)
        return this.isFull() ? this.take(false) : null
    }
  }

  /** The last batch: what is left, with every level closed. */
  finish(): TraceBatch {
    this.applyClosings(this.builder.finish())
    return this.take(false)
  }

  private isFull(): boolean {
    return this.batch.nodes.close.length >= BATCH_EVENTS || this.text >= BATCH_TEXT
  }

  private take(forget: boolean): TraceBatch {
    const full = this.batch
    this.batch = emptyBatch(this.events, forget)
    this.opened = new Map()
    this.numbers = new Map()
    this.text = 0
    return full
  }

  private addOutput(stream: 'stdout' | 'stderr', text: string): void {
    if (stream === 'stdout') this.stdoutBytes += Buffer.byteLength(text, 'utf8')
    this.batch.outputs.push({ afterSeq: this.events - 1, stream, text })
    this.text += text.length
  }

  private addEvent(record: EventRecord): void {
    const { event, frame, thread, code, line, flags, arg } = record
    // The tree is thread 0's; the positions of another thread would collide with its own.
    if (thread !== 0) return
    const placement = this.builder.append({ kind: event, frame, thread })
    this.applyClosings(placement)
    const { seq, parent, depth, activation } = placement
    if (placement.opens) {
      this.opened.set(activation, this.batch.activations.length)
      this.batch.activations.push({ activation, frame, code, thread, open: seq, close: seq })
    }
    const { nodes } = this.batch
    nodes.close.push(seq)
    nodes.parent.push(parent)
    nodes.depth.push(depth)
    nodes.activation.push(activation)
    nodes.kind.push(EVENT_KINDS.indexOf(event))
    nodes.line.push(line)
    nodes.flags.push(flags)
    nodes.arg.push(this.valueId(arg))
    this.addBindings(record, seq)
    this.addAliases(record, seq)
    this.events++
    this.depth = Math.max(this.depth, depth)
    if (event === 'exception') this.exceptions++
  }

  private addBindings({ frame, changes }: EventRecord, seq: number): void {
    const { bindings } = this.batch
    for (let i = 0; i + 2 < changes.length; i += 3) {
      bindings.frame.push(frame)
      bindings.slot.push(changes[i] as number)
      bindings.from.push(seq)
      bindings.name.push(changes[i + 1] as number)
      bindings.value.push(this.valueId(changes[i + 2] as ValueRef))
    }
  }

  private valueId(value: ValueRef): number {
    if (typeof value === 'number') return value
    let id = this.numbers.get(value)
    if (id === undefined) {
      id = FIRST_NUMBER + this.numbers.size
      this.numbers.set(value, id)
      this.batch.values.push([id, wholeNumber(value)])
    }
    return id
  }

  /** A resumed frame's are told again, so that each activation is complete in itself. */
  private addAliases({ event, frame, flags, aliases }: EventRecord, seq: number): void {
    const isResumed = event === 'call' && (flags & FLAG_RESUMED) !== 0
    const told = aliases ?? (isResumed ? this.sharing.get(frame) : undefined)
    if (told !== undefined) this.batch.aliases.push([seq, [...told]])
    if (aliases !== undefined && aliases.length > 0) this.sharing.set(frame, aliases)
    const isOver = event === 'return' && (flags & FLAG_YIELDED) === 0
    if (isOver || aliases?.length === 0) this.sharing.delete(frame)
  }

  private applyClosings({ hosts, activations }: Closings): void {
    const { nodes, closes, activationCloses } = this.batch
    for (const { id, close } of hosts) {
      if (id >= nodes.from) nodes.close[id - nodes.from] = close
      else closes.push([id, close])
    }
    for (const { id, close } of activations) {
      const index = this.opened.get(id)
      const opened = index === undefined ? undefined : this.batch.activations[index]
      if (opened === undefined) activationCloses.push([id, close])
      else opened.close = close
    }
  }
}
