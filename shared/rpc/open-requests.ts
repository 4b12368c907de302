import type { Signal } from './wire.ts'

/** Told of every failure that is not the caller's: the host logs it, the caller gets one sentence. */
export type ReportBug = (name: string, error: unknown) => void

class RequestSignal implements Signal {
  aborted = false
  private readonly listeners = new Set<() => void>()
  addEventListener(_type: 'abort', listener: () => void): void {
    if (this.aborted) listener()
    else this.listeners.add(listener)
  }
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.listeners.delete(listener)
  }
  abort(onThrow: (error: unknown) => void): void {
    if (this.aborted) return
    this.aborted = true
    for (const listener of [...this.listeners]) {
      try {
        listener()
      } catch (error) {
        onThrow(error)
      }
    }
    this.listeners.clear()
  }
}

/** A request from its arrival until its answer is posted or nobody waits for it any more. */
export interface OpenRequest {
  readonly name: string
  readonly signal: Signal
  readonly isOpen: () => boolean
  readonly end: () => void
  readonly abort: () => void
}

/** The requests of one wire that are still open, by the number the client gave them. */
export class OpenRequests {
  private readonly open = new Map<number, OpenRequest>()
  private readonly reportBug: ReportBug

  constructor(reportBug: ReportBug) {
    this.reportBug = reportBug
  }

  has(id: number): boolean {
    return this.open.has(id)
  }

  begin(id: number, name: string): OpenRequest {
    const signal = new RequestSignal()
    // Not by number alone: a client may use a number again while a cancelled handler still runs.
    const isOpen = (): boolean => this.open.get(id) === request
    const end = (): void => {
      if (isOpen()) this.open.delete(id)
    }
    const abort = (): void => {
      end()
      signal.abort((error) => this.reportBug(name, error))
    }
    const request: OpenRequest = { name, signal, isOpen, end, abort }
    this.open.set(id, request)
    return request
  }

  cancel(id: number): void {
    this.open.get(id)?.abort()
  }

  abortAll(): void {
    for (const request of [...this.open.values()]) request.abort()
  }
}
