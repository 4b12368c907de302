/** A long computation in parts: whoever runs it may pause at each yield. */
export type InParts<Result> = Generator<void, Result>

/** Nodes or activations between two pauses: well under a millisecond's work. */
export const PART = 4096

/** The result of a computation in parts, at once; for small ones and tests. */
export function atOnce<Result>(parts: InParts<Result>): Result {
  for (;;) {
    const step = parts.next()
    if (step.done === true) return step.value
  }
}
