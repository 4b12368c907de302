import type { WritableDb } from '../database.ts'
import { jobKeyOf } from '../readers/job-reader.ts'
import { sql } from '../sql.ts'
import type { Writes } from '../write-types.ts'

export function exportAdd(
  db: WritableDb,
  input: Writes['exportAdd']['input'],
): Writes['exportAdd']['output'] {
  const { export: row, job } = input
  const jobKey = job === null ? null : jobKeyOf(db, job)
  db.run(sql`INSERT INTO export (id, format, codec, directory, filter, rows, files_json, created_at, job_key)
    VALUES (${row.export}, ${row.format}, ${row.codec}, ${row.directory}, ${row.where}, ${row.rows},
      ${JSON.stringify(row.files)}, ${row.createdAt}, ${jobKey})`)
  return {}
}
