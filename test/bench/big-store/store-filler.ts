import { createHash } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import type { MadeTrace, MadeValue } from './made-trace.ts'

/** Texts that a value has in different traces of a program. */
const VARIANTS = 4

/** Values of every trace, with the lowest keys, so that they are told from those that differ. */
const SHARED = [
  ['NoneType', 'None'],
  ['bool', 'True'],
  ['bool', 'False'],
  ['list', '[]'],
] as const

const TABLES = `
CREATE TEMP TABLE made_node (made, seq, close_seq, parent_seq, depth, activation, kind, line, flags, arg,
  PRIMARY KEY (made, seq)) WITHOUT ROWID;
CREATE TEMP TABLE made_activation (made, activation, frame, code_key, open_seq, close_seq,
  PRIMARY KEY (made, activation)) WITHOUT ROWID;
CREATE TEMP TABLE made_binding (made, frame, slot, seq, name_key, value_key,
  PRIMARY KEY (made, frame, slot, seq)) WITHOUT ROWID;`

/** Whole numbers grow from trace to trace away from 0, other values have a few texts. */
const VARIED = (key: string): string => `CASE WHEN ${key} < 0 THEN ${key} - 2 * @round
  WHEN ${key} > ${SHARED.length} THEN ${key} + @variant ELSE ${key} END`

const FROM_MADE = [
  `INSERT INTO activation SELECT @trace, activation, frame, code_key, 0, open_seq, close_seq
    FROM made_activation WHERE made = @made`,
  `INSERT INTO node (trace_key, seq, close_seq, parent_seq, depth, activation, kind, line, flags, arg_value_key)
    SELECT @trace, seq, close_seq, parent_seq, depth, activation, kind, line, flags, ${VARIED('arg')}
    FROM made_node WHERE made = @made`,
  `INSERT INTO binding SELECT @trace, frame, slot, seq, name_key, ${VARIED('value_key')}
    FROM made_binding WHERE made = @made`,
]

/** Puts made traces into a store: each is written once beside it, and copied from there for every trace it is. */
export class StoreFiller {
  private readonly db: Sqlite.Database
  private readonly names = new Map<string, number>()
  private readonly copies: readonly Sqlite.Statement[]
  private readonly insertValue: Sqlite.Statement
  private nextValue = 1

  constructor(db: Sqlite.Database) {
    this.db = db
    db.exec(TABLES)
    this.copies = FROM_MADE.map((text) => db.prepare(text))
    this.insertValue = db.prepare(
      'INSERT INTO value (value_key, hash, text, size, type) VALUES (?, ?, ?, ?, ?)',
    )
    for (const [type, text] of SHARED) this.storeValue(type, text)
  }

  private storeValue(type: string, text: string): number {
    const hash = createHash('sha256')
      .update(`${type.length}:${type}${text.length}:${text}`)
      .digest()
    this.insertValue.run(this.nextValue, hash.subarray(0, 16), text, text.length, type)
    return this.nextValue++
  }

  private valueKey(value: MadeValue): number {
    if (value.isShared) {
      const text = value.text(0)
      return 1 + SHARED.findIndex(([type, one]) => type === value.type && one === text)
    }
    const first = this.storeValue(value.type, value.text(0))
    for (let variant = 1; variant < VARIANTS; variant++) {
      this.storeValue(value.type, value.text(variant))
    }
    return first
  }

  private nameKey(text: string): number {
    const known = this.names.get(text)
    if (known !== undefined) return known
    const { lastInsertRowid } = this.db.prepare('INSERT INTO name (text) VALUES (?)').run(text)
    this.names.set(text, Number(lastInsertRowid))
    return Number(lastInsertRowid)
  }

  /** Keeps a made trace under a number, for the program whose codes have these keys. */
  keep(made: number, trace: MadeTrace, codes: readonly number[]): void {
    const { db } = this
    const names = trace.names.map((name) => this.nameKey(name))
    const values = trace.values.map((value) => this.valueKey(value))
    const keyOf = (value: number | null): number | null =>
      value === null || value < 0 ? value : (values[value] as number)
    const node = db.prepare('INSERT INTO made_node VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    for (const row of trace.nodes)
      node.run(made, ...row.slice(0, 8), keyOf(row[8] as number | null))
    const activation = db.prepare('INSERT INTO made_activation VALUES (?, ?, ?, ?, ?, ?)')
    for (const [id, frame, code, open, close] of trace.activations) {
      activation.run(made, id, frame, codes[code as number], open, close)
    }
    const binding = db.prepare('INSERT INTO made_binding VALUES (?, ?, ?, ?, ?, ?)')
    for (const [frame, slot, seq, name, value] of trace.bindings) {
      binding.run(made, frame, slot, seq, names[name as number], keyOf(value as number))
    }
  }

  /** Rows of the trace with this key, copied from a made one. */
  copy(made: number, trace: number, round: number): void {
    for (const statement of this.copies) {
      statement.run({ trace, made, round, variant: round % VARIANTS })
    }
  }
}
