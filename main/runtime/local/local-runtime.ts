import type { ModelState } from '../../../shared/contract/runtime.ts'
import type { HostPort } from '../../host-port.ts'
import { LoadedModel, type LoadedModelOptions } from './loaded-model.ts'
import { LocalSource } from './local-source.ts'
import { Providers } from './provider-list.ts'

export interface LocalRuntimeOptions extends Pick<HostPort, 'fork' | 'log'> {
  readonly resourcesDir: string
  readonly appVersion: string
  /** For tests. */
  readonly loading?: Pick<LoadedModelOptions, 'patience' | 'threads' | 'batch'>
}

/** Everything that runs model folders on this machine; no process is started before it is needed. */
export class LocalRuntime {
  readonly providers: Providers
  readonly loaded: LoadedModel
  readonly source: LocalSource
  private readonly followers = new Set<(state: ModelState) => void>()

  constructor({ fork, log, resourcesDir, appVersion, loading }: LocalRuntimeOptions) {
    this.providers = new Providers({ fork, resourcesDir, appVersion })
    this.loaded = new LoadedModel({
      ...{ fork, log },
      ...loading,
      provider: () => this.providers.best(),
      onState: (state) => {
        for (const follower of this.followers) follower(state)
      },
    })
    this.source = new LocalSource(this.loaded)
  }

  /** Tells the state now and each after it, until the returned function is called. */
  follow(listener: (state: ModelState) => void): () => void {
    this.followers.add(listener)
    listener(this.loaded.state)
    return () => this.followers.delete(listener)
  }
}
