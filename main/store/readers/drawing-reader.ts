import { HAND } from '../../../shared/trajectory/hand.ts'
import type { ReadableDb } from '../database.ts'
import type { DrawingReads } from '../drawing-types.ts'
import { whereSql } from '../query/compile.ts'
import { type SqlQuery, sql } from '../sql.ts'
import { traceKeyOf } from './trace-reader.ts'

type DrawingRead<K extends keyof DrawingReads> = (
  db: ReadableDb,
  input: DrawingReads[K]['input'],
) => DrawingReads[K]['output']

export const traceWriteCounts: DrawingRead<'traceWriteCounts'> = (db, { trace }) => {
  const key = traceKeyOf(db, trace)
  const events = db.get<{ events: number }>(sql`SELECT events FROM trace WHERE trace_key = ${key}`)
  const counts = new Array<number>(events?.events ?? 0).fill(0)
  const found = db.all<{ from_seq: number; count: number }>(
    sql`SELECT from_seq, count(*) AS count FROM binding WHERE trace_key = ${key} GROUP BY from_seq`,
  )
  for (const { from_seq: seq, count } of found) counts[seq] = count
  return { counts }
}

/** Characters of the value that a key stands for: a whole number stands in the key (main/store/whole-numbers.ts). */
function sizeSql(key: string): SqlQuery {
  const text = `coalesce(CASE WHEN ${key} >= 0 THEN v.size
    WHEN ${key} % 2 = 0 THEN length(${key} / 2) ELSE length((-1 - ${key}) / 2) END, 0)`
  return { text, parameters: [] }
}

export const traceSizes: DrawingRead<'traceSizes'> = (db, { trace }) => {
  const key = traceKeyOf(db, trace)
  const sizes: number[] = []
  const found = db.all<{ size: number }>(
    sql`SELECT ${sizeSql('n.arg_value_key')} AS size
      FROM node AS n LEFT JOIN value AS v ON v.value_key = n.arg_value_key
      WHERE n.trace_key = ${key} ORDER BY n.seq`,
  )
  for (const { size } of found) sizes.push(size)
  const written = db.all<{ from_seq: number; size: number }>(
    sql`SELECT b.from_seq, sum(length(m.text) + ${sizeSql('b.value_key')}) AS size
      FROM binding AS b JOIN name AS m USING (name_key) LEFT JOIN value AS v ON v.value_key = b.value_key
      WHERE b.trace_key = ${key} GROUP BY b.from_seq`,
  )
  for (const { from_seq: seq, size } of written) sizes[seq] = (sizes[seq] ?? 0) + size
  return { sizes }
}

export const handCount: DrawingRead<'handCount'> = (db, { trace }) => {
  const key = traceKeyOf(db, trace)
  const found = db.get<{ count: number }>(sql`SELECT coalesce(max(ordinal), -1) + 1 AS count
    FROM trajectory WHERE trace_key = ${key} AND policy = ${HAND}`)
  return { count: found?.count ?? 0 }
}

export const traceCalls: DrawingRead<'traceCalls'> = (db, { trace, where }) => {
  const key = traceKeyOf(db, trace)
  const found = db.all<{ seq: number }>(
    sql`SELECT n.seq FROM trace AS host CROSS JOIN node AS n ON n.trace_key = host.trace_key
      WHERE host.trace_key = ${key} AND ${whereSql('event == "call"', 'step')}
        AND ${whereSql(where, 'step')}
      ORDER BY n.seq`,
  )
  return { seqs: found.map(({ seq }) => seq) }
}
