import { totalmem } from 'node:os'
import { formatBytes } from '../../../shared/base/words.ts'
import type { Token } from '../../../shared/model/engine.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { HostPort } from '../../host-port.ts'
import type { ModelFolder } from '../model-folder/types.ts'
import { type ModelAsk, ModelDied, ModelProcess, type Patience } from './model-process.ts'
import type { Loaded, LoadStage } from './protocol.ts'

/** A model by the name it was added under. */
export interface NamedFolder {
  readonly name: string
  readonly folder: ModelFolder
}

/** What the one model is doing, for views. */
export interface ModelState {
  readonly phase: 'none' | 'loading' | 'ready' | 'answering' | 'failed'
  readonly model: string | null
  readonly stage: LoadStage | null
  /** What runs it, and why it is not another. */
  readonly provider: string | null
  readonly note: string | null
  /** Why there is none, in one sentence. */
  readonly error: string | null
  /** When this phase began, in milliseconds since 1970. */
  readonly since: number
}

export interface LoadedModelOptions extends Pick<HostPort, 'fork' | 'log'> {
  /** Provider to run on, found out once. */
  readonly provider: () => Promise<string>
  readonly onState?: (state: ModelState) => void
  readonly patience?: Partial<Patience>
  /** 0 for as many as the processor has. */
  readonly threads?: number
  /**
   * Answers that are made at once, at most; one by itself. Several take less time each, but what is computed beside
   * others differs in the last digits from what is computed alone, and so would a stored one from its row.
   */
  readonly batch?: number
}

const GIB = 2 ** 30
/** How often an answer is asked for again after the process died: what is asked gives the same each time. */
const RETRIES = 2
/** Bytes a second that a disk gives at least. */
const SLOWEST_DISK = 50e6

const NOTHING: ModelState = {
  ...{ phase: 'none', model: null, stage: null, provider: null, note: null, error: null },
  since: 0,
}

interface Current {
  readonly identity: string
  readonly name: string
  readonly process: ModelProcess
  readonly loaded: Promise<Loaded>
}

/** The one model that is loaded at a time, in a process of its own that is started again where it died. */
export class LoadedModel {
  private readonly options: LoadedModelOptions
  private current: Current | null = null
  private isClosed = false
  private told: ModelState = NOTHING

  constructor(options: LoadedModelOptions) {
    this.options = options
  }

  get state(): ModelState {
    return this.told
  }

  /** Resolves when the model is loaded; another one that was is ended first, once it is free. */
  async ready(model: NamedFolder, signal: Signal): Promise<ModelProcess> {
    for (;;) {
      if (this.isClosed) throw new ServiceError('unavailable', 'The workbench is closing.')
      const { current } = this
      if (current === null || current.process.isDead) this.current = this.start(model)
      else if (current.identity === model.folder.identity) {
        await wanted(current.loaded, signal)
        return current.process
      } else {
        await wanted(current.process.whenIdle(), signal)
        if (this.current === current) await this.eject()
      }
    }
  }

  /** Tokens of an answer. Where the process dies, another one goes on where it was: it gives the same tokens. */
  async *answer(model: NamedFolder, ask: ModelAsk, signal: Signal): AsyncGenerator<Token> {
    let given = 0
    for (let retries = 0; ; retries++) {
      let skipped = 0
      try {
        const process = await this.ready(model, signal)
        this.tell({ phase: 'answering' })
        for await (const token of process.ask(ask, signal)) {
          if (skipped++ < given) continue
          given++
          yield token
        }
        this.tellIdle(process)
        return
      } catch (error) {
        if (!(error instanceof ModelDied) || retries >= RETRIES || signal.aborted) throw error
        this.options.log('warning', `${error.message} It is started again.`)
      }
    }
  }

  /** Ends the process, which frees all it had. */
  async eject(): Promise<void> {
    this.end(new ServiceError('cancelled', 'The model was ejected.'))
    this.tell(NOTHING)
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.end(new ServiceError('unavailable', 'The workbench is closing.'))
  }

  private end(reason: ServiceError): void {
    const { current } = this
    this.current = null
    current?.process.kill(reason)
  }

  private start({ name, folder }: NamedFolder): Current {
    const { fork, log } = this.options
    this.tell({ ...NOTHING, phase: 'loading', model: name })
    const process = new ModelProcess(fork('model', []), {
      name,
      patience: this.patienceFor(folder),
      onStage: (stage) => this.tell({ stage }),
    })
    const loaded = this.load(process, folder)
    loaded.then(
      ({ provider, note }) => {
        if (note !== null) log('warning', note)
        this.tell({ phase: 'ready', stage: null, provider, note })
      },
      (error: Error) => {
        if (this.current?.process === process) this.current = null
        process.kill(new ServiceError('unavailable', error.message))
        this.tell({ ...NOTHING, phase: 'failed', model: name, error: error.message })
      },
    )
    return { identity: folder.identity, name, process, loaded }
  }

  private async load(process: ModelProcess, folder: ModelFolder): Promise<Loaded> {
    const { provider, threads = 0, batch = 1 } = this.options
    const mostMemory = memoryLimit(folder)
    const message = {
      t: 'load',
      ...{ folder, threads, batch, mostMemory, provider: await provider() },
      cacheBytes: cacheBytes(folder),
    } as const
    try {
      return await process.load(message)
    } catch (error) {
      if (!(error instanceof ModelDied)) throw error
      const limit = formatBytes(mostMemory)
      const sentence = `The process of the model ended while it was loaded; it may take no more than ${limit} of memory.`
      // A graph that ended it once does so each time; before, it was something else.
      const isGraph = this.told.stage === 'first pass'
      throw isGraph
        ? new ServiceError('unavailable', sentence)
        : new ModelDied('unavailable', sentence)
    }
  }

  private patienceFor({ memory }: ModelFolder): Patience {
    const read = (memory.weights / SLOWEST_DISK) * 1000
    return {
      start: 30_000,
      // With its start, what never ends is ended within ten seconds (reliability.md, I4).
      load: 9_000 + read,
      answer: 30_000 + 10 * read,
      ...this.options.patience,
    }
  }

  private tellIdle(process: ModelProcess): void {
    if (this.current?.process === process && !process.isBusy) this.tell({ phase: 'ready' })
  }

  private tell(change: Partial<ModelState>): void {
    const next = { ...this.told, ...change }
    const isNew = next.phase !== this.told.phase || next.model !== this.told.model
    this.told = { ...next, since: isNew ? Date.now() : this.told.since }
    this.options.onState?.(this.told)
  }
}

/** Waits only as long as it is wanted; what is waited for goes on. */
async function wanted<T>(work: Promise<T>, signal: Signal): Promise<T> {
  const unwanted = () => new ServiceError('cancelled', 'The prediction is no longer wanted.')
  if (signal.aborted) throw unwanted()
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(unwanted())
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** What is kept of prompts that were read: a quarter of the machine at most, and what one whole context takes at least. */
function cacheBytes({ memory }: ModelFolder): number {
  return Math.max(memory.perToken * memory.largestContext, Math.min(2 * GIB, totalmem() / 4))
}

/** Twice what it should take, and what a process takes: a graph that lies of its size is ended there. */
function memoryLimit(folder: ModelFolder): number {
  const { whileLoading, atFullContext } = folder.memory
  const wanted = 2 * Math.max(whileLoading, atFullContext) + GIB
  return Math.round(Math.min(wanted, 0.9 * totalmem()))
}
