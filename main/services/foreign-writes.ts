import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { CHANGE_AREAS } from '../../shared/contract/host.ts'
import type { Store } from '../store/store.ts'
import type { ChangeHub } from './change-hub.ts'

/** News of foreign writes go out at most this often, in milliseconds. */
const NEWS_MS = 500

/**
 * Tells every view to look again when another process wrote to the file: a batch recorded on the command line shows
 * up in an open window. Where the system cannot watch a folder, nothing is told and nothing else is lost.
 * Returns what ends it.
 */
export function watchForeignWrites(store: Store, path: string, hub: ChangeHub): () => void {
  let timer: NodeJS.Timeout | null = null
  let known: number | null = null
  const look = async (): Promise<void> => {
    timer = null
    const version = await store.write('foreignVersion', {}).catch(() => known)
    const isNew = known !== null && version !== known
    known = version
    if (isNew) for (const area of CHANGE_AREAS) hub.announce({ area, id: null })
  }
  const onChange = (_event: string, file: string | null): void => {
    if (file !== `${basename(path)}-wal` || timer !== null) return
    timer = setTimeout(look, NEWS_MS)
    timer.unref()
  }
  void look()
  const watcher = startWatcher(dirname(path), onChange)
  return () => {
    watcher?.close()
    if (timer !== null) clearTimeout(timer)
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
