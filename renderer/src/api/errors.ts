import { type ErrorCode, ServiceError } from '../../../shared/rpc/wire.ts'

/** The sentence to show for a failure. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The kind of a failure that came from the services; null for a bug of the page. */
export function errorCode(error: unknown): ErrorCode | null {
  return error instanceof ServiceError ? error.code : null
}

/** What to show beside a field or list; nothing while there is no connection, which the page itself says. */
export function fieldError(error: unknown): string | null {
  if (error === null || error === undefined || errorCode(error) === 'unavailable') return null
  return errorText(error)
}
