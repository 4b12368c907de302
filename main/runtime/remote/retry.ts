import { setTimeout as sleep } from 'node:timers/promises'
import { formatDuration } from '../../../shared/base/words.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import { RemoteFailure } from './failure.ts'

export interface RetryRules {
  /** Tries in all. */
  readonly tries: number
  /** Wait before the second try at most; doubled for each one after it. */
  readonly firstMs: number
  readonly longestMs: number
  /** A server that asks for a longer wait is not waited for. */
  readonly patienceMs: number
}

export const RETRY_RULES: RetryRules = {
  tries: 5,
  firstMs: 500,
  longestMs: 30_000,
  patienceMs: 300_000,
}

/**
 * Milliseconds to wait after try `attempt`, from 1. A wait that the server asks for is kept and never shortened; else
 * it is anything up to the longest, so that many that failed together do not come back together.
 */
export function waitOf(
  { firstMs, longestMs }: RetryRules,
  attempt: number,
  { retryAfterMs }: RemoteFailure,
): number {
  const longest = Math.min(longestMs, firstMs * 2 ** (attempt - 1))
  const jitter = Math.random() * longest
  if (retryAfterMs === null) return jitter
  return retryAfterMs === 0 ? 0 : retryAfterMs + jitter
}

/** Waits before the next try, or throws what ends it all. */
export async function beforeRetry(
  error: unknown,
  { rules, attempt, signal }: { rules: RetryRules; attempt: number; signal: Signal },
): Promise<void> {
  if (!(error instanceof RemoteFailure) || !error.isPassing || signal.aborted) throw error
  const asked = error.retryAfterMs ?? 0
  if (asked > rules.patienceMs) {
    throw again(error, `It asks to be left alone for ${formatDuration(asked)}; try again then.`)
  }
  if (attempt >= rules.tries) {
    throw again(error, attempt === 1 ? '' : `It was tried ${attempt} times.`)
  }
  await pause(waitOf(rules, attempt, error), signal)
}

function again({ hop, message, status, retryAfterMs }: RemoteFailure, more: string): RemoteFailure {
  return new RemoteFailure({
    ...{ hop, status, retryAfterMs },
    message: more === '' ? message : `${message} ${more}`,
  })
}

/** Sleeps; ends early where nobody waits any more. */
async function pause(ms: number, signal: Signal): Promise<void> {
  if (ms === 0) return
  const ended = new AbortController()
  const end = (): void => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  try {
    await sleep(ms, undefined, { signal: ended.signal }).catch(() => {})
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** `Retry-After`: seconds or a date. Null where there is none that can be read. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(1, date - now)
}
