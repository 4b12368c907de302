/** Runs are repeated, and a page is waited for, no longer than this. */
export const PATIENCE_MS = 5000
const ROUNDS = 21

/** The smallest time that this part of them does not pass. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** Milliseconds with as many digits as mean something. */
export function short(milliseconds: number): number {
  return Number(milliseconds.toFixed(milliseconds < 10 ? 2 : 0))
}

/** Times of several runs, fewer of what takes long. */
export function timesOf(run: () => void): number[] {
  const times: number[] = []
  const until = performance.now() + PATIENCE_MS
  while (times.length < ROUNDS && (times.length < 2 || performance.now() < until)) {
    const started = performance.now()
    run()
    times.push(performance.now() - started)
  }
  return times
}
