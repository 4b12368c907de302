import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { CHANGE_AREAS } from '../../shared/contract/host.ts'
import type { Store } from '../store/store.ts'
import type { ChangeHub } from './change-hub.ts'

/** Writes of ours move the file too; what follows them this closely, in milliseconds, is theirs. */
const OWN_MS = 1000
/** News of foreign writes go out at most this often, in milliseconds. */
const NEWS_MS = 500

export interface WatchedStore {
  readonly store: Store
  readonly stop: () => void
}

/**
 * Tells every view to look again when another process wrote to the file: a batch recorded on the command line shows
 * up in an open window. Where the system cannot watch a folder, nothing is told and nothing else is lost.
 */
export function watchForeignWrites(store: Store, path: string, hub: ChangeHub): WatchedStore {
  let ownAt = 0
  let timer: NodeJS.Timeout | null = null
  const tell = (): void => {
    timer = null
    for (const area of CHANGE_AREAS) hub.announce({ area, id: null })
  }
  const onChange = (_event: string, file: string | null): void => {
    if (file !== `${basename(path)}-wal` || Date.now() - ownAt < OWN_MS || timer !== null) return
    timer = setTimeout(tell, NEWS_MS)
    timer.unref()
  }
  const watcher = startWatcher(dirname(path), onChange)
  return {
    store: {
      ...store,
      write: async (name, input) => {
        ownAt = Date.now()
        try {
          return await store.write(name, input)
        } finally {
          ownAt = Date.now()
        }
      },
    },
    stop: () => {
      watcher?.close()
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function startWatcher(folder: string, listener: (event: string, file: string | null) => void) {
  try {
    const watcher = watch(folder, { persistent: false }, listener)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
