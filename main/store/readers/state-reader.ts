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

/**
 * For each pair of a frame and a seq in @frames, a JSON list: what was in force in that frame at that seq, and what
 * changed in it from there up to and including @until. By seeks, as above, of all the frames in one statement: where
 * frames are short there are as many of them as steps.
 */
export const HISTORY_SQL = `
WITH RECURSIVE slots (frame, since, slot) AS (
  SELECT value ->> 0, value ->> 1,
    (SELECT min(b.slot) FROM binding AS b WHERE b.trace_key = @trace AND b.frame = value ->> 0)
  FROM json_each(@frames)
  UNION ALL
  SELECT slots.frame, slots.since,
    (SELECT min(b.slot) FROM binding AS b
     WHERE b.trace_key = @trace AND b.frame = slots.frame AND b.slot > slots.slot)
  FROM slots WHERE slots.slot IS NOT NULL
)
SELECT b.frame, b.slot, b.from_seq, b.name_key, b.value_key
FROM slots CROSS JOIN binding AS b
WHERE slots.slot IS NOT NULL AND b.trace_key = @trace AND b.frame = slots.frame AND b.slot = slots.slot
  AND b.from_seq >= coalesce(
    (SELECT max(c.from_seq) FROM binding AS c WHERE c.trace_key = @trace AND c.frame = slots.frame
       AND c.slot = slots.slot AND c.from_seq <= slots.since), slots.since)
  AND b.from_seq <= @until
ORDER BY b.from_seq DESC, b.slot DESC`

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
  /** Of the event that was applied last. */
  private latest: BindingRecord[] = []

  constructor(bindings: readonly BindingRecord[] = []) {
    for (const binding of bindings) this.bindings.set(binding.slot, binding)
  }

  /** To be called in the order of seqs. */
  apply(binding: BindingRecord): void {
    if (this.latest[0]?.from_seq !== binding.from_seq) this.latest = []
    this.latest.push(binding)
    this.bindings.set(binding.slot, binding)
  }

  /** What was bound or went at this very event, which is the last that was applied or a later one. */
  changedAt(seq: number): readonly BindingRecord[] {
    return this.latest[0]?.from_seq === seq ? this.latest : []
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

/** Of a frame: where its history is to begin. */
type FrameSince = readonly [frame: number, since: number]

interface HistoryRecord extends BindingRecord {
  readonly frame: number
}

/** The histories of these frames up to and including `until`, all in one, latest first; see HISTORY_SQL. */
function historiesOf(
  db: ReadableDb,
  { trace, until }: { readonly trace: number; readonly until: number },
  frames: readonly FrameSince[],
): HistoryRecord[] {
  const parameters = { trace, until, frames: JSON.stringify(frames) }
  return db.prepare(HISTORY_SQL).all(parameters) as HistoryRecord[]
}

/** What changed in these frames at the events from `from` up to and including `until`, all in one, latest first. */
export function changesOf(
  db: ReadableDb,
  { trace, from, until }: { readonly trace: number; readonly from: number; readonly until: number },
  frames: readonly number[],
): HistoryRecord[] {
  const since = frames.map((frame) => [frame, from] as const)
  return historiesOf(db, { trace, until }, since).filter(({ from_seq: seq }) => seq >= from)
}

interface FrameHistory {
  readonly state: FrameState
  /** What the state has not come to yet, latest first. */
  readonly ahead: BindingRecord[]
}

/** Moves through ascending seqs, keeping a state for every frame met. */
export class StateCursor {
  private readonly frames = new Map<number, FrameHistory>()
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

  /** Reads frames that will be met, each with the seq at which it is met first: in one read, not one by one. */
  expect(frames: readonly FrameSince[]): void {
    for (const [frame] of frames) {
      this.frames.set(frame, { state: new FrameState(), ahead: [] })
    }
    const range = { trace: this.traceKey, until: this.lastSeq }
    for (const record of historiesOf(this.db, range, frames)) {
      this.frames.get(record.frame)?.ahead.push(record)
    }
  }

  /** The state of `frame` at `seq`; calls must not go back in seq. */
  stateAt(frame: number, seq: number): FrameState {
    if (!this.frames.has(frame)) this.expect([[frame, seq]])
    const { state, ahead } = must(this.frames.get(frame), `frame ${frame}`)
    for (let next = ahead.at(-1); next !== undefined && next.from_seq <= seq; next = ahead.at(-1)) {
      state.apply(next)
      ahead.pop()
    }
    return state
  }
}
