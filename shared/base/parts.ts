/** A long computation in parts: whoever runs it may pause at each yield. */
export type InParts<Result> = Generator<void, Result>

/** Nodes or activations between two pauses: well under a millisecond's work. */
export const PART = 4096

/** Says when the next pause is due, to all steps of a computation that share it. */
export class Pace {
  private readonly most: number
  private since = 0

  /** No more than about so much work is done between two pauses. */
  constructor(most: number = PART) {
    this.most = most
  }

  /** To be asked when so much work is done. */
  isDue(work = 1): boolean {
    this.since += work
    if (this.since < this.most) return false
    this.since = 0
    return true
  }
}

/** The result of a computation in parts, at once; for small ones and tests. */
export function atOnce<Result>(parts: InParts<Result>): Result {
  for (;;) {
    const step = parts.next()
    if (step.done === true) return step.value
  }
}
