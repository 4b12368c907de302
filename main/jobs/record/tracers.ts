import type { Engine } from '../../../shared/contract/recording.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { createTracer, type Tracer, type TracerOptions } from '../../tracer/tracer.ts'

/** Which interpreter records, and how many programs at once; null leaves the choice to the workbench. */
export interface TracerChoice {
  readonly engine: Engine
  readonly python: string | null
  readonly workers: number | null
}

/** The tracer in use: one at a time, as recordings run one after the other. */
export class Tracers {
  private readonly options: TracerOptions
  private current: { readonly key: string; readonly tracer: Tracer } | null = null

  constructor(options: TracerOptions) {
    this.options = options
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
