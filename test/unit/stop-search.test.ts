import { describe, expect, it } from 'vitest'
import type { Session } from '../../renderer/src/api/session.ts'
import { findStop, type StopRequest } from '../../renderer/src/api/stops.ts'

interface Part {
  readonly from: number
  readonly until: number
}

/** Services in which the only stop is at one event; `onCall` may give the search up. */
function servicesWith(stop: number | null, onCall: (parts: readonly Part[]) => void = () => {}) {
  const parts: Part[] = []
  const call = async (
    _: string,
    { from, until }: Part,
    { signal }: { readonly signal: AbortSignal },
  ) => {
    parts.push({ from, until })
    onCall(parts)
    if (signal.aborted) throw new Error('cancelled')
    return { seq: stop !== null && stop >= from && stop < until ? stop : null }
  }
  return { session: { call } as unknown as Pick<Session, 'call'>, parts }
}

const REQUEST: StopRequest = {
  trace: 't_1',
  from: 5,
  until: 45_005,
  direction: 'forward',
  triggers: [{ kind: 'exception', type: 'KeyError' }],
}

describe('the search for a stop', () => {
  it('looks through a long trace piece by piece, and tells how far it is', async () => {
    const { session, parts } = servicesWith(null)
    const looked: number[] = []
    const progress = {
      signal: new AbortController().signal,
      onLooked: (n: number) => looked.push(n),
    }
    expect(await findStop(session, REQUEST, progress)).toBeNull()
    expect(parts).toEqual([
      { from: 5, until: 20_005 },
      { from: 20_005, until: 40_005 },
      { from: 40_005, until: 45_005 },
    ])
    expect(looked).toEqual([20_000, 40_000, 45_000])
  })

  it('goes from the end backward, and no further than the stop', async () => {
    const { session, parts } = servicesWith(30_000)
    const progress = { signal: new AbortController().signal, onLooked: () => {} }
    expect(await findStop(session, { ...REQUEST, direction: 'backward' }, progress)).toBe(30_000)
    expect(parts).toEqual([{ from: 25_005, until: 45_005 }])
    const rest = servicesWith(7)
    await findStop(rest.session, { ...REQUEST, direction: 'backward' }, progress)
    expect(rest.parts.at(-1)).toEqual({ from: 5, until: 5005 })
  })

  it('asks for nothing more once it is given up', async () => {
    const search = new AbortController()
    const { session, parts } = servicesWith(44_000, (asked) => asked.length === 2 && search.abort())
    const progress = { signal: search.signal, onLooked: () => {} }
    await expect(findStop(session, REQUEST, progress)).rejects.toThrow('cancelled')
    expect(parts).toHaveLength(2)
  })
})
