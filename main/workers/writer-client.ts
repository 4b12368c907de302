import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { Writes } from '../store/write-types.ts'
import { errorOf, isStoreReply, type StoreReply } from './messages.ts'

/** How the writer found the file. */
export interface Opened {
  readonly path: string
  /** Why nothing can be written; null when it can. */
  readonly reason: string | null
  readonly temporaryFolder: string | null
}

/** Two halves and what is on its way out of them: batches die as soon as they are written. */
const YOUNG_MEGABYTES = 24

interface Pending {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: ServiceError) => void
}

/** The writer thread seen from outside: writes are answered in the order they were asked. */
export class WriterClient {
  private readonly worker: Worker
  private readonly pending = new Map<number, Pending>()
  private readonly ended: Promise<void>
  private nextId = 1
  private gone: string | null = null

  /** `exited` is taken from the thread's start on: one that only reads ends as soon as it is ready. */
  private constructor(worker: Worker, exited: Promise<void>) {
    this.worker = worker
    this.ended = exited.then(() => this.lose('The store was closed.'))
    worker.on('error', (error) => this.lose(`The store's writer failed: ${String(error)}`))
    worker.on('message', (message: unknown) => {
      if (isStoreReply(message)) this.settle(message)
    })
  }

  /** Starts the thread and waits until it has opened the file; rejects with its sentence when it cannot. */
  static async start(
    entriesDir: string,
    path: string,
  ): Promise<{ client: WriterClient; opened: Opened }> {
    const worker = new Worker(join(entriesDir, 'writer.js'), {
      workerData: path,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    const opened = await new Promise<Opened>((resolve, reject) => {
      worker.once('message', (message: unknown) => {
        if (!isStoreReply(message)) return
        if (message.t === 'ready') resolve(message.opened as Opened)
        if (message.t === 'refused') reject(errorOf(message.failure))
      })
      worker.once('error', (error) =>
        reject(
          new ServiceError('unavailable', `The store's writer did not start: ${String(error)}`),
        ),
      )
      worker.once('exit', () =>
        reject(new ServiceError('unavailable', "The store's writer ended before it was ready.")),
      )
    })
    return { client: new WriterClient(worker, exited), opened }
  }

  write<K extends keyof Writes>(name: K, input: Writes[K]['input']): Promise<Writes[K]['output']> {
    return new Promise((resolve, reject) => {
      if (this.gone !== null) throw new ServiceError('unavailable', this.gone)
      const id = this.nextId++
      // First, as it throws on what cannot be copied; the answer comes in a later turn.
      this.worker.postMessage({ t: 'request', id, name, input })
      this.pending.set(id, {
        resolve: (value) => resolve(value as Writes[K]['output']),
        reject,
      })
    })
  }

  /** Whether the thread has ended, or was told to. */
  get isLost(): boolean {
    return this.gone !== null
  }

  /** Waits for the writes that were asked, then closes the file. */
  async close(): Promise<void> {
    this.gone ??= 'The store was closed.'
    this.worker.postMessage({ t: 'close' })
    await this.ended
  }

  private settle(message: StoreReply): void {
    if (message.t !== 'value' && message.t !== 'error') return
    const pending = this.pending.get(message.id)
    this.pending.delete(message.id)
    if (message.t === 'value') pending?.resolve(message.value)
    else pending?.reject(errorOf(message.failure))
  }

  private lose(reason: string): void {
    this.gone ??= reason
    const waiting = [...this.pending.values()]
    this.pending.clear()
    for (const { reject } of waiting) reject(new ServiceError('unavailable', this.gone))
  }
}
