import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WriterClient } from '../../main/workers/writer-client.ts'
import { temporaryFolder } from './folders.ts'

/** What the writer of a read-only file does: it is ready, and has nothing more to do. */
const READY_AND_GONE = `import { parentPort } from 'node:worker_threads'
const opened = { path: 'x', reason: 'read-only', temporaryFolder: null }
parentPort.postMessage({ t: 'ready', opened })
process.exit(0)
`

it('closes when the thread had ended before anybody asked', async () => {
  const entries = temporaryFolder()
  writeFileSync(join(entries, 'package.json'), '{"type":"module"}')
  writeFileSync(join(entries, 'writer.js'), READY_AND_GONE)
  for (let round = 0; round < 30; round++) {
    const { client } = await WriterClient.start(entries, 'x')
    await client.close()
    expect(client.isLost).toBe(true)
  }
}, 10_000)
