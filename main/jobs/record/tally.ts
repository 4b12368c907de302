import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import type { JobOutcome } from '../kind.ts'

/** What became of one program. */
export interface Outcome {
  readonly events: number
  readonly known: boolean
  readonly partial: boolean
  /** Its project has it left out; it may have run for a while. */
  readonly skipped: boolean
  /** Why it could not be recorded; null when it was. */
  readonly failure: { readonly program: string; readonly failure: string } | null
}

/** The outcome of a recording names this many failures; all of them are told while it runs. */
const TOLD_FAILURES = 500

/** Counts outcomes and says them in words. */
export class Tally {
  private readonly total: number
  private readonly startedAt = performance.now()
  private done = 0
  private events = 0
  private known = 0
  private partial = 0
  private skipped = 0
  private failed = 0
  private readonly failures: { program: string; failure: string }[] = []

  constructor(total: number) {
    this.total = total
  }

  add(outcome: Outcome): void {
    this.done++
    if (outcome.known) this.known++
    else this.events += outcome.events
    if (outcome.partial) this.partial++
    if (outcome.skipped) this.skipped++
    if (outcome.failure === null) return
    this.failed++
    if (this.failures.length < TOLD_FAILURES) this.failures.push(outcome.failure)
  }

  progress() {
    return {
      done: this.done,
      total: this.total,
      text: `${formatNoun(this.events, 'event')} recorded`,
    }
  }

  outcome(): JobOutcome {
    const seconds = (performance.now() - this.startedAt) / 1000
    const { done, events, known, partial, skipped, failed, failures } = this
    const result = { programs: done, events, known, partial, skipped, failed, seconds, failures }
    return { text: this.text(seconds), result }
  }

  private text(seconds: number): string {
    const { done, events, known, partial, skipped, failed } = this
    const isAllSkipped = skipped > 0 && skipped === done
    if (isAllSkipped && events === 0 && known === 0) {
      return 'Nothing was recorded: the project skips all that was asked for.'
    }
    const parts = [
      `${formatNoun(done, 'program')}, ${eventsIn(events, seconds)}`,
      known > 0 ? `${known} recorded before` : null,
      partial > 0 ? `${partial} stopped early` : null,
      skipped > 0 ? `${skipped} skipped` : null,
      failed > 0 ? `${failed} could not be recorded` : null,
    ]
    const counts = parts.filter((part) => part !== null).join(', ')
    return isAllSkipped ? `The project skips all that was asked for: ${counts}.` : `${counts}.`
  }
}

/** A moment has no length and no rate worth telling. */
export function eventsIn(events: number, seconds: number): string {
  const counted = formatNoun(events, 'event')
  if (seconds < 1) return counted
  const rate = events === 0 ? '' : ` (${formatCount(Math.round(events / seconds))} events/s)`
  return `${counted} in ${seconds.toFixed(1)} s${rate}`
}
