/** A share of 0 to 1 in percent: `35 %`, `2.5 %`, `0 %`; what is there but less than a tenth says so. */
export function percent(share: number): string {
  const value = share * 100
  if (value === 0 || value >= 10 || Number.isInteger(value)) return `${Math.round(value)} %`
  return value < 0.1 ? '<0.1 %' : `${value.toFixed(1).replace(/\.0$/, '')} %`
}
