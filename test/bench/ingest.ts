import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MIGRATIONS } from '../../main/store/migrations/list.ts'
import { addQueryFunctions } from '../../main/store/query/functions.ts'
import { openTestStore, sourceEntries } from '../store/entries.ts'
import { BATCH, writeOneTrace } from './one-trace.ts'
import { printTable } from './table.ts'

/**
 * Appending one long trace through the writer thread, against better-sqlite3 that inserts the same rows into the same
 * tables and does nothing else: `npm run -s bench -- ingest [EVENTS]`. Each event binds one of four variables; three
 * of four values were seen before, as in a loop, and none is a whole number, which would need no row. The ceiling is the raw insertion.
 */

const ROUNDS = 3

async function ours(events: number, folder: string): Promise<number> {
  const store = await openTestStore(
    join(folder, 'measured.ndw'),
    sourceEntries(join(folder, 'entries')),
  )
  const { seconds } = await writeOneTrace(store, events)
  await store.close()
  return seconds
}

/** The same rows and settings with prepared statements alone; values are known to be new, so none is looked up. */
function raw(events: number, folder: string): number {
  const db = new Database(join(folder, 'raw.db'))
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
    db.pragma(pragma)
  }
  addQueryFunctions(db)
  for (const { sql } of MIGRATIONS) db.exec(sql)
  db.exec(`INSERT INTO program VALUES (1, 'p', 'p', '', '', NULL, NULL);
    INSERT INTO trace (trace_key, id, program_key, state, engine, sandbox, python_version, tracer_version,
      max_steps, timeout_seconds, recorded_at) VALUES (1, 't', 1, 'recording', '', '', '', '', 1, 1, 1);
    INSERT INTO name VALUES (1, 'variable_0'), (2, 'variable_1'), (3, 'variable_2'), (4, 'variable_3');`)
  const node =
    db.prepare(`INSERT INTO node (trace_key, seq, close_seq, parent_seq, depth, activation, kind,
    line, flags, arg_value_key) VALUES (1, ?, ?, -1, 1, 0, 1, ?, 0, NULL)`)
  const value = db.prepare(
    "INSERT INTO value (value_key, hash, text, size, type) VALUES (?, ?, ?, ?, 'str')",
  )
  const binding = db.prepare('INSERT INTO binding VALUES (1, 0, ?, ?, ?, ?)')
  const hash = Buffer.alloc(16)
  const insert = db.transaction((from: number, to: number) => {
    for (let seq = from; seq < to; seq++) {
      node.run(seq, seq, 1 + (seq % 30))
      if (seq % 4 === 0) {
        const text = `'${seq >> 2}'`
        // As scattered as the digests that stand there.
        hash.writeDoubleLE(Math.sin(seq + 1), 0)
        hash.writeUInt32LE(seq, 8)
        value.run((seq >> 2) + 1, hash, text, text.length)
      }
      binding.run(seq % 4, seq, (seq % 4) + 1, (seq >> 2) + 1)
    }
  })
  const started = performance.now()
  for (let from = 0; from < events; from += BATCH) insert(from, Math.min(from + BATCH, events))
  const seconds = (performance.now() - started) / 1000
  db.close()
  return seconds
}

const events = Number(process.argv[2] ?? 300_000)
const best = { ours: Number.POSITIVE_INFINITY, raw: Number.POSITIVE_INFINITY }
for (let round = 0; round < ROUNDS; round++) {
  const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
  best.raw = Math.min(best.raw, raw(events, folder))
  best.ours = Math.min(best.ours, await ours(events, folder))
  rmSync(folder, { recursive: true })
}
printTable('Ingest, events per second, best of three', [
  {
    events,
    raw: Math.round(events / best.raw),
    ours: Math.round(events / best.ours),
    ratio: Number((best.raw / best.ours).toFixed(3)),
  },
])
