import { stat } from 'node:fs/promises'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { readModelFolder } from '../model-folder/read-model-folder.ts'
import type { FileStamp, ModelFolder } from '../model-folder/types.ts'

interface Known {
  readonly folder: ModelFolder
  /** Sizes and times of its files when it was read. */
  readonly seen: string
}

/** Model folders that were read, read again where a file of them has changed: its checksum takes a while. */
export class ModelFolders {
  private readonly known = new Map<string, Known>()
  private readonly reading = new Map<string, Promise<ModelFolder>>()

  /** What is known of a folder; a ServiceError with one sentence where it is no model that can be used. */
  async get(path: string): Promise<ModelFolder> {
    const known = this.known.get(path)
    if (known !== undefined && (await lookAt(known.folder.files)) === known.seen)
      return known.folder
    const reading = this.reading.get(path) ?? this.read(path)
    this.reading.set(path, reading)
    return reading.finally(() => this.reading.delete(path))
  }

  forget(path: string): void {
    this.known.delete(path)
  }

  private async read(path: string): Promise<ModelFolder> {
    this.known.delete(path)
    const read = await readModelFolder(path, { memory: process.availableMemory() })
    if (!read.ok) throw new ServiceError('bad-input', read.error)
    this.known.set(path, { folder: read.value, seen: await lookAt(read.value.files) })
    return read.value
  }
}

async function lookAt(files: readonly FileStamp[]): Promise<string> {
  const all = await Promise.all(
    files.map(async ({ path }) => {
      const about = await stat(path, { bigint: true }).catch(() => null)
      return `${path} ${about?.size} ${about?.mtimeNs} ${about?.ctimeNs} ${about?.ino}`
    }),
  )
  return all.join('\n')
}
