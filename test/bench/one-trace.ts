import type { TraceBatch } from '../../main/store/write-types.ts'
import type { openTestStore } from '../store/entries.ts'
import { EMPTY_BATCH, headOf, jobRow, SELF, SMALL_TAIL } from '../store/samples.ts'

/** Events of one write. */
export const BATCH = 5000

function batchOf(from: number, count: number): TraceBatch {
  const seqs = Array.from({ length: count }, (_, index) => from + index)
  const fill = (value: number): number[] => seqs.map(() => value)
  const fresh = seqs.filter((seq) => seq % 4 === 0)
  const first = from === 0
  return {
    ...EMPTY_BATCH,
    codes: first ? [{ id: 0, name: 'f', qualname: 'f', file: 'program.py', firstLine: 1 }] : [],
    names: first ? [0, 1, 2, 3].map((id) => [id, `variable_${id}`] as const) : [],
    values: fresh.map((seq) => {
      const text = `'${seq >> 2}'`
      return [seq >> 2, { text, size: text.length, type: 'str' }] as const
    }),
    activations: first ? [{ activation: 0, frame: 0, code: 0, thread: 1, open: 0, close: 0 }] : [],
    activationCloses: first ? [] : [[0, from + count - 1]],
    nodes: {
      ...EMPTY_BATCH.nodes,
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

/** Writes one long trace: each event binds one of four variables; three of four values were seen before. */
export async function writeOneTrace(
  store: Awaited<ReturnType<typeof openTestStore>>,
  events: number,
): Promise<{ trace: string; seconds: number }> {
  await store.write('jobAdd', {
    row: jobRow('k_1', { state: 'running' }),
    input: null,
    owner: SELF,
  })
  const head = headOf('measured')
  const started = performance.now()
  await store.write('programTraceBegin', { job: 'k_1', head })
  // One batch ahead, as a recording is: the next one is made while the last one is written.
  let ahead: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < events; from += BATCH) {
    const batch = batchOf(from, Math.min(BATCH, events - from))
    await ahead
    ahead = store.write('traceAppend', { trace: head.trace, batch })
  }
  await ahead
  await store.write('traceFinish', { trace: head.trace, tail: { ...SMALL_TAIL, events } })
  return { trace: head.trace, seconds: (performance.now() - started) / 1000 }
}
