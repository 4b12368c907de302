import type { JobNews, JobRow, JobState } from '../../shared/contract/jobs.ts'

/** News of a job go out at most this often, in milliseconds. */
const NEWS_INTERVAL = 100
/** Things made that one message tells at most. */
const MADE_LIMIT = 500

const ENDED: readonly JobState[] = ['done', 'failed', 'cancelled', 'interrupted']

export function hasEnded(state: JobState): boolean {
  return ENDED.includes(state)
}

/** A job of this process: its row as it is now, all it has made, and those who listen. */
export class LiveJob {
  readonly controller = new AbortController()
  private current: JobRow
  private readonly made: Record<string, unknown>[] = []
  private readonly listeners = new Set<() => void>()
  private timer: NodeJS.Timeout | null = null

  constructor(row: JobRow) {
    this.current = row
  }

  get row(): JobRow {
    return this.current
  }

  /** Changes the row. A change of state or a pause is told at once, progress within the news interval. */
  update(change: Partial<JobRow>): void {
    const before = this.current
    this.current = { ...this.current, ...change }
    const stateChanges =
      before.state !== this.current.state || before.paused !== this.current.paused
    if (stateChanges) this.tell()
    else this.tellSoon()
  }

  /** Resolves when nothing keeps the job from starting its next piece of work; rejects when it is cancelled. */
  async ready(): Promise<void> {
    const { signal } = this.controller
    while (this.current.paused && !signal.aborted) await this.changed(signal)
    signal.throwIfAborted()
  }

  private changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        stop()
        signal.removeEventListener('abort', finish)
        resolve()
      }
      const stop = this.onNews(finish)
      signal.addEventListener('abort', finish, { once: true })
    })
  }

  addMade(thing: Record<string, unknown>): void {
    this.made.push(thing)
    this.tellSoon()
  }

  onNews(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Every news from the first until the job has ended or the signal aborts. */
  async follow(emit: (news: JobNews) => void, signal: AbortSignal): Promise<void> {
    let sent = 0
    const send = (): void => {
      do {
        const made = this.made.slice(sent, sent + MADE_LIMIT)
        sent += made.length
        emit({ row: this.current, made })
      } while (sent < this.made.length)
    }
    send()
    if (hasEnded(this.current.state)) return
    await new Promise<void>((resolve) => {
      const stop = this.onNews(() => {
        send()
        if (hasEnded(this.current.state)) finish()
      })
      const finish = (): void => {
        stop()
        signal.removeEventListener('abort', finish)
        resolve()
      }
      signal.addEventListener('abort', finish, { once: true })
      if (signal.aborted) finish()
    })
  }

  private tellSoon(): void {
    if (this.timer !== null) return
    this.timer = setTimeout(() => this.tell(), NEWS_INTERVAL)
    this.timer.unref()
  }

  private tell(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    for (const listener of [...this.listeners]) listener()
  }
}
