/** How far one rollout went: it had `steps` steps, and the first of them that was wrong, from 1, if any was. */
export interface Rollout {
  readonly steps: number
  readonly firstWrong: number | null
}

/** Of the rollouts that long, how many are right up to and including step `step`, with a 95 % band. */
export interface SurvivalPoint {
  readonly step: number
  /** Rollouts that were right so far and have such a step. */
  readonly atRisk: number
  readonly wrong: number
  readonly share: number
  readonly low: number
  readonly high: number
}

const Z = 1.959964

/** Greenwood's band on the log(-log) scale, which stays within 0 and 1. */
function band(share: number, variance: number): readonly [low: number, high: number] {
  if (share <= 0 || share >= 1) return [share, share]
  const theta = Math.log(-Math.log(share))
  const width = (Z * Math.sqrt(variance)) / Math.abs(Math.log(share))
  return [Math.exp(-Math.exp(theta + width)), Math.exp(-Math.exp(theta - width))]
}

/**
 * The survival curve over the horizon (Kaplan and Meier 1958): a rollout that ends without an error leaves the count
 * and says nothing of longer horizons. Where every rollout is right, or none is left, the band is no wider than the
 * share and says as little.
 */
export function survivalCurve(rollouts: readonly Rollout[]): SurvivalPoint[] {
  const longest = rollouts.reduce((most, { steps }) => Math.max(most, steps), 0)
  const wrongAt = new Int32Array(longest + 2)
  const leftAfter = new Int32Array(longest + 2)
  for (const { steps, firstWrong } of rollouts) {
    if (firstWrong === null) leftAfter[steps] = (leftAfter[steps] ?? 0) + 1
    else wrongAt[firstWrong] = (wrongAt[firstWrong] ?? 0) + 1
  }
  const points: SurvivalPoint[] = []
  let atRisk = rollouts.length - (leftAfter[0] ?? 0)
  let share = 1
  let sum = 0
  for (let step = 1; step <= longest && atRisk > 0; step++) {
    const wrong = wrongAt[step] ?? 0
    share *= 1 - wrong / atRisk
    if (wrong < atRisk) sum += wrong / (atRisk * (atRisk - wrong))
    const [low, high] = band(share, sum)
    points.push({ step, atRisk, wrong, share, low, high })
    atRisk -= wrong + (leftAfter[step] ?? 0)
  }
  return points
}
