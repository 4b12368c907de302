import type { ReadableDb } from '../store/database.ts'
import { openReader } from '../store/open.ts'
import { answerRead } from './answer-read.ts'
import { failureOf, isStoreRequest, type StoreReply } from './messages.ts'

/**
 * Process entry: one connection that can only read, asked over `process.send`. The process exists to be killed: a
 * running statement cannot be stopped otherwise. Its first argument is the workspace's path.
 */

function reply(message: StoreReply): void {
  process.send?.(message)
}

function start(path: string): void {
  process.on('disconnect', () => process.exit(0))
  // A stop signal reaches the whole group; the parent, which still needs answers to stop well, ends us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  let db: ReadableDb
  try {
    db = openReader(path)
  } catch (error) {
    reply({ t: 'refused', failure: failureOf(error) })
    return
  }
  process.on('message', (message: unknown) => {
    if (!isStoreRequest(message)) return
    const { id, name, input } = message
    try {
      reply({ t: 'value', id, value: answerRead(db, name, input) })
    } catch (error) {
      reply({ t: 'error', id, failure: failureOf(error) })
    }
  })
  reply({ t: 'ready', opened: null })
}

start(process.argv[2] ?? '')
