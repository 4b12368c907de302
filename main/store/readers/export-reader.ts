import type { ExportRow } from '../../../shared/contract/exports.ts'
import type { ReadableDb } from '../database.ts'
import type { PageOf, Reads } from '../read-types.ts'
import { sql } from '../sql.ts'

interface ExportRecord {
  readonly id: string
  readonly format: ExportRow['format']
  readonly codec: string
  readonly directory: string
  readonly filter: string
  readonly rows: number
  readonly files_json: string
  readonly created_at: number
}

function toRow(record: ExportRecord): ExportRow {
  return {
    export: record.id,
    format: record.format,
    codec: record.codec,
    directory: record.directory,
    where: record.filter,
    rows: record.rows,
    files: JSON.parse(record.files_json) as ExportRow['files'],
    createdAt: record.created_at,
  }
}

export function exportPage(db: ReadableDb, input: Reads['exportPage']['input']): PageOf<ExportRow> {
  const rows = db.all<ExportRecord>(
    sql`SELECT id, format, codec, directory, filter, rows, files_json, created_at FROM export
      ORDER BY export_key DESC LIMIT ${input.limit} OFFSET ${input.offset}`,
  )
  const count = db.get<{ count: number }>(sql`SELECT count(*) AS count FROM export`)
  return { rows: rows.map(toRow), total: count?.count ?? 0 }
}
