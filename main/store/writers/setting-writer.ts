import type { WritableDb } from '../database.ts'
import { sql } from '../sql.ts'
import type { Writes } from '../write-types.ts'

export function settingSet(
  db: WritableDb,
  { name, value }: Writes['settingSet']['input'],
): Writes['settingSet']['output'] {
  db.run(sql`INSERT INTO setting (name, value) VALUES (${name}, ${JSON.stringify(value)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  return {}
}
