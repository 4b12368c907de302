import { ERROR_CODES, type ErrorCode, ServiceError } from '../../shared/rpc/wire.ts'

/** Asks a worker for one read or write. */
export interface StoreRequest {
  readonly t: 'request'
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** Asks the writer to finish what it has and close the file. */
export interface CloseRequest {
  readonly t: 'close'
}

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

/** What a store worker answers: once that it is ready or cannot be, then one answer a request. */
export type StoreReply =
  | { readonly t: 'ready'; readonly opened: unknown }
  | { readonly t: 'refused'; readonly failure: Failure }
  | { readonly t: 'value'; readonly id: number; readonly value: unknown }
  | { readonly t: 'error'; readonly id: number; readonly failure: Failure }

export function failureOf(error: unknown): Failure {
  if (error instanceof ServiceError) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'failed', message: `The store failed inside: ${message}` }
}

export function errorOf(failure: Failure): ServiceError {
  const code = ERROR_CODES.includes(failure.code) ? failure.code : 'failed'
  return new ServiceError(code, failure.message)
}

export function isStoreRequest(message: unknown): message is StoreRequest {
  if (typeof message !== 'object' || message === null) return false
  const { t, id, name } = message as { t?: unknown; id?: unknown; name?: unknown }
  return t === 'request' && typeof id === 'number' && typeof name === 'string'
}

export function isCloseRequest(message: unknown): message is CloseRequest {
  return (
    typeof message === 'object' && message !== null && (message as { t?: unknown }).t === 'close'
  )
}

export function isStoreReply(message: unknown): message is StoreReply {
  if (typeof message !== 'object' || message === null) return false
  const { t } = message as { t?: unknown }
  return t === 'ready' || t === 'refused' || t === 'value' || t === 'error'
}
