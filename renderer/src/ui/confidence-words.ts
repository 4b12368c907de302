import type { Confidence, Entropy } from '../../../shared/model/confidence.ts'
import { formatProbability } from './format.ts'

/** `0.42 bits`, or `≥ 0.42 bits` where the alternatives leave something out. */
export function entropyText({ bits, isLeast }: Entropy): string {
  return `${isLeast ? '≥ ' : ''}${bits.toFixed(2)} bits`
}

/** Why an entropy is only a bound; null where it is none. */
export function coverWords({ isLeast, covered }: Entropy): string | null {
  if (!isLeast) return null
  return `≥: the alternatives that the engine tells leave up to ${formatProbability(1 - covered)} of the probability out.`
}

/** A confidence in one line. */
export function confidenceWords({ lowest, mean, entropy }: Confidence): string {
  const unsure = entropy === null ? '' : `, entropy ${entropyText(entropy)}`
  return `lowest ${formatProbability(lowest)}, mean ${formatProbability(mean)}${unsure}`
}
