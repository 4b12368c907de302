import { WriterClient } from '../../main/workers/writer-client.ts'
import { headOf, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

/** Run as one of several processes on one file: records the given number of traces, then ends with status 0. */
const [entries = '', path = '', prefix = '', count = '0'] = process.argv.slice(2)
const { client } = await WriterClient.start(entries, path)
for (let index = 0; index < Number(count); index++) {
  const head = headOf(`${prefix} ${index}`)
  await client.write('traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL })
}
await client.close()
