import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TraceBatch } from '../../main/store/write-types.ts'
import { openTestStore, sourceEntries } from './entries.ts'
import { EMPTY_BATCH, headOf, jobRow, SELF, SMALL_TAIL } from './samples.ts'

/**
 * Measures appending one long trace through the writer thread: `node test/store/insert-bench.ts [EVENTS]`. Each
 * event binds one of four variables; three of four values were seen before, as in a loop.
 */

const BATCH = 5000

function batchOf(from: number, count: number): TraceBatch {
  const seqs = Array.from({ length: count }, (_, index) => from + index)
  const fill = (value: number): number[] => seqs.map(() => value)
  const fresh = seqs.filter((seq) => seq % 4 === 0)
  const first = from === 0
  return {
    ...EMPTY_BATCH,
    codes: first ? [{ id: 0, name: 'f', qualname: 'f', file: 'program.py', firstLine: 1 }] : [],
    names: first ? [0, 1, 2, 3].map((id) => [id, `variable_${id}`] as const) : [],
    values: fresh.map(
      (seq) => [seq >> 2, String(seq >> 2), String(seq >> 2).length, 'int'] as const,
    ),
    activations: first ? [{ activation: 0, frame: 0, code: 0, thread: 1, open: 0, close: 0 }] : [],
    activationCloses: first ? [] : [[0, from + count - 1]],
    nodes: {
      from,
      close: seqs,
      parent: fill(-1),
      depth: fill(1),
      activation: fill(0),
      kind: seqs.map((seq) => (seq === 0 ? 0 : 1)),
      line: seqs.map((seq) => 1 + (seq % 30)),
      flags: fill(0),
      arg: fill(-1),
    },
    bindings: {
      frame: fill(0),
      slot: seqs.map((seq) => seq % 4),
      from: seqs,
      name: seqs.map((seq) => seq % 4),
      value: seqs.map((seq) => seq >> 2),
    },
  }
}

const events = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))
const path = join(folder, 'measured.ndw')
const store = await openTestStore(path, sourceEntries(join(folder, 'entries')))
await store.write('jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
const head = headOf('measured')
const started = performance.now()
const cpuBefore = process.cpuUsage()
await store.write('programTraceBegin', { job: 'k_1', head })
let ahead: Promise<unknown> = Promise.resolve()
for (let from = 0; from < events; from += BATCH) {
  const batch = batchOf(from, Math.min(BATCH, events - from))
  await ahead
  ahead = store.write('traceAppend', { trace: head.trace, batch })
}
await ahead
await store.write('traceFinish', { trace: head.trace, tail: { ...SMALL_TAIL, events } })
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
const timed = async (work: () => Promise<unknown>): Promise<string> => {
  const from = performance.now()
  await work()
  return `${(performance.now() - from).toFixed(1)} ms`
}
await store.read('storeInfo', {})
const middle = Math.floor(events / 2)
const { trace } = head
const reads = {
  'traceEvents, 500 from the middle': await timed(() =>
    store.read('traceEvents', { trace, offset: middle, limit: 500 }),
  ),
  'treeNodes, 500 from the middle': await timed(() =>
    store.read('treeNodes', { trace, from: middle, limit: 500 }),
  ),
  'treeStates, 500 spread over the trace': await timed(() =>
    store.read('treeStates', {
      trace,
      seqs: Array.from({ length: 500 }, (_, index) => Math.floor((index * events) / 500)),
    }),
  ),
}
await store.close()
const { size } = statSync(path)
process.stdout.write(
  `${JSON.stringify(
    {
      events,
      seconds: Number(seconds.toFixed(2)),
      eventsPerSecond: Math.round(events / seconds),
      // Both threads, the making of the batches included; unlike the wall time the same on a busy machine.
      cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
      bytes: size,
      bytesPerEvent: Number((size / events).toFixed(1)),
      reads,
    },
    null,
    2,
  )}\n`,
)
rmSync(folder, { recursive: true })
