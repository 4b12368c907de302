import type { Engine, EngineAbout } from '../../../shared/contract/recording.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { Store } from '../../store/store.ts'
import { createTracer, type Tracer, type TracerOptions } from '../../tracer/tracer.ts'

/** Which interpreter records, and how many programs at once; null leaves the choice to the workbench. */
export interface TracerChoice {
  readonly engine: Engine
  readonly python: string | null
  readonly workers: number | null
}

const PYODIDE: EngineAbout = {
  engine: 'pyodide',
  problem: null,
  version: null,
  python: null,
  sandbox: 'Python as WebAssembly in a process without any permission',
  contained: ['no files of this machine', 'no network', 'no other programs', 'limited memory'],
  open: [],
  needsConsent: false,
  hasConsent: false,
}

const NO_CPYTHON: EngineAbout = {
  engine: 'cpython',
  problem: 'This build has no cpython engine.',
  version: null,
  python: null,
  sandbox: '',
  contained: [],
  open: [],
  needsConsent: false,
  hasConsent: false,
}

/** The tracer in use: one at a time, as recordings run one after the other. */
export class Tracers {
  private readonly options: TracerOptions
  private readonly store: Store
  private current: { readonly key: string; readonly tracer: Tracer } | null = null

  constructor(options: TracerOptions, store: Store) {
    this.options = options
    this.store = store
  }

  /** Every engine and whether it can be used; `python` names an interpreter of the user's. */
  async engines(_python: string | null): Promise<EngineAbout[]> {
    const hasConsent = await this.hasConsent()
    return [PYODIDE, { ...NO_CPYTHON, hasConsent }]
  }

  private async hasConsent(): Promise<boolean> {
    const consent = await this.store.read('settingGet', { name: 'consent' })
    return consent === true
  }

  /** The tracer of this choice; another one that was in use before is closed. */
  async get(choice: TracerChoice): Promise<Tracer> {
    const key = JSON.stringify([choice.engine, choice.python, choice.workers])
    if (this.current?.key === key) return this.current.tracer
    await this.close()
    const tracer = this.create(choice)
    this.current = { key, tracer }
    return tracer
  }

  async close(): Promise<void> {
    const { current } = this
    this.current = null
    await current?.tracer.close()
  }

  private create({ engine, workers }: TracerChoice): Tracer {
    if (engine === 'cpython') {
      throw new ServiceError('unavailable', 'This build has no cpython engine.')
    }
    return createTracer(workers === null ? this.options : { ...this.options, workers })
  }
}
