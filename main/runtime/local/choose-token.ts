import { createPrng, type Prng } from '../../../shared/base/prng.ts'
import type { Decoding } from '../../../shared/model/engine.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'

/** A token that was chosen; logarithms are natural, of the probabilities before temperature and top-p. */
export interface ChosenToken {
  readonly id: number
  readonly logProbability: number
  /** The likeliest, in falling order; the chosen one may be among them. */
  readonly alternatives: readonly { readonly id: number; readonly logProbability: number }[]
}

/** How many alternatives are told of a token. */
export const ALTERNATIVES = 5

/** The likeliest ids in falling order, the lower of equals first, and the logarithm of the sum of all. */
interface Ranked {
  readonly ids: readonly number[]
  readonly logSum: number
}

/** Keeps the `ALTERNATIVES` greatest: where `value` goes, all behind move by one. */
function insert(ids: Int32Array, values: Float64Array, id: number, value: number): void {
  let at = ids.length - 1
  for (; at > 0 && (values[at - 1] ?? 0) < value; at--) {
    values[at] = values[at - 1] ?? 0
    ids[at] = ids[at - 1] ?? 0
  }
  values[at] = value
  ids[at] = id
}

function rank(row: Float32Array, allowed: Uint8Array | null): Ranked {
  const ids = new Int32Array(ALTERNATIVES).fill(-1)
  const values = new Float64Array(ALTERNATIVES).fill(Number.NEGATIVE_INFINITY)
  let least = Number.NEGATIVE_INFINITY
  for (let id = 0; id < row.length; id++) {
    const value = row[id] ?? 0
    if (value > least && (allowed === null || allowed[id] === 1)) {
      insert(ids, values, id, value)
      least = values[ALTERNATIVES - 1] ?? 0
    }
  }
  const most = values[0] ?? 0
  let sum = 0
  for (let id = 0; id < row.length; id++) {
    if (allowed === null || allowed[id] === 1) sum += Math.exp((row[id] ?? 0) - most)
  }
  if (!Number.isFinite(most) || !Number.isFinite(sum)) throw noNumbers(allowed !== null)
  return { ids: [...ids].filter((id) => id >= 0), logSum: most + Math.log(sum) }
}

function noNumbers(isMasked: boolean): ServiceError {
  return new ServiceError(
    'failed',
    `The model gives ${isMasked ? 'no token that may come next' : 'no token'} a probability: its logits are not finite numbers.`,
  )
}

/**
 * Draws from the likeliest tokens that have `topP` of the probability together. None that is below (1 - topP) / size can
 * be one of them: all such together have less than what is left out.
 */
function draw(
  row: Float32Array,
  allowed: Uint8Array | null,
  { temperature, topP }: Decoding,
  prng: Prng,
): number {
  let most = Number.NEGATIVE_INFINITY
  for (let id = 0; id < row.length; id++) {
    if (allowed === null || allowed[id] === 1) most = Math.max(most, row[id] ?? 0)
  }
  const weights = new Float64Array(row.length)
  let sum = 0
  for (let id = 0; id < row.length; id++) {
    if (allowed !== null && allowed[id] !== 1) continue
    const weight = Math.exp(((row[id] ?? 0) - most) / temperature)
    weights[id] = weight
    sum += weight
  }
  const least = ((1 - topP) / row.length) * sum
  const candidates: number[] = []
  for (let id = 0; id < row.length; id++) {
    const weight = weights[id] ?? 0
    if (weight > 0 && weight >= least) candidates.push(id)
  }
  const weightOf = (id: number): number => weights[id] ?? 0
  if (topP < 1) candidates.sort((a, b) => weightOf(b) - weightOf(a) || a - b)
  return drawFrom(candidates, weightOf, { wanted: topP * sum, prng })
}

function drawFrom(
  candidates: readonly number[],
  weightOf: (id: number) => number,
  { wanted, prng }: { readonly wanted: number; readonly prng: Prng },
): number {
  let kept = 0
  let count = 0
  while (count < candidates.length && (count === 0 || kept < wanted)) {
    kept += weightOf(candidates[count] ?? 0)
    count++
  }
  let left = prng.nextFloat() * kept
  for (const id of candidates.slice(0, count)) {
    left -= weightOf(id)
    if (left < 0) return id
  }
  return candidates[count - 1] ?? 0
}

/** Chooses the tokens of one answer, one after the other; the same seed draws the same. */
export class TokenChooser {
  private readonly decoding: Decoding
  private readonly prng: Prng

  constructor(decoding: Decoding) {
    this.decoding = decoding
    this.prng = createPrng('decode', decoding.seed)
  }

  /** `row` has the logits; with a mask only its ones may come, and have all the probability. */
  choose(row: Float32Array, allowed: Uint8Array | null): ChosenToken {
    const { ids, logSum } = rank(row, allowed)
    const [likeliest = 0] = ids
    const { mode, temperature } = this.decoding
    const isDrawn = mode === 'sampled' && temperature > 0
    const id = isDrawn ? draw(row, allowed, this.decoding, this.prng) : likeliest
    const logOf = (one: number): number => (row[one] ?? 0) - logSum
    return {
      id,
      logProbability: logOf(id),
      alternatives: ids.map((one) => ({ id: one, logProbability: logOf(one) })),
    }
  }
}
