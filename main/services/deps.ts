import type { Change } from '../../shared/contract/host.ts'
import type { AppConfig, HostPort } from '../host-port.ts'
import type { Crew } from '../jobs/crew/crew.ts'
import type { Tracers } from '../jobs/record/tracers.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Engines } from '../runtime/engines.ts'
import type { LocalRuntime } from '../runtime/local/local-runtime.ts'
import type { RemoteSource } from '../runtime/remote/source.ts'
import type { Store } from '../store/store.ts'

/** What a handler may use besides its input. */
export interface Deps {
  readonly config: AppConfig
  readonly host: HostPort
  readonly store: Store
  readonly crew: Crew
  readonly jobs: JobRunner
  readonly tracers: Tracers
  readonly engines: Engines
  readonly local: LocalRuntime
  /** The remote ones of them. */
  readonly servers: RemoteSource
  readonly announce: (change: Change) => void
  /** Called with every change until the returned function is called. */
  readonly onChange: (listener: (change: Change) => void) => () => void
}
