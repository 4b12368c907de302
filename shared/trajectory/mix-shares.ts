import { must } from '../base/assert.ts'

/**
 * Keeps parts at their shares of what is spent: the next is always the one that is furthest behind its share, of
 * equals the first. However uneven single costs are, no part goes beyond its share by more than the largest of them.
 */
export class Shares {
  private readonly shares: readonly number[]
  readonly spent: number[]

  constructor(shares: readonly number[]) {
    this.shares = shares
    this.spent = shares.map(() => 0)
  }

  /** Index of the part to draw next among those that `can` draw; null when none can. */
  next(can: (part: number) => boolean): number | null {
    let best: number | null = null
    let bestBehind = Number.POSITIVE_INFINITY
    this.shares.forEach((share, part) => {
      if (share === 0 || !can(part)) return
      const filled = must(this.spent[part], 'part') / share
      if (filled >= bestBehind) return
      best = part
      bestBehind = filled
    })
    return best
  }

  spend(part: number, cost: number): void {
    this.spent[part] = must(this.spent[part], 'part') + cost
  }
}
