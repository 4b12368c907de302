import type { WritableDb } from '../database.ts'

/**
 * A number that differs from an earlier answer exactly when another connection wrote in between: asked on the
 * connection that writes, since it counts the commits of others and not its own.
 */
export function foreignVersion(db: WritableDb): number {
  return Number(db.pragma('data_version'))
}
