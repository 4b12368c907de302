import type { Turns } from '../../../shared/trace/turns.ts'

/** Notes, event by event, when which thread of a run has its turn. */
export class RunTurns {
  private readonly byThread = new Map<number, number[]>()
  private latest: number | null = null
  private moments = 0

  /** The next event of the run is event `seq` of that thread's trace. */
  note(thread: number, seq: number): void {
    if (thread !== this.latest) {
      const turns = this.byThread.get(thread) ?? []
      this.byThread.set(thread, turns)
      turns.push(seq, this.moments)
      this.latest = thread
    }
    this.moments++
  }

  /** Null where one thread had all of the events. */
  of(thread: number): Turns | null {
    return this.byThread.size < 2 ? null : (this.byThread.get(thread) ?? null)
  }
}
