import { type Cluster, clusteredShare, type Share } from './statistics.ts'

/** What the predictions of a run are told apart by. */
export const DIMENSIONS = [
  'action',
  'depth',
  'horizon',
  'value_type',
  'direction',
  'error',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** Numbers that are counted together. */
export interface Band {
  readonly name: string
  readonly least: number
  /** Null has no end. */
  readonly most: number | null
}

function bandsTo(ends: readonly number[]): readonly Band[] {
  const closed = ends.map((most, at): Band => {
    const least = (ends[at - 1] ?? 0) + 1
    return { name: least === most ? `${least}` : `${least}–${most}`, least, most }
  })
  const beyond = (ends.at(-1) ?? 0) + 1
  return [...closed, { name: `${beyond}+`, least: beyond, most: null }]
}

/** Depths and horizons grow finer near their beginning, where most predictions are. */
export const BANDS = {
  depth: bandsTo([1, 2, 3, 4, 8, 16]),
  horizon: bandsTo([1, 2, 3, 5, 10, 20, 50, 100]),
} as const satisfies Partial<Record<Dimension, readonly Band[]>>

/** Name of the band that a number is in. */
export function bandOf(dimension: keyof typeof BANDS, number: number): string {
  const bands: readonly Band[] = BANDS[dimension]
  return (bands.find(({ most }) => most === null || number <= most) ?? bands[0])?.name ?? ''
}

/** The depth of what has left its program, which has none. */
export const NO_DEPTH = 'exit'
/** The type of values of predictions made before it was kept. */
export const NO_TYPE = 'unknown'
/** What a state brings where that is nothing, or values of different types. */
export const NOTHING = 'nothing'
export const SEVERAL = 'several'

/** Predictions of one program in one cell. */
export interface PivotCount {
  readonly row: string | null
  readonly column: string | null
  readonly program: number
  readonly total: number
  readonly right: number
}

/**
 * A cell of two dimensions; null stands for all of one. `right` is how many of `total` are right, or, where a dimension
 * is the error class, how many have that error of all that the other dimension's value has.
 */
export interface PivotCell extends Share {
  readonly row: string | null
  readonly column: string | null
  readonly programs: number
}

export interface Pivot {
  /** Values in their own order, or the most frequent first. */
  readonly rowValues: readonly string[]
  readonly columnValues: readonly string[]
  /** Values that are too rare to be shown; the sums hold them too. */
  readonly left: { readonly rows: number; readonly columns: number }
  readonly cells: readonly PivotCell[]
}

/** Programs below which a cell says little of others. */
export const FEW_PROGRAMS = 5
/** Values of a dimension that are shown: there may be as many types as a program has classes. */
export const MOST_VALUES = 40

function orderOf(dimension: Dimension): readonly string[] | null {
  if (dimension === 'depth') return [...BANDS.depth.map(({ name }) => name), NO_DEPTH]
  return dimension === 'horizon' ? BANDS.horizon.map(({ name }) => name) : null
}

/** Values of a dimension: bands by size, others by how often they are. */
function valuesOf(dimension: Dimension, names: ReadonlyMap<string, number>): string[] {
  const order = orderOf(dimension)
  if (order !== null) return order.filter((name) => names.has(name))
  const byCount = ([a, many]: [string, number], [b, few]: [string, number]): number =>
    few - many || (a < b ? -1 : 1)
  return [...names].sort(byCount).map(([name]) => name)
}

function clustersOf(
  counts: readonly PivotCount[],
  isRight: (one: PivotCount) => number,
  isCounted: (one: PivotCount) => boolean,
): Cluster[] {
  const programs = new Map<number, { total: number; right: number }>()
  for (const one of counts) {
    if (!isCounted(one)) continue
    const known = programs.get(one.program) ?? { total: 0, right: 0 }
    programs.set(one.program, {
      total: known.total + one.total,
      right: known.right + isRight(one),
    })
  }
  return [...programs.values()]
}

type Side = 'row' | 'column'

/** Counts of one row of the pivot, or of all, as its cells are made of them. */
class Cells {
  private readonly counts: readonly PivotCount[]
  /** Which side is the error class, if one is: it makes no groups, but is what is counted. */
  private readonly errors: Side | null

  constructor(counts: readonly PivotCount[], errors: Side | null) {
    this.counts = counts
    this.errors = errors
  }

  at(row: string | null, column: string | null): PivotCell {
    const wanted = { row, column }
    const isIn = (one: PivotCount, side: Side): boolean =>
      wanted[side] === null || side === this.errors || one[side] === wanted[side]
    const { errors } = this
    const rightOf = (one: PivotCount): number => {
      if (errors === null) return one.right
      const isWanted = wanted[errors] === null || one[errors] === wanted[errors]
      return isWanted ? one.total - one.right : 0
    }
    const clusters = clustersOf(
      this.counts,
      rightOf,
      (one) => isIn(one, 'row') && isIn(one, 'column'),
    )
    return { ...clusteredShare(clusters), row, column, programs: clusters.length }
  }
}

/** Counts under the value of one side, so that a cell looks at those of its row alone. */
function byRow(counts: readonly PivotCount[]): ReadonlyMap<string, PivotCount[]> {
  const rows = new Map<string, PivotCount[]>()
  for (const one of counts) {
    if (one.row === null) continue
    const known = rows.get(one.row)
    if (known === undefined) rows.set(one.row, [one])
    else known.push(one)
  }
  return rows
}

function frequencies(counts: readonly PivotCount[], side: Side): Map<string, number> {
  const names = new Map<string, number>()
  for (const one of counts) {
    const name = one[side]
    if (name !== null) names.set(name, (names.get(name) ?? 0) + one.total)
  }
  return names
}

/**
 * The shares of predictions under two dimensions, each with an interval clustered by program; cells that hold nothing
 * are left out. The sums of rows and columns are cells too.
 */
export function pivotOf(
  counts: readonly PivotCount[],
  dimensions: { readonly rows: Dimension; readonly columns: Dimension },
): Pivot {
  const allRows = valuesOf(dimensions.rows, frequencies(counts, 'row'))
  const allColumns = valuesOf(dimensions.columns, frequencies(counts, 'column'))
  const [rows, columns] = [allRows.slice(0, MOST_VALUES), allColumns.slice(0, MOST_VALUES)]
  const errors =
    dimensions.rows === 'error' ? 'row' : dimensions.columns === 'error' ? 'column' : null
  const whole = new Cells(counts, errors)
  const grouped = byRow(counts)
  const cells: PivotCell[] = []
  for (const row of [...rows, null]) {
    const own = row === null || errors === 'row' ? whole : new Cells(grouped.get(row) ?? [], errors)
    for (const column of [...columns, null]) {
      const cell = own.at(row, column)
      const isMade = errors === null ? cell.total > 0 : cell.right > 0
      if (isMade || (row === null && column === null)) cells.push(cell)
    }
  }
  const left = { rows: allRows.length - rows.length, columns: allColumns.length - columns.length }
  return { rowValues: rows, columnValues: columns, left, cells }
}
