import type { SourceFile } from '../../../shared/trace/source.ts'
import type { ReadableDb } from '../database.ts'
import { sql } from '../sql.ts'

/** Files of a trace in order, their texts included; none where its program is its only file. */
export function filesOf(db: ReadableDb, traceKey: number): SourceFile[] {
  return db.all<SourceFile>(sql`SELECT f.path, s.text AS source
    FROM trace_file AS f JOIN source AS s USING (source_key)
    WHERE f.trace_key = ${traceKey} ORDER BY f.position`)
}

/** Index of each path among the trace's files. */
export function filePositions(db: ReadableDb, traceKey: number): ReadonlyMap<string, number> {
  const records = db.all<{ path: string; position: number }>(
    sql`SELECT path, position FROM trace_file WHERE trace_key = ${traceKey}`,
  )
  return new Map(records.map(({ path, position }) => [path, position]))
}
