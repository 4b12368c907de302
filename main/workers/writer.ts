import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { WritableDb } from '../store/database.ts'
import { fileGuard } from '../store/file-check.ts'
import { openWorkspace } from '../store/open.ts'
import { isWriteName, runWrite } from '../store/writes.ts'
import { failureOf, isCloseRequest, isStoreRequest, type StoreReply } from './messages.ts'

/** Thread entry: the only connection of this process that can write. `workerData` is the workspace's path. */

const IDLE_MS = 2000
/** A write-ahead log longer than this is folded into the file when nothing is being written. */
const LONG_LOG_BYTES = 64 * 1024 * 1024

const port = must(parentPort, 'the parent of the writer thread')

function reply(message: StoreReply): void {
  port.postMessage(message)
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

/** Upkeep that may fail, on a full disk for example, without harm to what is stored. */
function tend(db: WritableDb, pragma: string): void {
  try {
    db.pragma(pragma)
  } catch {
    // The next idle moment or the next start tries again.
  }
}

function serve(db: WritableDb): void {
  const requireSameFile = fileGuard(db.path)
  let idle: NodeJS.Timeout | null = null
  const restartIdle = (): void => {
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(() => {
      if (logBytes(db.path) > LONG_LOG_BYTES) tend(db, 'wal_checkpoint(TRUNCATE)')
    }, IDLE_MS)
    idle.unref()
  }
  port.on('message', (message: unknown) => {
    if (isCloseRequest(message)) {
      tend(db, 'optimize')
      // Readers may still be ending, and then closing alone would leave the log beside the file.
      tend(db, 'wal_checkpoint(TRUNCATE)')
      db.close()
      port.close()
      return
    }
    if (!isStoreRequest(message)) return
    const { id, name, input } = message
    try {
      if (!isWriteName(name)) {
        throw new ServiceError('not-found', `The store has no write named ${name}.`)
      }
      requireSameFile()
      // The table types each input; the client, typed by the same table, is the only sender.
      const value = runWrite(db, name, input as never)
      reply({ t: 'value', id, value })
    } catch (error) {
      reply({ t: 'error', id, failure: failureOf(error) })
    }
    restartIdle()
  })
}

async function start(path: string): Promise<void> {
  try {
    const workspace = await openWorkspace(path)
    if (workspace.kind === 'writable') {
      serve(workspace.db)
      reply({ t: 'ready', opened: { path: workspace.path, reason: null, temporaryFolder: null } })
    } else {
      const { reason, temporaryFolder } = workspace
      reply({ t: 'ready', opened: { path: workspace.path, reason, temporaryFolder } })
      port.close()
    }
  } catch (error) {
    reply({ t: 'refused', failure: failureOf(error) })
    port.close()
  }
}

await start(String(workerData))
