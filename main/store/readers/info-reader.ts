import type { ReadableDb } from '../database.ts'
import type { StoreInfo } from '../read-types.ts'
import { sql } from '../sql.ts'

export function storeInfo(db: ReadableDb): StoreInfo {
  const counts = db.get<Pick<StoreInfo, 'programs' | 'traces' | 'trajectories' | 'sqliteVersion'>>(
    sql`SELECT sqlite_version() AS sqliteVersion,
      (SELECT count(*) FROM program) AS programs,
      (SELECT count(*) FROM trace WHERE state = 'recorded') AS traces,
      (SELECT count(*) FROM trajectory WHERE staged_job_key IS NULL) AS trajectories`,
  )
  if (counts === undefined) throw new Error('SQLite answered no row for a row of constants')
  return {
    ...counts,
    path: db.path,
    schemaVersion: Number(db.pragma('user_version')),
    bytes: Number(db.pragma('page_count')) * Number(db.pragma('page_size')),
  }
}
