import { ServiceError } from '../../../shared/rpc/wire.ts'
import { changedFile } from '../model-folder/files.ts'
import { readModelFolder } from '../model-folder/read-model-folder.ts'
import type { ModelFolder } from '../model-folder/types.ts'
import { refuse } from '../refuse.ts'

/** A folder, and whether its graph may have control flow. */
interface ModelPlace {
  readonly folder: string
  readonly loops?: boolean | undefined
}

function keyOf({ folder, loops = false }: ModelPlace): string {
  return JSON.stringify([folder, loops])
}

/** Model folders that were read, read again where a file of them has changed: its checksum takes a while. */
export class ModelFolders {
  private readonly known = new Map<string, ModelFolder>()
  private readonly reading = new Map<string, Promise<ModelFolder>>()

  /** What is known of a folder; a ServiceError with one sentence where it is no model that can be used. */
  async get(place: ModelPlace): Promise<ModelFolder> {
    const key = keyOf(place)
    const known = this.known.get(key)
    if (known !== undefined && (await changedFile(known.files)) === null) return known
    const reading = this.reading.get(key) ?? this.read(place)
    this.reading.set(key, reading)
    return reading.finally(() => this.reading.delete(key))
  }

  forget(place: ModelPlace): void {
    this.known.delete(keyOf(place))
  }

  private async read(place: ModelPlace): Promise<ModelFolder> {
    const key = keyOf(place)
    this.known.delete(key)
    const { folder, loops: controlFlow = false } = place
    const read = await readModelFolder(folder, { memory: process.availableMemory(), controlFlow })
    if (!read.ok) throw new ServiceError('bad-input', read.error)
    const { batch } = read.value.decoder
    if (batch !== null && batch > 1) {
      refuse(
        `model.onnx takes exactly ${batch} texts at once; export it with a batch size that changes (dynamic axes).`,
      )
    }
    this.known.set(key, read.value)
    return read.value
  }
}
