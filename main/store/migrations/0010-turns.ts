import type { Migration } from './migration.ts'

/** When each thread of a run had its events. */
export const turns: Migration = {
  name: '0010-turns',
  sql: `
-- JSON of Turns (shared/trace/turns.ts); NULL where one thread had all events of the run, and in traces of before.
ALTER TABLE trace ADD COLUMN turns TEXT;
`,
}
