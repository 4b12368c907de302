import type {
  EventRecord,
  SourceRecord,
  TracerRecord,
  ValueRef,
} from '../../../shared/trace/wire-records.ts'

type Definition = Extract<TracerRecord, { kind: 'code' | 'name' | 'value' }>

/**
 * The tracer introduces codes, names and values once for all threads; a lane of its own needs those that it uses.
 * Remembers what is in force, which the tracer bounds by forgetting its values from time to time.
 */
export class LaneDefinitions {
  private readonly sources = new Map<string, SourceRecord>()
  private readonly codes: Definition[] = []
  private readonly names: Definition[] = []
  private values: Definition[] = []
  /** Counts how often the values were forgotten. */
  private epoch = 0
  private readonly lanes = new Map<number, Told>()

  note(record: TracerRecord): void {
    if (record.kind === 'source') this.sources.set(record.path, record)
    else if (record.kind === 'code') this.codes.push(record)
    else if (record.kind === 'name') this.names.push(record)
    else if (record.kind === 'value') this.values.push(record)
    else if (record.kind === 'forget') {
      this.values = []
      this.epoch++
    }
  }

  /** What the lane of this event has not been told yet, in an order that it can be told in. */
  neededBy({ thread, code, arg, changes }: EventRecord): TracerRecord[] {
    const told = this.lanes.get(thread) ?? {
      files: new Set(),
      codes: new Set(),
      names: new Set(),
      values: new Set(),
      epoch: 0,
    }
    this.lanes.set(thread, told)
    const needed: TracerRecord[] = []
    if (told.epoch !== this.epoch) {
      told.epoch = this.epoch
      told.values.clear()
      needed.push({ kind: 'forget' })
    }
    const tell = (known: Set<number>, all: readonly Definition[], id: ValueRef): void => {
      const definition = typeof id === 'number' ? all[id] : undefined
      if (typeof id !== 'number' || definition === undefined || known.has(id)) return
      known.add(id)
      if (definition.kind === 'code') needed.push(...this.sourceOf(definition.file, told))
      needed.push(definition)
    }
    tell(told.codes, this.codes, code)
    tell(told.values, this.values, arg)
    for (let at = 0; at + 2 < changes.length; at += 3) {
      tell(told.names, this.names, changes[at + 1] as ValueRef)
      tell(told.values, this.values, changes[at + 2] as ValueRef)
    }
    return needed
  }

  private sourceOf(file: string, told: Told): SourceRecord[] {
    const source = this.sources.get(file)
    if (source === undefined || told.files.has(file)) return []
    told.files.add(file)
    return [source]
  }
}

interface Told {
  readonly files: Set<string>
  readonly codes: Set<number>
  readonly names: Set<number>
  readonly values: Set<number>
  epoch: number
}
