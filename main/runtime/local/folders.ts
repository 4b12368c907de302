import { ServiceError } from '../../../shared/rpc/wire.ts'
import { changedFile } from '../model-folder/files.ts'
import { readModelFolder } from '../model-folder/read-model-folder.ts'
import type { ModelFolder } from '../model-folder/types.ts'

/** Model folders that were read, read again where a file of them has changed: its checksum takes a while. */
export class ModelFolders {
  private readonly known = new Map<string, ModelFolder>()
  private readonly reading = new Map<string, Promise<ModelFolder>>()

  /** What is known of a folder; a ServiceError with one sentence where it is no model that can be used. */
  async get(path: string): Promise<ModelFolder> {
    const known = this.known.get(path)
    if (known !== undefined && (await changedFile(known.files)) === null) return known
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
    this.known.set(path, read.value)
    return read.value
  }
}
