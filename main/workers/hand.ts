import { parentPort, workerData } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { type CrewHands, createHands } from '../jobs/crew/tasks.ts'
import type { ReadableDb } from '../store/database.ts'
import { openReader } from '../store/open.ts'
import type { StoreReads } from '../store/store.ts'
import { answerRead } from './answer-read.ts'
import { failureOf, isStoreRequest, type StoreReply } from './messages.ts'

/** Thread entry: one of a crew, with a connection that can only read. `workerData` is the workspace's path. */

const port = must(parentPort, 'the parent of the crew')

function reply(message: StoreReply): void {
  port.postMessage(message)
}

function readsOf(db: ReadableDb): StoreReads {
  return { read: async (name, input) => answerRead(db, name, input) as never }
}

function serve(hands: CrewHands): void {
  port.on('message', async (message: unknown) => {
    if (!isStoreRequest(message)) return
    const { id, name, input } = message
    try {
      // The table of tasks types each input; the crew, typed by the same table, is the only sender.
      const value = await hands[name as keyof CrewHands](input as never)
      reply({ t: 'value', id, value })
    } catch (error) {
      reply({ t: 'error', id, failure: failureOf(error) })
    }
  })
}

try {
  serve(createHands(readsOf(openReader(String(workerData)))))
  reply({ t: 'ready', opened: null })
} catch (error) {
  reply({ t: 'refused', failure: failureOf(error) })
  port.close()
}
