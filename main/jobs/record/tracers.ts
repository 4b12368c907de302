import type { Engine, EngineAbout } from '../../../shared/contract/recording.ts'
import type { Store } from '../../store/store.ts'
import { offerCpython } from '../../tracer/cpython-command.ts'
import { createCpythonTracer } from '../../tracer/cpython-tracer.ts'
import { createTracer, type Tracer, type TracerOptions } from '../../tracer/tracer.ts'

/** Which interpreter records, and how many programs at once; null leaves the choice to the workbench. */
export interface TracerChoice {
  readonly engine: Engine
  readonly python: string | null
  readonly workers: number | null
  /** Absolute path of the project whose tests are run; null for programs. */
  readonly project: string | null
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
  ...PYODIDE,
  engine: 'cpython',
  sandbox: '',
  contained: [],
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
  async engines(python: string | null): Promise<EngineAbout[]> {
    return [PYODIDE, await this.cpython(python)]
  }

  private async cpython(python: string | null): Promise<EngineAbout> {
    const hasConsent = await this.hasConsent()
    try {
      const { resourcesDir } = this.options
      const { version, ...offer } = await offerCpython({ resourcesDir, python })
      return {
        engine: 'cpython',
        problem: null,
        version: `CPython ${version}`,
        hasConsent,
        ...offer,
      }
    } catch (error) {
      return { ...NO_CPYTHON, problem: (error as Error).message, hasConsent }
    }
  }

  private async hasConsent(): Promise<boolean> {
    const consent = await this.store.read('settingGet', { name: 'consent' })
    return consent === true
  }

  /** The tracer of this choice; another one that was in use before is closed. */
  async get(choice: TracerChoice): Promise<Tracer> {
    const { engine, python, workers, project } = choice
    const key = JSON.stringify([engine, python, workers, project, await this.hasConsent()])
    if (this.current?.key === key) return this.current.tracer
    await this.close()
    const tracer = await this.create(choice)
    this.current = { key, tracer }
    return tracer
  }

  async close(): Promise<void> {
    const { current } = this
    this.current = null
    await current?.tracer.close()
  }

  private async create({ engine, python, workers, project }: TracerChoice): Promise<Tracer> {
    const width = workers === null ? {} : { workers }
    if (engine === 'pyodide') return createTracer({ ...this.options, ...width })
    const { resourcesDir } = this.options
    const consent = await this.hasConsent()
    return createCpythonTracer({ resourcesDir, python, consent, project, ...width })
  }
}
