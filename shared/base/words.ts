const counts = new Intl.NumberFormat('en')

/** An integer with thousands separators: `1,204`. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** `1 trace`, `1,204 traces`. */
export function formatNoun(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
