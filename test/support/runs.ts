import type { WritableDb } from '../../main/store/database.ts'
import { sql } from '../../main/store/sql.ts'
import type { Store } from '../../main/store/store.ts'

/** Everything predicted, but for the time it took. */
export function rowsOf(db: WritableDb): unknown[] {
  return db.all(sql`SELECT j.id, p.step, p.from_seq, p.target_seq, p.horizon, p.seed, p.text,
      p.finish, p.stop, p.outcome_json, p.verdict, p.error, p.path, p.event, p.line, p.locals,
      p.raw_locals, p.argument, p.reasons, p.differences_json, p.line_number, p.depth
    FROM prediction AS p JOIN trajectory AS j USING (trajectory_key) ORDER BY j.id, p.step`)
}

/** The end of a process, as far as a job can tell. */
export class Killed extends Error {}

/** The store of a process that is gone after `writes` writes: the last of them is done and never heard of. */
export function dyingStore(store: Store, writes: number): Store {
  let left = writes
  return {
    ...store,
    write: async (name, input) => {
      if (left <= 0) throw new Killed()
      const output = await store.write(name, input)
      left--
      if (left <= 0) throw new Killed()
      return output
    },
  }
}
