/** The largest power of ten that is not above a positive number. */
function powerIn(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number))
  // The logarithm is a little off near a power.
  if (power > number) return power / 10
  return power * 10 <= number ? power * 10 : power
}

/** The smallest number of a number's range: 0, 1, 2, 5, 10, 20, 50, … and the same below zero. */
export function rangeOf(number: number): number {
  if (number === 0 || !Number.isFinite(number)) return number
  if (number < 0) return -upTo(-number)
  const power = powerIn(number)
  const digit = [5, 2].find((one) => one * power <= number) ?? 1
  return digit * power
}

/** The first of 1, 2, 5, 10, … that is not below a positive number. */
function upTo(number: number): number {
  const power = powerIn(number)
  return ([1, 2, 5].find((one) => one * power >= number) ?? 10) * power
}

/** Where the range that begins with a number ends: the first number that is not in it. */
export function rangeEnd(start: number): number {
  if (start === 0) return 0
  const power = powerIn(Math.abs(start))
  const digit = Math.round(Math.abs(start) / power)
  if (start > 0) return (digit === 1 ? 2 : digit === 2 ? 5 : 10) * power
  return -(digit === 1 ? 0.5 : digit === 2 ? 1 : 2) * power
}
