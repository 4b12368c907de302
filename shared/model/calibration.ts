import { wilson } from './statistics.ts'

/** Something that was said with a confidence from 0 to 1, and whether it came true. */
export interface Forecast {
  readonly confidence: number
  readonly isRight: boolean
}

/** Forecasts whose confidence lies from `from` up to `to`, which only the last bin includes. */
export interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly total: number
  readonly right: number
  /** Mean confidence, the share that is right and its 95 % interval (Wilson's); null in an empty bin. */
  readonly confidence: number | null
  readonly share: number | null
  readonly interval: readonly [low: number, high: number] | null
}

/** The number of the bin of a confidence; one that lies between 0 and 1 by all but rounding is taken to. */
function binOf(confidence: number, bins: number): number {
  return Math.max(0, Math.min(bins - 1, Math.floor(confidence * bins)))
}

/** Confidence against the share that is right, in bins of equal width. */
export function calibrationBins(
  forecasts: readonly Forecast[],
  bins = 10,
): readonly CalibrationBin[] {
  const sums = Array.from({ length: bins }, () => ({ total: 0, right: 0, confidence: 0 }))
  for (const { confidence, isRight } of forecasts) {
    const sum = sums[binOf(confidence, bins)]
    if (sum === undefined) continue
    sum.total++
    sum.right += isRight ? 1 : 0
    sum.confidence += confidence
  }
  return sums.map(({ total, right, confidence }, at) => {
    const range = { from: at / bins, to: (at + 1) / bins, total, right }
    if (total === 0) return { ...range, confidence: null, share: null, interval: null }
    const share = right / total
    return { ...range, confidence: confidence / total, share, interval: wilson(share, total) }
  })
}

/**
 * Expected calibration error: how far the confidence of a bin is from the share that is right, on average over the
 * forecasts. Null of none.
 */
export function calibrationError(bins: readonly CalibrationBin[]): number | null {
  const total = bins.reduce((sum, bin) => sum + bin.total, 0)
  if (total === 0) return null
  const weighted = bins.map(({ total: n, share, confidence }) =>
    share === null || confidence === null ? 0 : (n / total) * Math.abs(share - confidence),
  )
  return weighted.reduce((sum, one) => sum + one, 0)
}
