import type Sqlite from 'better-sqlite3'
import type { ReadableDb } from '../../../main/store/database.ts'
import { treeNodes, treeStates } from '../../../main/store/readers/node-reader.ts'
import { createPrng } from '../../../shared/base/prng.ts'
import { LONG, TREE } from './big-store.ts'
import { percentile, short, timesOf } from './timing.ts'

const LAST_KEY = Number.MAX_SAFE_INTEGER
const CHUNK = 500

/** All nodes of a trace, in the chunks in which a page asks for them. */
function readTree(db: ReadableDb, trace: string, most: number): number {
  let from = 0
  while (from < most) {
    const { close } = db.snapshot(() => treeNodes(db, { trace, from, limit: CHUNK }))
    from += close.length
    if (close.length < CHUNK) break
  }
  return from
}

/** To open the two traces that are large, and to walk in the longer one. */
export function measureTraces(db: ReadableDb, bare: Sqlite.Database): object[] {
  const key = (id: string): unknown =>
    bare.prepare('SELECT trace_key FROM trace WHERE id = ?').pluck().get(id)
  const events = bare.prepare('SELECT events FROM trace WHERE id = ?').pluck().get(LONG) as number
  const nodes = bare.prepare('SELECT * FROM node WHERE trace_key = ? AND seq < ?')
  const state =
    bare.prepare(`SELECT b.slot, max(b.from_seq), b.name_key, b.value_key FROM binding AS b
    WHERE b.trace_key = ? AND b.frame = (SELECT frame FROM activation JOIN node AS n USING (trace_key, activation)
      WHERE n.trace_key = ? AND n.seq = ?) AND b.from_seq <= ? GROUP BY b.slot`)
  let read = 0
  // The same places for both, each time another one.
  const anywhere = (by: number, use: (seq: number) => void) => {
    const random = createPrng('states')
    return () => use(Math.floor(random.nextFloat() * (events - 2)) + 1 + by)
  }
  const step = (by: number) => anywhere(by, (seq) => treeStates(db, { trace: LONG, seqs: [seq] }))
  const bareState = (by: number) => anywhere(by, (seq) => state.all(key(LONG), key(LONG), seq, seq))
  const all = (id: string, most: number) => () => nodes.all(key(id), most)
  const cases: readonly [string, number, () => void, () => void][] = [
    [
      'a tree of calls, whole',
      2000,
      () => {
        read = readTree(db, TREE, LAST_KEY)
      },
      all(TREE, LAST_KEY),
    ],
    [
      'the longest trace, usable: 500 nodes and a state',
      200,
      () => {
        read = readTree(db, LONG, CHUNK)
        treeStates(db, { trace: LONG, seqs: [0] })
      },
      all(LONG, CHUNK),
    ],
    ['a state anywhere in it', 16, step(0), bareState(0)],
    ['one step on', 16, step(1), bareState(1)],
    ['one step back', 16, step(-1), bareState(-1)],
  ]
  return cases.map(([name, target, ours, raw], at) => {
    const times = timesOf(ours)
    const by = percentile(timesOf(raw), 0.5)
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
    return {
      open: at < 2 ? `${name} (${read.toLocaleString('en')} nodes)` : name,
      'p50 ms': short(p50),
      'p95 ms': short(p95),
      'SQL ms': short(by),
      ratio: Number((p50 / by).toFixed(2)),
      verdict: p95 < target ? 'ok' : `MISSED ${target} ms`,
    }
  })
}
