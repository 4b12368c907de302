import type { WritableDb } from '../database.ts'
import { sql } from '../sql.ts'

/** What a value adds to the extent of the variable that holds it. */
export interface Reach {
  /** Null where it is no number to a query (shared/query/values.ts). */
  readonly number: number | null
  readonly size: number
}

interface Extent {
  least: number | null
  most: number | null
  size: number
}

/** Extents of a trace's variables by the keys of their names, while it is recorded. */
export type Extents = Map<number, Extent>

/** The variable with this name holds a value that reaches so far. */
export function extend(extents: Extents, name: number, { number, size }: Reach): void {
  const extent = extents.get(name)
  if (extent === undefined) {
    extents.set(name, { least: number, most: number, size })
    return
  }
  if (size > extent.size) extent.size = size
  if (number === null) return
  if (extent.least === null || number < extent.least) extent.least = number
  if (extent.most === null || number > extent.most) extent.most = number
}

/** Keeps the extents of a trace that is finished. */
export function storeExtents(db: WritableDb, traceKey: number, extents: Extents): void {
  const insert = db.prepare(
    'INSERT INTO variable_extent (trace_key, name_key, least, most, size) VALUES (?, ?, ?, ?, ?)',
  )
  let longest = 0
  for (const [name, { least, most, size }] of extents) {
    insert.run(traceKey, name, least, most, size)
    longest = Math.max(longest, size)
  }
  db.run(sql`UPDATE trace SET value_size = ${longest} WHERE trace_key = ${traceKey}`)
}
