import { createPrng } from '../base/prng.ts'

/** Predictions of one program: they go right and wrong together, so it is programs that are counted as independent. */
export interface Cluster {
  readonly total: number
  readonly right: number
}

export interface Share {
  readonly right: number
  readonly total: number
  /** Null where there are none. */
  readonly share: number | null
  /** 95 % interval; null of fewer than two programs, which say nothing of others. */
  readonly interval: readonly [low: number, high: number] | null
}

const Z = 1.959964
/** The 97.5 % quantile of Student's t for 1 to 10 degrees of freedom. */
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]

function tQuantile(freedom: number): number {
  const known = T[freedom - 1]
  if (known !== undefined) return known
  // Cornish and Fisher's expansion, off by less than 0.001 from 11 on.
  const [g1, g2] = [(Z ** 3 + Z) / 4, (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96]
  return Z + g1 / freedom + g2 / freedom ** 2
}

/** Wilson's interval of `n` independent trials. */
export function wilson(share: number, n: number): readonly [number, number] {
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const width =
    (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  return [Math.max(0, middle - width), Math.min(1, middle + width)]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Half of the 95 % interval of a ratio of sums over clusters, by how far each is from the ratio. */
function halfWidth(distances: readonly number[], total: number): number {
  const n = distances.length
  const variance = ((n / (n - 1)) * sum(distances.map((one) => one ** 2))) / total ** 2
  return tQuantile(n - 1) * Math.sqrt(variance)
}

/**
 * The share that is right, with an interval that counts programs and not predictions. Where all programs agree the
 * spread is 0, which says nothing; then each program counts as one trial.
 */
export function clusteredShare(clusters: readonly Cluster[]): Share {
  const used = clusters.filter(({ total }) => total > 0)
  const total = sum(used.map((one) => one.total))
  const right = sum(used.map((one) => one.right))
  if (total === 0) return { right, total, share: null, interval: null }
  const share = right / total
  if (used.length < 2) return { right, total, share, interval: null }
  const half = halfWidth(
    used.map((one) => one.right - share * one.total),
    total,
  )
  const interval =
    half > 0
      ? ([Math.max(0, share - half), Math.min(1, share + half)] as const)
      : wilson(share, used.length)
  return { right, total, share, interval }
}

/** Predictions of one program by two engines: how often only the one or only the other is right. */
export interface PairedCluster {
  readonly total: number
  readonly onlyFirst: number
  readonly onlySecond: number
}

export interface PairedTest {
  readonly total: number
  /** The second is right where the first is not, the other way round, and neither or both. */
  readonly wins: number
  readonly losses: number
  readonly ties: number
  /** Share of the second less that of the first. */
  readonly difference: number
  readonly interval: readonly [low: number, high: number] | null
  /** Chance of at least such a difference if the two were alike: programs keep their predictions together. */
  readonly p: number | null
}

/** Programs up to which every way to swap the engines is gone through. */
const ALL_SWAPS = 14
const RANDOM_SWAPS = 20_000

/** Share of the ways to swap the engines, program by program, that give at least such a difference. */
function swapTest(differences: readonly number[]): number {
  const seen = Math.abs(sum(differences))
  const isAll = differences.length <= ALL_SWAPS
  const ways = isAll ? 2 ** differences.length : RANDOM_SWAPS
  const prng = createPrng('paired test', ...differences)
  let asLarge = 0
  for (let way = 0; way < ways; way++) {
    let total = 0
    for (const [at, difference] of differences.entries()) {
      const isSwapped = isAll ? (way >> at) % 2 === 1 : prng.nextUint32() % 2 === 1
      total += isSwapped ? -difference : difference
    }
    if (Math.abs(total) >= seen) asLarge++
  }
  // A drawn sample holds the way that was seen as well.
  return isAll ? asLarge / ways : (asLarge + 1) / (ways + 1)
}

/** Holds two engines' predictions of the same set against each other. */
export function pairedTest(clusters: readonly PairedCluster[]): PairedTest {
  const total = sum(clusters.map((one) => one.total))
  const wins = sum(clusters.map((one) => one.onlySecond))
  const losses = sum(clusters.map((one) => one.onlyFirst))
  const difference = total === 0 ? 0 : (wins - losses) / total
  const counts = { total, wins, losses, ties: total - wins - losses, difference }
  if (clusters.length < 2) return { ...counts, interval: null, p: null }
  const own = clusters.map((one) => one.onlySecond - one.onlyFirst)
  const half = halfWidth(
    clusters.map((one, at) => (own[at] ?? 0) - difference * one.total),
    total,
  )
  const interval = [Math.max(-1, difference - half), Math.min(1, difference + half)] as const
  return { ...counts, interval, p: swapTest(own.filter((one) => one !== 0)) }
}
