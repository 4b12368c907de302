import { Shares } from './mix-shares.ts'

/** After so many trajectories in a row that do not fit what is left of the budget, it counts as used up. */
const MOST_MISFITS = 20

/** A trace to draw from now, by its place, up to so much spent of the whole budget. */
export interface Visit {
  readonly trace: number
  readonly quota: number
}

/**
 * Decides what a mix draws next: trace by trace, at the n-th of m traces up to n / m of the budget, and then once more
 * what is left, each part at its share. What a trajectory costs is told when it is there.
 */
export class MixPlan {
  spent = 0
  /** Trajectories that did not fit what was left of the budget. */
  tooLong = 0
  private readonly amount: number
  private readonly shares: Shares
  private readonly barren = new Set<number>()
  private misfits = 0

  constructor(shares: readonly number[], amount: number) {
    this.shares = new Shares(shares)
    this.amount = amount
  }

  get isFull(): boolean {
    return this.spent >= this.amount || this.misfits >= MOST_MISFITS
  }

  /** The traces to draw from, each until `spent` has come to the quota; ends when a round of all adds nothing. */
  *visits(traces: number): Generator<Visit> {
    for (let before = -1; !this.isFull && before !== this.spent; ) {
      before = this.spent
      const left = this.amount - before
      for (let trace = 0; trace < traces && !this.isFull; trace++) {
        const quota = before + (left * (trace + 1)) / traces
        this.barren.clear()
        if (this.spent < quota) yield { trace, quota }
      }
    }
  }

  /** The part to draw from the trace of the visit; null where it gives no more. */
  next({ quota }: Visit): number | null {
    if (this.spent >= quota || this.isFull) return null
    return this.shares.next((part) => !this.barren.has(part))
  }

  /** The trace of the visit has nothing of the part. */
  skip(part: number): void {
    this.barren.add(part)
  }

  /** Whether a trajectory of the part is taken: it must fit what is left. */
  take(part: number, cost: number): boolean {
    if (this.spent + cost > this.amount) {
      this.misfits += 1
      this.tooLong += 1
      this.barren.add(part)
      return false
    }
    this.misfits = 0
    this.shares.spend(part, cost)
    this.spent += cost
    return true
  }
}
