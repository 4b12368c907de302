import { parseQuery } from '../../../shared/query/check.ts'
import type { Query } from '../../../shared/query/expression.ts'
import type { Level } from '../../../shared/query/fields.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'

/** The query that a text says; one that does not parse is `bad-input` with its own sentence. */
export function readQuery(where: string, level: Level): Query {
  const parsed = parseQuery(where, level)
  if (!parsed.ok) throw new ServiceError('bad-input', parsed.error.message)
  return parsed.value
}
