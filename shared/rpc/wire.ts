/**
 * A connection: ordered JSON messages both ways, and its end. MessagePort, WebSocket, child process and memory all
 * fit (architecture.md 1.3).
 */
export interface Wire {
  /** Throws when the message is not JSON; does nothing once the wire is closed. */
  readonly post: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once when the other side is gone or `close` was called here; soon, when that has happened before. */
  readonly onClose: (listener: () => void) => void
  readonly close: () => void
  /** Resolves when most of what was posted has left, or the wire is closed; absent where nobody can tell. */
  readonly drained?: () => Promise<void>
}

/** The members of an AbortSignal the core uses; the platform's own fits. */
export interface Signal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export type ClientMessage =
  | { readonly t: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly t: 'watch'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly t: 'cancel'; readonly id: number }

export type ServerMessage =
  | { readonly t: 'value'; readonly id: number; readonly value: unknown }
  | { readonly t: 'item'; readonly id: number; readonly item: unknown }
  | { readonly t: 'end'; readonly id: number }
  | { readonly t: 'error'; readonly id: number; readonly code: ErrorCode; readonly message: string }

export const ERROR_CODES = [
  'bad-input',
  'not-found',
  'conflict',
  'cancelled',
  'unavailable',
  'failed',
] as const
/** The closed set of failures that cross the wire; views decide by code, people read the message. */
export type ErrorCode = (typeof ERROR_CODES)[number]

/** A failure meant for people: one plain sentence, and a code for programs. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
  }
}
