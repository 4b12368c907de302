import { must } from '../../../shared/base/assert.ts'
import type { Value } from '../../../shared/trace/event.ts'
import type { ReadableDb } from '../database.ts'
import { wholeNumberOf } from '../whole-numbers.ts'

type LocalsOut = [name: string, value: Value][]

interface BindingRecord {
  readonly slot: number
  readonly from_seq: number
  readonly name_key: number
  readonly value_key: number | null
}

/** The slots of the frame @frame by a seek each: never a scan of its history, which a loop makes long. */
export const SLOTS_OF_FRAME = `WITH RECURSIVE slots (slot) AS (
  SELECT min(slot) FROM binding WHERE trace_key = @trace AND frame = @frame
  UNION ALL
  SELECT (SELECT min(b.slot) FROM binding AS b
          WHERE b.trace_key = @trace AND b.frame = @frame AND b.slot > slots.slot)
  FROM slots WHERE slots.slot IS NOT NULL
)`

/**
 * The slots of a frame found by one seek each, and for each the binding in force at a seq by one more: never a scan
 * of the frame's history, which a loop makes long.
 */
export const STATE_AT_SQL = `
${SLOTS_OF_FRAME}
SELECT b.slot, b.from_seq, b.name_key, b.value_key
FROM slots CROSS JOIN binding AS b
WHERE slots.slot IS NOT NULL AND b.trace_key = @trace AND b.frame = @frame AND b.slot = slots.slot
  AND b.from_seq = (SELECT max(c.from_seq) FROM binding AS c
                    WHERE c.trace_key = @trace AND c.frame = @frame AND c.slot = slots.slot AND c.from_seq <= @seq)
ORDER BY b.slot`

/** What changed in a frame after seq @after up to and including @until: a range of the key for each slot. */
export const CHANGES_SQL = `
${SLOTS_OF_FRAME}
SELECT b.slot, b.from_seq, b.name_key, b.value_key
FROM slots CROSS JOIN binding AS b
WHERE slots.slot IS NOT NULL AND b.trace_key = @trace AND b.frame = @frame AND b.slot = slots.slot
  AND b.from_seq > @after AND b.from_seq <= @until
ORDER BY b.from_seq, b.slot`

export type ValueRecord = Omit<Value, 'digest'> & { readonly digest: string | null }

export function storedValue({ text, size, type, digest }: ValueRecord): Value {
  return digest === null ? { text, size, type } : { text, size, type, digest }
}

/** The aliases last told in an activation at or before a seq. */
export const ALIASES_AT_SQL = `
SELECT aliases FROM node INDEXED BY node_aliases
WHERE trace_key = @trace AND activation = @activation AND seq <= @seq AND aliases IS NOT NULL
ORDER BY seq DESC LIMIT 1`

/** Variables that share an object at `seq`: slot, group, …. */
export function aliasesAt(
  db: ReadableDb,
  traceKey: number,
  activation: number,
  seq: number,
): readonly number[] {
  const record = db.prepare(ALIASES_AT_SQL).get({ trace: traceKey, activation, seq })
  return record === undefined ? [] : JSON.parse((record as { aliases: string }).aliases)
}

/** Names and values by key, read once each for the length of one read. */
export class Texts {
  private readonly db: ReadableDb
  private readonly names = new Map<number, string>()
  private readonly values = new Map<number, Value>()

  constructor(db: ReadableDb) {
    this.db = db
  }

  name(key: number): string {
    const kept = this.names.get(key)
    if (kept !== undefined) return kept
    const record = this.db.prepare('SELECT text FROM name WHERE name_key = ?').get(key)
    const { text } = must(record as { text: string } | undefined, `name ${key}`)
    this.names.set(key, text)
    return text
  }

  value(key: number): Value {
    if (key < 0) return wholeNumberOf(key)
    const kept = this.values.get(key)
    if (kept !== undefined) return kept
    const record = this.db
      .prepare('SELECT text, size, type, digest FROM value WHERE value_key = ?')
      .get(key)
    const value = storedValue(must(record as ValueRecord | undefined, `value ${key}`))
    this.values.set(key, value)
    return value
  }
}

/** The variables of one frame, moved forward through its seqs. */
export class FrameState {
  private readonly bindings = new Map<number, BindingRecord>()

  constructor(bindings: readonly BindingRecord[]) {
    for (const binding of bindings) this.bindings.set(binding.slot, binding)
  }

  apply(binding: BindingRecord): void {
    this.bindings.set(binding.slot, binding)
  }

  /** Name and value of every variable that is bound, in the order of the slots. */
  locals(texts: Texts): LocalsOut {
    const bound = [...this.bindings.values()].filter((binding) => binding.value_key !== null)
    bound.sort((a, b) => a.slot - b.slot)
    return bound.map((binding) => [
      texts.name(binding.name_key),
      texts.value(must(binding.value_key, 'value key')),
    ])
  }

  /** Value of the variable of that name, undefined where none is bound. */
  valueOf(name: string, texts: Texts): Value | undefined {
    for (const { name_key: key, value_key: value } of this.bindings.values()) {
      if (value !== null && texts.name(key) === name) return texts.value(value)
    }
    return undefined
  }

  /** Keys of the names that were bound or went at this very event, with the keys of their values. */
  changedAt(seq: number): readonly (readonly [name: number, value: number | null])[] {
    return [...this.bindings.values()]
      .filter((binding) => binding.from_seq === seq)
      .map((binding) => [binding.name_key, binding.value_key])
  }

  /** Key of what the name of this key is bound to, null where it is not. */
  valueKeyOf(name: number): number | null {
    for (const binding of this.bindings.values()) {
      if (binding.name_key === name && binding.value_key !== null) return binding.value_key
    }
    return null
  }

  /** Names of the variables that share an object, a group each. */
  groups(aliases: readonly number[], texts: Texts): string[][] {
    const groups: string[][] = []
    for (let at = 0; at + 1 < aliases.length; at += 2) {
      const binding = this.bindings.get(aliases[at] as number)
      const group = aliases[at + 1] as number
      groups[group] ??= []
      if (binding !== undefined) groups[group].push(texts.name(binding.name_key))
    }
    return groups
  }
}

/** The variables of `frame` as they stand at event `seq`. */
export function stateAt(
  db: ReadableDb,
  traceKey: number,
  frame: number,
  seq: number,
): readonly BindingRecord[] {
  return db.prepare(STATE_AT_SQL).all({ trace: traceKey, frame, seq }) as BindingRecord[]
}

/** Moves through ascending seqs, keeping a state for every frame met. */
export class StateCursor {
  private readonly frames = new Map<number, { state: FrameState; changes: BindingRecord[] }>()
  /** By activation. */
  private readonly aliases = new Map<number, readonly number[]>()
  private readonly db: ReadableDb
  private readonly traceKey: number
  private readonly lastSeq: number

  constructor(db: ReadableDb, traceKey: number, lastSeq: number) {
    this.db = db
    this.traceKey = traceKey
    this.lastSeq = lastSeq
  }

  /** Aliases of an activation at `seq`, where it has an event which tells `told`; not to go back in seq. */
  aliasesAt(activation: number, seq: number, told: string | null): readonly number[] {
    let aliases = this.aliases.get(activation)
    if (told !== null) aliases = JSON.parse(told) as number[]
    aliases ??= aliasesAt(this.db, this.traceKey, activation, seq)
    this.aliases.set(activation, aliases)
    return aliases
  }

  /** The state of `frame` at `seq`; calls must not go back in seq. */
  stateAt(frame: number, seq: number): FrameState {
    let entry = this.frames.get(frame)
    if (entry === undefined) {
      const state = new FrameState(stateAt(this.db, this.traceKey, frame, seq))
      const changes = this.db
        .prepare(CHANGES_SQL)
        .all({ trace: this.traceKey, frame, after: seq, until: this.lastSeq }) as BindingRecord[]
      entry = { state, changes: changes.reverse() }
      this.frames.set(frame, entry)
    }
    for (let next = entry.changes.at(-1); next !== undefined; next = entry.changes.at(-1)) {
      if (next.from_seq > seq) break
      entry.state.apply(next)
      entry.changes.pop()
    }
    return entry.state
  }
}
