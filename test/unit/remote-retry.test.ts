import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RemoteFailure } from '../../main/runtime/remote/failure.ts'
import { beforeRetry, RETRY_RULES, retryAfter, waitOf } from '../../main/runtime/remote/retry.ts'

const failure = (retryAfterMs: number | null, isPassing = true): RemoteFailure =>
  new RemoteFailure({ hop: 'HTTP', message: 'It is busy.', isPassing, retryAfterMs })
const attempt = fc.integer({ min: 1, max: 20 })

describe('the wait before another try', () => {
  test('is anything up to a limit that doubles, and differs from one time to the next', () => {
    fc.assert(
      fc.property(attempt, (tries) => {
        const wait = waitOf(RETRY_RULES, tries, failure(null))
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(Math.min(30_000, 500 * 2 ** (tries - 1)))
      }),
    )
    const waits = Array.from({ length: 200 }, () => waitOf(RETRY_RULES, 10, failure(null)))
    expect(new Set(waits).size).toBeGreaterThan(190)
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(15_000)
  })

  test('is never shorter than the server asks', () => {
    fc.assert(
      fc.property(attempt, fc.integer({ min: 1, max: 1_000_000 }), (tries, asked) => {
        expect(waitOf(RETRY_RULES, tries, failure(asked))).toBeGreaterThanOrEqual(asked)
      }),
    )
    expect(waitOf(RETRY_RULES, 3, failure(0))).toBe(0)
  })

  test('is read from seconds and from dates', () => {
    const now = Date.parse('2026-11-30T10:00:00Z')
    expect(retryAfter('120', now)).toBe(120_000)
    expect(retryAfter('Mon, 30 Nov 2026 10:00:30 GMT', now)).toBe(30_000)
    expect(retryAfter('Mon, 30 Nov 2026 09:00:00 GMT', now)).toBe(1)
    expect([retryAfter(undefined, now), retryAfter('soon', now)]).toEqual([null, null])
  })

  test('ends at once when nobody waits any more', async () => {
    const stop = new AbortController()
    const waiting = beforeRetry(failure(30_000), {
      ...{ rules: RETRY_RULES, attempt: 1, signal: stop.signal },
    })
    const began = performance.now()
    stop.abort()
    await waiting
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('is not made for what stays, nor after the last try', async () => {
    const { signal } = new AbortController()
    const stays = failure(null, false)
    await expect(beforeRetry(stays, { rules: RETRY_RULES, attempt: 1, signal })).rejects.toBe(stays)
    await expect(
      beforeRetry(failure(null), { rules: RETRY_RULES, attempt: 5, signal }),
    ).rejects.toThrow('It is busy. It was tried 5 times.')
    const bug = new TypeError('a bug')
    await expect(beforeRetry(bug, { rules: RETRY_RULES, attempt: 1, signal })).rejects.toBe(bug)
  })
})
