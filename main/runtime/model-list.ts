import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ModelName, ServerSettings } from '../../shared/contract/models.ts'
import { z } from '../../shared/contract/schema.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

/** A model that the user added on this machine, by the name he gave it. */
export const AddedModel = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('local'), name: ModelName, folder: z.string().min(1) },
    /** Its graph may have If, Loop and Scan. */
    loops: z.boolean().optional(),
  }),
  z.object({
    ...{ kind: z.literal('remote'), name: ModelName, url: z.string().min(1) },
    ...ServerSettings.shape,
  }),
])
export type AddedModel = z.infer<typeof AddedModel>

const ModelFile = z.object({ version: z.literal(1), models: z.array(AddedModel).max(1000) })

/**
 * The models added on this machine, in a file that only this user may read. Not in the store, which is carried to
 * other machines. Read anew at each use: another process of the workbench may have changed it.
 */
export class ModelList {
  private readonly path: string

  constructor(path: string) {
    this.path = path
  }

  async all(): Promise<readonly AddedModel[]> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw this.unusable(error.message)
    })
    if (text === null) return []
    const parsed = ModelFile.safeParse(jsonOf(text))
    if (!parsed.success) throw this.unusable('it is no list of models')
    return parsed.data.models
  }

  /** `conflict` where the name is taken. */
  async add(model: AddedModel): Promise<void> {
    const models = await this.all()
    if (models.some(({ name }) => name === model.name)) {
      throw new ServiceError(
        'conflict',
        `There is a model ${model.name} already; choose another name, or remove it first.`,
      )
    }
    await this.write([...models, model])
  }

  /** What was removed; null where there was no such model. */
  async remove(name: string): Promise<AddedModel | null> {
    const models = await this.all()
    const found = models.find((model) => model.name === name) ?? null
    if (found !== null) await this.write(models.filter((model) => model !== found))
    return found
  }

  /** Written beside and renamed, so that the list is never there half. */
  private async write(models: readonly AddedModel[]): Promise<void> {
    const beside = `${this.path}.${randomBytes(4).toString('hex')}.new`
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 })
      const text = `${JSON.stringify({ version: 1, models }, null, 2)}\n`
      await writeFile(beside, text, { mode: 0o600 })
      await chmod(beside, 0o600)
      await rename(beside, this.path)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {})
      const { message } = error as Error
      throw new ServiceError('unavailable', `The list of models was not written: ${message}.`)
    }
  }

  private unusable(why: string): ServiceError {
    return new ServiceError(
      'unavailable',
      `The list of models ${this.path} cannot be used: ${why}. Repair it, or move it away to start anew.`,
    )
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
