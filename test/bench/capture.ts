import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { createTracer } from '../../main/tracer/tracer.ts'
import { jsonLines, ndw, ROOT } from '../support/ndw.ts'
import { LIMITS, tracerOptions } from '../tracer/support.ts'
import { printTable } from './table.ts'

/**
 * From a program to committed rows, and what the rows take: `npm run -s bench -- capture [PROGRAMS.jsonl]`. Without
 * a file it records the sample programs. The ceiling of the rate is that of the tracer alone (`bench -- tracer`).
 */

const LOOP =
  'def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\nf(150_000)\n'

interface Made {
  readonly events: number
}

async function record(file: string, store: string): Promise<{ events: number; seconds: number }> {
  const { stdout, stderr, status } = await ndw([
    'trace',
    file,
    '--max-steps',
    '1000000',
    '--store',
    store,
    '--json',
  ])
  // 1: one of the programs is no Python.
  if (status !== 0 && status !== 1) throw new Error(stderr)
  const events = jsonLines(stdout).reduce((sum, row) => sum + (row as unknown as Made).events, 0)
  const seconds = Number(/in ([\d.]+) s/.exec(stderr)?.[1] ?? Number.NaN)
  return { events, seconds }
}

/** Bytes of the store, and of the same store with each value's text written again wherever it is used. */
function sizesOf(
  store: string,
  folder: string,
): { interned: number; ofEvents: number; inline: number } {
  const copy = join(folder, 'copy.db')
  const db = new Database(store)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.exec(`VACUUM INTO '${copy}'`)
  db.close()
  const ofEvents = sizeOfEvents(copy)
  const interned = statSync(copy).size
  const other = new Database(copy)
  other.pragma('foreign_keys = OFF')
  other.exec(`
    CREATE TABLE inline_binding (trace_key, frame, slot, from_seq, name_key, text, size, type,
      PRIMARY KEY (trace_key, frame, slot, from_seq)) WITHOUT ROWID;
    INSERT INTO value (value_key, hash, text, size, type)
      SELECT key, CAST(CAST(key AS TEXT) AS BLOB),
        CAST(CASE WHEN key % 2 = 0 THEN key / 2 ELSE (-1 - key) / 2 END AS TEXT), 1, 'int'
      FROM (SELECT value_key AS key FROM binding WHERE value_key < 0
        UNION SELECT arg_value_key FROM node WHERE arg_value_key < 0);
    INSERT INTO inline_binding SELECT b.trace_key, b.frame, b.slot, b.from_seq, b.name_key, v.text, v.size, v.type
      FROM binding AS b LEFT JOIN value AS v USING (value_key);
    CREATE TABLE inline_arg AS SELECT n.trace_key, n.seq, v.text, v.size, v.type
      FROM node AS n CROSS JOIN value AS v ON v.value_key = n.arg_value_key;
    DROP TABLE binding;
    UPDATE node SET arg_value_key = NULL;
    UPDATE trace SET result_value_key = NULL;
    DELETE FROM value;
    VACUUM;`)
  other.close()
  return { interned, ofEvents, inline: statSync(copy).size }
}

/** Bytes of the tables that grow with events, their indexes included; the rest grows with programs or is empty. */
function sizeOfEvents(path: string): number {
  const db = new Database(path, { readonly: true })
  const row = db
    .prepare(`SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema
      WHERE tbl_name IN ('node', 'binding', 'value', 'activation', 'output'))`)
    .get() as { bytes: number }
  db.close()
  return row.bytes
}

async function startTimes(): Promise<{ cold: number; warm: number }> {
  const tracer = createTracer({ ...tracerOptions, workers: 1 })
  const program = { code: 'x = 1\n', entry: null, fileName: 'x.py' }
  const timed = async (): Promise<number> => {
    const started = performance.now()
    await tracer.trace(program, LIMITS, () => {})
    return performance.now() - started
  }
  const cold = await timed()
  const times: number[] = []
  for (let round = 0; round < 20; round++) times.push(await timed())
  await tracer.close()
  return { cold, warm: times.sort((a, b) => a - b)[10] ?? Number.NaN }
}

const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
const given = process.argv[2]
const set = given === undefined ? join(ROOT, 'resources/samples/programs.jsonl') : resolve(given)
if (!existsSync(set)) throw new Error(`There is no file ${set}.`)
const loop = join(folder, 'loop.py')

writeFileSync(loop, LOOP)
const rows: object[] = []
for (const [name, file] of [
  ['many small programs', set],
  ['one loop', loop],
] as const) {
  const store = join(folder, `${rows.length}.ndw`)
  const { events, seconds } = await record(file, store)
  const { interned, ofEvents, inline } = sizesOf(store, folder)
  rmSync(join(folder, 'copy.db'))
  rows.push({
    programs: name,
    events,
    seconds,
    'events/s': Math.round(events / seconds),
    'bytes/event': Number((interned / events).toFixed(1)),
    'of events alone': Number((ofEvents / events).toFixed(1)),
    'not interned': Number((inline / events).toFixed(1)),
  })
}
printTable('Capture to committed rows', rows)
const { cold, warm } = await startTimes()
printTable('A program of one line', [
  { start: 'cold: a sandbox has to start', ms: Math.round(cold) },
  { start: 'warm: median of 20', ms: Math.round(warm) },
])
rmSync(folder, { recursive: true })
