/** Rows chosen in a list, by their numbers: ranges with both ends included, rising and apart. */
export type RowRanges = readonly (readonly [first: number, last: number])[]

export const NO_ROWS: RowRanges = []
/** Every row of the list, however many are found yet. */
export const ALL_ROWS: RowRanges = [[0, Number.MAX_SAFE_INTEGER]]

export function isChosen(ranges: RowRanges, index: number): boolean {
  return ranges.some(([first, last]) => index >= first && index <= last)
}

/** Rows chosen of a list of `total`. */
export function chosenCount(ranges: RowRanges, total: number): number {
  return ranges.reduce(
    (sum, [first, last]) => sum + Math.max(0, Math.min(last, total - 1) - first + 1),
    0,
  )
}

/** With the rows between two, either end first. */
export function withRows(ranges: RowRanges, from: number, to: number): RowRanges {
  let first = Math.min(from, to)
  let last = Math.max(from, to)
  const apart: [number, number][] = []
  for (const [start, end] of ranges) {
    if (end < first - 1 || start > last + 1) apart.push([start, end])
    else {
      first = Math.min(first, start)
      last = Math.max(last, end)
    }
  }
  return [...apart, [first, last] as const].sort(([a], [b]) => a - b)
}

/** Without a row that is chosen, with one that is not. */
export function toggledRow(ranges: RowRanges, index: number): RowRanges {
  if (!isChosen(ranges, index)) return withRows(ranges, index, index)
  return ranges.flatMap(([first, last]): (readonly [number, number])[] => {
    if (index < first || index > last) return [[first, last]]
    const before: readonly [number, number] = [first, index - 1]
    const after: readonly [number, number] = [index + 1, last]
    return [before, after].filter(([start, end]) => start <= end)
  })
}
