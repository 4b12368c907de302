import { isAbsolute, resolve } from 'node:path'
import {
  type EngineChoice,
  type EngineRow,
  type NewModel,
  ServerSettings,
} from '../../shared/contract/models.ts'
import type { Engine } from '../../shared/model/engine.ts'
import { NEXT_LINE } from '../../shared/model/next-line.ts'
import { parseRates, replayWithFaults } from '../../shared/model/replay-with-faults.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { EngineSource, EngineSources } from './engine-source.ts'
import { type AddedModel, ModelList } from './model-list.ts'

const BASELINES: readonly Engine[] = [NEXT_LINE, replayWithFaults()]

export interface EnginesOptions {
  /** File of the list of models that were added on this machine. */
  readonly modelsPath: string
  readonly sources: EngineSources
}

/** Everything that predicts: the baselines, and the models that were added on this machine. */
export class Engines {
  private readonly models: ModelList
  private readonly sources: EngineSources

  constructor({ modelsPath, sources }: EnginesOptions) {
    this.models = new ModelList(modelsPath)
    this.sources = sources
  }

  /** Every engine, the baselines first. */
  async list(): Promise<EngineRow[]> {
    const baselines = BASELINES.map(({ info: { name, kind, about, mark } }) => ({
      ...{ name, kind, about, mark },
      reason: null,
    }))
    const added = (await this.models.all()).map((model) => this.rowOf(model))
    return [...baselines, ...(await Promise.all(added))]
  }

  /** The engine that is asked for, set as it is asked; a ServiceError with one sentence where there is none such. */
  async get(choice: EngineChoice): Promise<Engine> {
    const { model: name, faults } = choice
    const baseline = BASELINES.find(({ info }) => info.name === name)
    if (baseline !== undefined) return withFaults(baseline, faults)
    const model = (await this.models.all()).find((one) => one.name === name)
    if (model === undefined) throw await this.unknown(name)
    return withFaults(await this.sourceOf(model).open(model), faults)
  }

  /** Adds a folder or an address under a name, once it is checked. */
  async add(input: NewModel): Promise<EngineRow> {
    const { name } = input
    if (BASELINES.some(({ info }) => info.name === name)) {
      throw new ServiceError('conflict', `${name} is a baseline; choose another name.`)
    }
    const model = addedModel(input)
    await this.sourceOf(model).check(model)
    await this.models.add(model)
    return this.rowOf(model)
  }

  /** The server of a model that was added; a ServiceError where it is none. */
  async server(name: string): Promise<AddedModel & { readonly kind: 'remote' }> {
    const model = (await this.models.all()).find((one) => one.name === name)
    if (model === undefined) throw await this.unknown(name)
    if (model.kind === 'remote') return model
    throw new ServiceError('bad-input', `${name} is a folder of this machine, not a server.`)
  }

  /** The folder of a model that was added; a ServiceError where it is none. */
  async folder(name: string): Promise<AddedModel & { readonly kind: 'local' }> {
    const model = (await this.models.all()).find((one) => one.name === name)
    if (model === undefined) throw await this.unknown(name)
    if (model.kind === 'local') return model
    throw new ServiceError('bad-input', `${name} is a server, which is not loaded here.`)
  }

  /** Takes a model off the list; its files stay. */
  async remove(name: string): Promise<void> {
    const model = await this.models.remove(name)
    if (model === null) throw await this.unknown(name)
    await this.sourceOf(model).forget(model)
  }

  async close(): Promise<void> {
    await Promise.all([this.sources.local.close(), this.sources.remote.close()])
  }

  private async rowOf(model: AddedModel): Promise<EngineRow> {
    const { name, kind } = model
    return { name, kind, mark: null, ...(await this.sourceOf(model).describe(model)) }
  }

  /** The source of a model's kind; its type says that it takes no other. */
  private sourceOf({ kind }: AddedModel): EngineSource<AddedModel> {
    return this.sources[kind] as EngineSource<AddedModel>
  }

  private async unknown(name: string): Promise<ServiceError> {
    if (BASELINES.some(({ info }) => info.name === name)) {
      return new ServiceError(
        'bad-input',
        `${name} is a baseline, which has no folder and no server.`,
      )
    }
    const names = [...BASELINES.map(({ info }) => info), ...(await this.models.all())]
    const known = names.map((one) => one.name).join(', ')
    return new ServiceError(
      'not-found',
      `There is no model ${name}. Known are ${known}; ndw models add adds another.`,
    )
  }
}

/** An address is a server, all else a folder. */
function addedModel({ name, place, server = null, loops = false }: NewModel): AddedModel {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(place)) {
    if (loops) {
      throw new ServiceError('bad-input', `${place} is a server, which has no graph with loops.`)
    }
    return { kind: 'remote', name, url: place, ...ServerSettings.parse(server ?? {}) }
  }
  if (server !== null) {
    throw new ServiceError(
      'bad-input',
      `${place} is a folder, which takes no settings of a server.`,
    )
  }
  if (!isAbsolute(place)) {
    throw new ServiceError(
      'bad-input',
      `${place} is no absolute path; name the folder from its root.`,
    )
  }
  return { kind: 'local', name, folder: resolve(place), ...(loops ? { loops } : {}) }
}

function withFaults(engine: Engine, faults: string | null): Engine {
  if (faults === null) return engine
  const { name, kind, capabilities } = engine.info
  if (kind !== 'baseline' || !capabilities.needsTruth) {
    throw new ServiceError('bad-input', `${name} has no errors to plant; leave the faults out.`)
  }
  const rates = parseRates(faults)
  if (!rates.ok) throw new ServiceError('bad-input', rates.error)
  return replayWithFaults(rates.value)
}
