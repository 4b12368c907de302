import { ServiceError } from '../../shared/rpc/wire.ts'
import type { ReadableDb } from '../store/database.ts'
import { toServiceError } from '../store/errors.ts'
import { isReadName, reads } from '../store/reads.ts'
import { requireStorable } from '../store/storable.ts'

/** One read of the table on one state of the file. Throws a ServiceError. */
export function answerRead(db: ReadableDb, name: string, input: unknown): unknown {
  if (!isReadName(name)) {
    throw new ServiceError('not-found', `The store has no read named ${name}.`)
  }
  requireStorable(input, name)
  try {
    // The table types each input; who asks is typed by the same table.
    return db.snapshot(() => reads[name](db, input as never))
  } catch (error) {
    throw toServiceError(error, db.path)
  }
}
