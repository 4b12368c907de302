import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { must } from '../../shared/base/assert.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { AppConfig } from '../host-port.ts'
import type { Crew, CrewTasks } from '../jobs/crew/crew.ts'
import { errorOf, isStoreReply, type StoreReply } from './messages.ts'

const MOST_HANDS = 8
/** A thread without work is ended after so many milliseconds: its memory is worth more. */
const IDLE_MS = 10_000

interface Task {
  readonly id: number
  readonly name: string
  readonly input: unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: ServiceError) => void
}

interface Hand {
  readonly worker: Worker
  isReady: boolean
  task: Task | null
  idle: NodeJS.Timeout | null
}

/** A crew of threads, one a core, started when there is work and ended when there has been none for a while. */
export class ThreadCrew implements Crew {
  readonly width: number
  private readonly place: Pick<AppConfig, 'storePath' | 'entriesDir'>
  private readonly hands = new Set<Hand>()
  private readonly queue: Task[] = []
  private nextId = 1
  private closed = false

  constructor(
    place: Pick<AppConfig, 'storePath' | 'entriesDir'>,
    width = Math.min(MOST_HANDS, availableParallelism()),
  ) {
    this.place = place
    this.width = width
  }

  do<K extends keyof CrewTasks>(
    name: K,
    input: CrewTasks[K]['input'],
  ): Promise<CrewTasks[K]['output']> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new ServiceError('unavailable', 'The store was closed.')
      const take = (value: unknown): void => resolve(value as CrewTasks[K]['output'])
      this.queue.push({ id: this.nextId++, name, input, resolve: take, reject })
      this.pump()
    })
  }

  /** Ends every thread; tasks that have not been answered are rejected. */
  async close(): Promise<void> {
    this.closed = true
    const error = new ServiceError('unavailable', 'The store was closed.')
    for (const task of this.queue.splice(0)) task.reject(error)
    await Promise.all([...this.hands].map((hand) => this.end(hand, error)))
  }

  /** Gives waiting tasks to idle hands, starting hands as long as there are fewer than needed. */
  private pump(): void {
    for (const hand of this.hands) if (hand.isReady && hand.task === null) this.give(hand)
    const starting = [...this.hands].filter(({ isReady }) => !isReady).length
    const wanted = Math.min(this.queue.length - starting, this.width - this.hands.size)
    for (let count = 0; count < wanted; count++) this.start()
  }

  private give(hand: Hand): void {
    const task = this.queue.shift()
    if (task === undefined) {
      hand.idle ??= setTimeout(() => void this.end(hand, null), IDLE_MS).unref()
      return
    }
    if (hand.idle !== null) clearTimeout(hand.idle)
    hand.idle = null
    hand.task = task
    hand.worker.postMessage({ t: 'request', id: task.id, name: task.name, input: task.input })
  }

  private start(): void {
    const { entriesDir, storePath } = this.place
    const worker = new Worker(join(entriesDir, 'hand.js'), { workerData: storePath })
    const hand: Hand = { worker, isReady: false, task: null, idle: null }
    this.hands.add(hand)
    worker.on('message', (message: unknown) => {
      if (isStoreReply(message)) this.receive(hand, message)
    })
    worker.on('error', (error) => this.lose(hand, String(error)))
    worker.on('exit', () => this.lose(hand, 'it ended'))
  }

  private receive(hand: Hand, message: StoreReply): void {
    if (message.t === 'refused') this.lose(hand, message.failure.message)
    else if (message.t === 'ready') hand.isReady = true
    else {
      const task = must(hand.task ?? undefined, 'the task of an answer')
      hand.task = null
      if (message.t === 'value') task.resolve(message.value)
      else task.reject(errorOf(message.failure))
    }
    this.pump()
  }

  /** A thread that is gone fails its task, or, where it never came up, all that wait: the next would not either. */
  private lose(hand: Hand, why: string): void {
    if (!this.hands.delete(hand)) return
    const error = new ServiceError(
      'unavailable',
      `A thread that shared the work was lost (${why}); start it once more.`,
    )
    hand.task?.reject(error)
    if (!hand.isReady) for (const task of this.queue.splice(0)) task.reject(error)
    this.pump()
  }

  private async end(hand: Hand, error: ServiceError | null): Promise<void> {
    this.hands.delete(hand)
    if (error !== null) hand.task?.reject(error)
    await hand.worker.terminate()
  }
}
