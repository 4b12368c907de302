import { type ErrorCode, ServiceError } from '../../../shared/rpc/wire.ts'

/** Where on the way to an answer something failed, in the order of the way. */
export type Hop =
  | 'address'
  | 'DNS'
  | 'connect'
  | 'TLS'
  | 'HTTP'
  | 'auth'
  | 'model'
  | 'protocol'
  | 'reply'

export interface FailureParts {
  readonly hop: Hop
  /** What failed and why, as measured, in one sentence; never with a key in it. */
  readonly message: string
  /** Whether the same request may succeed if it is made again: it has no effect beside its answer. */
  readonly isPassing?: boolean
  /** Milliseconds that the server asks to wait. */
  readonly retryAfterMs?: number | null
  /** Of the HTTP answer. */
  readonly status?: number | null
}

const CODES: Partial<Record<Hop, ErrorCode>> = { address: 'bad-input', model: 'not-found' }

/** What went wrong between us and a server, told by the hop. */
export class RemoteFailure extends ServiceError {
  readonly hop: Hop
  readonly isPassing: boolean
  readonly retryAfterMs: number | null
  readonly status: number | null

  constructor({ hop, message, isPassing, retryAfterMs, status }: FailureParts) {
    super(CODES[hop] ?? 'unavailable', message)
    this.name = 'RemoteFailure'
    this.hop = hop
    this.isPassing = isPassing ?? false
    this.retryAfterMs = retryAfterMs ?? null
    this.status = status ?? null
  }
}

const QUOTE_LENGTH = 200

/**
 * What a server said, for people: cut, without characters that control a terminal, and without the key, which some
 * servers say back.
 */
export function quoted(text: string, key: string | null): string {
  const safe = key === null || key === '' ? text : text.replaceAll(key, '[key]')
  const line = safe
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line.length > QUOTE_LENGTH ? `${line.slice(0, QUOTE_LENGTH).toWellFormed()}…` : line
}
