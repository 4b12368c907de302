import { setTimeout as delay } from 'node:timers/promises'
import { formatCount } from '../../../shared/base/words.ts'
import type { Engine, EngineInfo, PredictRequest, Token } from '../../../shared/model/engine.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { EngineSource } from '../engine-source.ts'
import type { ModelFolder } from '../model-folder/types.ts'
import type { AddedModel } from '../model-list.ts'
import { ModelFolders } from './folders.ts'
import type { LoadedModel } from './loaded-model.ts'

export type LocalModel = AddedModel & { readonly kind: 'local' }

/** What of a model must be there at once when models are listed. */
const DESCRIBE_MS = 700

/** Model folders of this machine; one of them is loaded at a time. */
export class LocalSource implements EngineSource<LocalModel> {
  private readonly folders = new ModelFolders()
  private readonly loaded: LoadedModel

  constructor(loaded: LoadedModel) {
    this.loaded = loaded
  }

  async check(model: LocalModel): Promise<void> {
    await this.folders.get(model)
  }

  async describe(model: LocalModel) {
    const { folder: path } = model
    const late = new AbortController()
    const told = this.folders.get(model).then(aboutOf, (error: Error) => ({
      about: `The folder ${path}.`,
      reason: error.message,
    }))
    const wait = delay(DESCRIBE_MS, null, { signal: late.signal }).catch(() => null)
    const found = await Promise.race([told, wait])
    late.abort()
    return found ?? { about: `The folder ${path}; its files are being checked.`, reason: null }
  }

  async open(model: LocalModel): Promise<Engine> {
    const folder = await this.folders.get(model)
    return new LocalEngine(infoOf(model.name, folder), { folder, loaded: this.loaded })
  }

  /** Loads a model before anything is asked of it. */
  async load(model: LocalModel, signal: Signal): Promise<void> {
    const { name } = model
    await this.loaded.ready({ name, folder: await this.folders.get(model) }, signal)
  }

  async forget(model: LocalModel): Promise<void> {
    this.folders.forget(model)
    if (this.loaded.state.model === model.name) await this.loaded.eject()
  }

  async close(): Promise<void> {
    await this.loaded.close()
  }
}

function aboutOf({ about, codecs, contextLength, memory }: ModelFolder) {
  const reads = `Reads ${codecs.join(', ')}, up to ${formatCount(contextLength)} tokens.`
  return {
    about: [about, reads, memory.sentence].filter((one) => one !== null).join(' '),
    reason: null,
    codecs: [...codecs],
  }
}

function infoOf(name: string, folder: ModelFolder): EngineInfo {
  return {
    name,
    kind: 'local',
    identity: folder.identity,
    about: aboutOf(folder).about,
    mark: null,
    capabilities: { logProbabilities: true, sampling: true, constrained: true, needsTruth: false },
  }
}

/** A model folder as an engine: it is loaded by the first request. */
class LocalEngine implements Engine {
  readonly info: EngineInfo
  private readonly folder: ModelFolder
  private readonly loaded: LoadedModel

  constructor(info: EngineInfo, { folder, loaded }: { folder: ModelFolder; loaded: LoadedModel }) {
    this.info = info
    this.folder = folder
    this.loaded = loaded
  }

  async *predict(
    { prompt, codec, decoding }: PredictRequest,
    signal: Signal,
  ): AsyncGenerator<Token> {
    const { folder, info } = this
    if (!folder.codecs.includes(codec.id)) {
      throw new ServiceError(
        'bad-input',
        `${info.name} was trained on ${folder.codecs.join(', ')} and cannot be asked in ${codec.id}.`,
      )
    }
    const ask = { prompt, codec: codec.id, decoding }
    yield* this.loaded.answer({ name: info.name, folder }, ask, signal)
  }
}
