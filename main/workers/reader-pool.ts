import { availableParallelism } from 'node:os'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import type { Child } from '../host-port.ts'
import type { Reads } from '../store/read-types.ts'
import type { ReadOptions } from '../store/store.ts'
import { errorOf, isStoreReply, type StoreReply } from './messages.ts'

const DEFAULT_DEADLINE_MS = 5000
const MOST_READERS = 4
/** A reader that does not come up this often in a row is not tried again by itself. */
const START_ATTEMPTS = 3
const START_DEADLINE_MS = 30_000

/** One read on two cores, at most four. */
export function readerCount(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(MOST_READERS, cores - 1))
}

interface Task {
  readonly id: number
  readonly name: string
  readonly input: unknown
  readonly deadlineMs: number
  readonly settle: (outcome: { value: unknown } | { error: ServiceError }) => void
}

interface Reader {
  readonly child: Child
  ready: boolean
  task: Task | null
  timer: NodeJS.Timeout | null
}

export interface ReaderPoolOptions {
  readonly fork: () => Child
  readonly size: number
}

/**
 * Reads spread over processes that can be killed. A reader runs one read at a time, so that ending it at the
 * deadline or on a cancel costs nobody else an answer; a new one takes its place.
 */
export class ReaderPool {
  private readonly fork: () => Child
  private readonly size: number
  private readonly readers = new Set<Reader>()
  private readonly queue: Task[] = []
  private nextId = 1
  private failedStarts = 0
  private closed = false

  constructor(options: ReaderPoolOptions) {
    this.fork = options.fork
    this.size = options.size
  }

  read<K extends keyof Reads>(
    name: K,
    input: Reads[K]['input'],
    options: ReadOptions = {},
  ): Promise<Reads[K]['output']> {
    return new Promise((resolve, reject) => {
      if (this.closed) throw new ServiceError('unavailable', 'The store was closed.')
      const { signal } = options
      const onAbort = (): void => this.cancel(task)
      const task: Task = {
        id: this.nextId++,
        name,
        input,
        deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
        settle: (outcome) => {
          signal?.removeEventListener('abort', onAbort)
          if ('error' in outcome) reject(outcome.error)
          else resolve(outcome.value as Reads[K]['output'])
        },
      }
      if (isAborted(signal)) throw cancelled(name)
      signal?.addEventListener('abort', onAbort, { once: true })
      this.failedStarts = 0
      this.queue.push(task)
      this.pump()
    })
  }

  /** Ends every reader; reads that have not been answered are rejected. */
  close(): void {
    this.closed = true
    const error = new ServiceError('unavailable', 'The store was closed.')
    for (const task of this.queue.splice(0)) task.settle({ error })
    for (const reader of [...this.readers]) this.retire(reader, error)
  }

  /** Gives waiting reads to idle readers, starting readers as long as there are fewer than needed. */
  private pump(): void {
    for (const reader of this.readers) {
      if (reader.ready && reader.task === null) this.assign(reader)
    }
    const idle = [...this.readers].filter((reader) => reader.task === null).length
    const wanted = Math.min(this.queue.length - idle, this.size - this.readers.size)
    for (let count = 0; count < wanted; count++) this.start()
  }

  private assign(reader: Reader): void {
    const task = this.queue.shift()
    if (task === undefined) return
    reader.task = task
    reader.timer = setTimeout(() => {
      const seconds = task.deadlineMs / 1000
      this.retire(
        reader,
        new ServiceError(
          'unavailable',
          `${task.name} took longer than ${seconds} seconds and was stopped; ask for less, for example with a narrower filter.`,
        ),
      )
      this.pump()
    }, task.deadlineMs)
    reader.child.wire.post({ t: 'request', id: task.id, name: task.name, input: task.input })
  }

  private start(): void {
    const reader: Reader = { child: this.fork(), ready: false, task: null, timer: null }
    this.readers.add(reader)
    reader.timer = setTimeout(() => {
      this.startFailed(reader, 'it did not answer within 30 seconds')
    }, START_DEADLINE_MS)
    reader.child.wire.onMessage((message) => {
      if (isStoreReply(message) && this.readers.has(reader)) this.receive(reader, message)
    })
    reader.child.wire.onClose(() => {
      if (!this.readers.has(reader)) return
      if (!reader.ready) return this.startFailed(reader, 'its process ended')
      const name = reader.task?.name ?? 'a read'
      this.retire(
        reader,
        new ServiceError(
          'unavailable',
          `The process that answered ${name} ended; ask once more, another one takes its place.`,
        ),
      )
      this.pump()
    })
  }

  private receive(reader: Reader, message: StoreReply): void {
    if (message.t === 'ready') {
      clearTimer(reader)
      reader.ready = true
      this.failedStarts = 0
      this.pump()
    } else if (message.t === 'refused') {
      this.startFailed(reader, message.failure.message)
    } else if (reader.task?.id === message.id) {
      const { task } = reader
      clearTimer(reader)
      reader.task = null
      if (message.t === 'value') task.settle({ value: message.value })
      else task.settle({ error: errorOf(message.failure) })
      this.pump()
    }
  }

  private startFailed(reader: Reader, why: string): void {
    const error = new ServiceError('unavailable', `A reader of the store did not start: ${why}`)
    this.retire(reader, error)
    this.failedStarts++
    if (this.failedStarts >= START_ATTEMPTS) {
      for (const task of this.queue.splice(0)) task.settle({ error })
    }
    this.pump()
  }

  private cancel(task: Task): void {
    const waiting = this.queue.indexOf(task)
    if (waiting >= 0) {
      this.queue.splice(waiting, 1)
      task.settle({ error: cancelled(task.name) })
      return
    }
    const reader = [...this.readers].find((candidate) => candidate.task === task)
    if (reader === undefined) return
    this.retire(reader, cancelled(task.name))
    this.pump()
  }

  /** Kills the process and rejects what it was doing. */
  private retire(reader: Reader, error: ServiceError): void {
    this.readers.delete(reader)
    clearTimer(reader)
    reader.child.kill()
    reader.child.wire.close()
    const { task } = reader
    reader.task = null
    task?.settle({ error })
  }
}

function clearTimer(reader: Reader): void {
  if (reader.timer !== null) clearTimeout(reader.timer)
  reader.timer = null
}

function isAborted(signal: Signal | undefined): boolean {
  return signal?.aborted === true
}

function cancelled(name: string): ServiceError {
  return new ServiceError('cancelled', `${name} was cancelled.`)
}
