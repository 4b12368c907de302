import { rm } from 'node:fs/promises'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { AppConfig, HostPort } from '../host-port.ts'
import type { Store } from '../store/store.ts'
import type { Writes } from '../store/write-types.ts'
import { ReaderPool, readerCount } from './reader-pool.ts'
import { type Opened, WriterClient } from './writer-client.ts'

type StorePlace = Pick<AppConfig, 'storePath' | 'entriesDir'>

/** The writer thread, started anew by the next write if it was lost; traces it had begun must begin again. */
class Writer {
  private readonly place: StorePlace
  private client: WriterClient
  private restarting: Promise<void> | null = null
  private closed = false

  constructor(place: StorePlace, client: WriterClient) {
    this.place = place
    this.client = client
  }

  /** Asked synchronously while the thread lives, so that a close that comes later finds the write queued. */
  async write<K extends keyof Writes>(
    name: K,
    input: Writes[K]['input'],
  ): Promise<Writes[K]['output']> {
    if (this.closed) throw new ServiceError('unavailable', 'The store was closed.')
    if (this.client.isLost) {
      this.restarting ??= this.restart()
      await this.restarting
    }
    return this.client.write(name, input)
  }

  async close(): Promise<void> {
    this.closed = true
    await this.restarting?.catch(() => {})
    await this.client.close()
  }

  private async restart(): Promise<void> {
    try {
      const { client } = await WriterClient.start(this.place.entriesDir, this.place.storePath)
      this.client = client
    } finally {
      this.restarting = null
    }
  }
}

/**
 * Opens the workspace of the configuration: a writer thread and a pool of reader processes. Rejects with a
 * ServiceError of one sentence when the file cannot be used at all; where it can only be read, `readOnlyReason`
 * says why and every write is `unavailable` with that sentence.
 */
export async function openStore(place: StorePlace, host: Pick<HostPort, 'fork'>): Promise<Store> {
  const { client, opened } = await WriterClient.start(place.entriesDir, place.storePath)
  const pool = new ReaderPool({
    fork: () => host.fork('reader', [opened.path]),
    size: readerCount(),
  })
  return storeOf(pool, new Writer(place, client), opened)
}

function storeOf(pool: ReaderPool, writer: Writer, opened: Opened): Store {
  const { path, reason, temporaryFolder } = opened
  return {
    path,
    readOnlyReason: reason,
    read: (name, input, options) => pool.read(name, input, options),
    write: (name, input) =>
      reason === null
        ? writer.write(name, input)
        : Promise.reject(new ServiceError('unavailable', reason)),
    close: async () => {
      pool.close()
      await writer.close()
      if (temporaryFolder !== null) await rm(temporaryFolder, { recursive: true, force: true })
    },
  }
}
