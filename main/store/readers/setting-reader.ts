import type { ReadableDb } from '../database.ts'
import type { Reads } from '../read-types.ts'
import { sql } from '../sql.ts'

/** The value last set, or null. */
export function settingGet(
  db: ReadableDb,
  { name }: Reads['settingGet']['input'],
): Reads['settingGet']['output'] {
  const record = db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`)
  return record === undefined ? null : (JSON.parse(record.value) as unknown)
}
