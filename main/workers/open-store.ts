import { rm } from 'node:fs/promises'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { AppConfig, HostPort } from '../host-port.ts'
import type { Store } from '../store/store.ts'
import { ReaderPool, readerCount } from './reader-pool.ts'
import { WriterClient } from './writer-client.ts'

/**
 * Opens the workspace of the configuration: a writer thread and a pool of reader processes. Rejects with a
 * ServiceError of one sentence when the file cannot be used at all; where it can only be read, `readOnlyReason`
 * says why and every write is `unavailable` with that sentence.
 */
export async function openStore(
  config: Pick<AppConfig, 'storePath' | 'entriesDir'>,
  host: Pick<HostPort, 'fork'>,
): Promise<Store> {
  const { client, opened } = await WriterClient.start(config.entriesDir, config.storePath)
  const pool = new ReaderPool({
    fork: () => host.fork('reader', [opened.path]),
    size: readerCount(),
  })
  const { reason, temporaryFolder } = opened
  return {
    readOnlyReason: reason,
    read: (name, input, options) => pool.read(name, input, options),
    write: (name, input) =>
      reason === null
        ? client.write(name, input)
        : Promise.reject(new ServiceError('unavailable', reason)),
    close: async () => {
      pool.close()
      await client.close()
      if (temporaryFolder !== null) await rm(temporaryFolder, { recursive: true, force: true })
    },
  }
}
