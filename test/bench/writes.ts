import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { connect } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import { EMPTY_BATCH, headOf, jobRow, SELF, SMALL_TAIL } from '../store/samples.ts'
import { printTable } from './table.ts'

/**
 * The writes of a variable around an event of a long trace of one frame: `npm run -s bench -- writes [EVENTS]`. One of
 * 40 variables is written at every event. The floor is the same two seeks by better-sqlite3 alone, told its keys.
 */

const BATCH = 10_000
const SLOTS = 40
const LOOKS = 2000

function fill(path: string, events: number): string {
  const db = connect(path, { readonly: false })
  runMigrations(db)
  runWrite(db, 'jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
  const head = headOf('measured')
  runWrite(db, 'programTraceBegin', { job: 'k_1', head })
  for (let from = 0; from < events; from += BATCH) {
    const seqs = Array.from({ length: Math.min(BATCH, events - from) }, (_, at) => from + at)
    const first = from === 0
    const zeros = seqs.map(() => 0)
    const values = seqs.map((seq) => [seq, { text: `'${seq}'`, size: 8, type: 'str' }] as const)
    const batch = {
      ...EMPTY_BATCH,
      codes: first ? [{ id: 0, name: 'f', qualname: 'f', file: 'a.py', firstLine: 1 }] : [],
      names: first ? Array.from({ length: SLOTS }, (_, at) => [at, `v${at}`] as const) : [],
      values,
      activations: first
        ? [{ activation: 0, frame: 0, code: 0, thread: 0, open: 0, close: events - 1 }]
        : [],
      nodes: {
        from,
        close: seqs,
        parent: seqs.map(() => -1),
        depth: seqs.map(() => 1),
        activation: zeros,
        kind: seqs.map((seq) => (seq === 0 ? 0 : 1)),
        line: seqs.map(() => 1),
        flags: zeros,
        arg: seqs.map(() => -1),
      },
      bindings: {
        frame: zeros,
        slot: seqs.map((seq) => seq % SLOTS),
        from: seqs,
        name: seqs.map((seq) => seq % SLOTS),
        value: seqs,
      },
    }
    runWrite(db, 'traceAppend', { trace: head.trace, batch })
  }
  runWrite(db, 'traceFinish', { trace: head.trace, tail: { ...SMALL_TAIL, events } })
  db.close()
  return head.trace
}

function msOf(looks: number, look: (at: number) => unknown): { mean: number; worst: number } {
  let worst = 0
  const started = performance.now()
  for (let at = 0; at < looks; at++) {
    const before = performance.now()
    look(at)
    worst = Math.max(worst, performance.now() - before)
  }
  return { mean: (performance.now() - started) / looks, worst }
}

const events = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
const path = join(folder, 'measured.db')
const trace = fill(path, events)
const seqAt = (at: number): number => (at * 7919 * 131) % events

const db = connect(path, { readonly: true })
const one = (at: number, count: number) =>
  reads.treeWrites(db, {
    trace,
    frame: 0,
    variable: `v${at % SLOTS}`,
    seq: seqAt(at),
    before: count,
    after: count,
  })
const driver = new Database(path, { readonly: true })
const back = driver.prepare(`SELECT from_seq FROM binding
  WHERE trace_key = 1 AND frame = 0 AND slot = ? AND from_seq < ? ORDER BY from_seq DESC LIMIT 1`)
const ahead = driver.prepare(`SELECT from_seq FROM binding
  WHERE trace_key = 1 AND frame = 0 AND slot = ? AND from_seq > ? ORDER BY from_seq LIMIT 1`)
const bare = (at: number) => [back.get(at % SLOTS, seqAt(at)), ahead.get(at % SLOTS, seqAt(at))]
const rows = [
  { what: 'bare SQL, two seeks', ...msOf(LOOKS, bare) },
  { what: 'last and next write', ...msOf(LOOKS, (at) => one(at, 2)) },
  { what: '100 writes each way', ...msOf(LOOKS, (at) => one(at, 100)) },
]
printTable(
  `Writes of a variable, ms a look, ${events} events of one frame`,
  rows.map(({ what, mean, worst }) => ({
    what,
    mean: Number(mean.toFixed(4)),
    worst: Number(worst.toFixed(2)),
  })),
)
driver.close()
db.close()
rmSync(folder, { recursive: true })
