import { PAGE_LIMIT } from '../../shared/contract/common.ts'
import type { host as hostContract } from '../../shared/contract/host.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { type Area, untilAborted } from './area.ts'

export const hostHandlers: Area<typeof hostContract> = ({ config, host, store, onChange }) => {
  /** A page may show what the workbench wrote, not any path it names. */
  const checkRevealable = async (path: string): Promise<void> => {
    const { rows } = await store.read('exportPage', { offset: 0, limit: PAGE_LIMIT })
    if (path !== config.storePath && !rows.some((row) => row.directory === path)) {
      throw new ServiceError(
        'bad-input',
        `${path} is neither the store nor a folder exported from it.`,
      )
    }
  }
  return {
    'host.describe': () => ({
      host: host.kind,
      version: config.appVersion,
      store: config.storePath,
      readOnly: store.readOnlyReason !== null,
      readOnlyReason: store.readOnlyReason,
      capabilities: { reveal: host.reveal !== null, pickFolder: host.pickFolder !== null },
    }),
    'host.reveal': async ({ path }) => {
      if (host.reveal === null) {
        throw new ServiceError('unavailable', 'This host has no file manager to show a path in.')
      }
      await checkRevealable(path)
      await host.reveal(path)
      return {}
    },
    'host.pickFolder': async () => {
      if (host.pickFolder === null) {
        throw new ServiceError('unavailable', 'This host has no dialog to pick a folder with.')
      }
      return { path: await host.pickFolder() }
    },
    'host.changes': async (_input, emit, { signal }) => {
      const stop = onChange(emit)
      await untilAborted(signal)
      stop()
    },
  }
}
