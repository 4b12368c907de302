import { WriterClient } from '../../main/workers/writer-client.ts'
import { EMPTY_BATCH, headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

/**
 * Run as a process that is killed in the middle: records whole traces and one trace in endless parts, and prints a
 * line for each whole trace once its write was acknowledged.
 */
const [entries = '', path = '', prefix = ''] = process.argv.slice(2)
const { client } = await WriterClient.start(entries, path)
const job = `k_${prefix}`
await client.write('jobAdd', { row: jobRow(job, { state: 'running' }), input: null, owner: SELF })
const half = headOf(`${prefix} half`)
await client.write('programTraceBegin', { job, head: half })
const { codes, activations, nodes } = SMALL_BATCH
for (let round = 0; ; round++) {
  const from = round * 4
  const batch = {
    ...EMPTY_BATCH,
    nodes: { ...nodes, from, close: [0, 1, 2, 3].map((i) => from + i), arg: [-1, -1, -1, -1] },
  }
  await client.write('traceAppend', {
    trace: half.trace,
    batch: round === 0 ? { ...batch, codes, activations } : batch,
  })
  const head = headOf(`${prefix} ${round}`)
  await client.write('traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL })
  process.stdout.write(`${head.trace}\n`)
}
