import { describe, expect, it, vi } from 'vitest'
import { createSession, type Session } from '../../renderer/src/api/session.ts'
import { stateCache } from '../../renderer/src/api/state-cache.ts'
import { treeStream } from '../../renderer/src/api/tree-stream.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

async function sessionOf(handlers: Partial<Handlers<WorkbenchContract>>): Promise<Session> {
  const all: Partial<Handlers<WorkbenchContract>> = {
    'host.describe': () => ({
      host: 'web',
      version: '0',
      store: '/store',
      readOnly: false,
      readOnlyReason: null,
      capabilities: { reveal: false, pickFolder: false },
    }),
    'host.changes': (_, __, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    ...handlers,
  }
  const session = createSession(async () => {
    const [page, services] = createMemoryWires()
    serve(contract, all as Handlers<WorkbenchContract>, services, () => {})
    return page
  })
  await session.connect()
  return session
}

function chunk(from: number, count: number) {
  const column = <T,>(value: T): T[] => Array.from({ length: count }, () => value)
  return {
    from,
    close: Array.from({ length: count }, (_, index) => from + index),
    parent: column(-1),
    depth: column(1),
    kind: column('line' as const),
    line: column(1),
    file: [],
    function: column('f'),
    activation: column(0),
    frame: column(0),
    flags: column(0),
  }
}

describe('tree stream', () => {
  it('shows the first chunk at once, ends with all of them, and is kept', async () => {
    let reads = 0
    const session = await sessionOf({
      'tree.nodes': async (_, emit) => {
        reads += 1
        for (let from = 0; from < 2000; from += 500) emit(chunk(from, 500))
      },
    })
    const stream = treeStream(session, 't')
    await vi.waitFor(() => expect(stream.get().chunks.length).toBeGreaterThan(0))
    await vi.waitFor(() => expect(stream.get().status).toBe('done'))
    expect(stream.get().chunks.map(({ from }) => from)).toEqual([0, 500, 1000, 1500])
    expect(treeStream(session, 't')).toBe(stream)
    expect(reads).toBe(1)
  })

  it('keeps what it has when it fails, and reads again on demand', async () => {
    let fail = true
    const session = await sessionOf({
      'tree.nodes': async (_, emit) => {
        emit(chunk(0, 3))
        if (fail) throw new ServiceError('unavailable', 'The reader was replaced.')
      },
    })
    const stream = treeStream(session, 't')
    await vi.waitFor(() => expect(stream.get().status).toBe('failed'))
    expect(stream.get()).toMatchObject({ error: 'The reader was replaced.' })
    expect(stream.get().chunks).toHaveLength(1)
    fail = false
    stream.retry()
    await vi.waitFor(() => expect(stream.get().status).toBe('done'))
    expect(stream.get().chunks).toHaveLength(1)
  })
})

describe('state cache', () => {
  it('asks for each state once, the newest wish first, in batches', async () => {
    const asked: number[][] = []
    const session = await sessionOf({
      'tree.states': ({ seqs }) => {
        asked.push([...seqs])
        return { states: seqs.map((seq) => ({ seq, locals: [], arg: null })) }
      },
    })
    const cache = stateCache(session, 't')
    cache.want([1, 2, 2])
    cache.want([3, 1])
    await vi.waitFor(() => expect(cache.get(3)).toBeDefined())
    expect(asked).toEqual([[1, 2], [3]])
    cache.want([1, 2, 3])
    cache.want(Array.from({ length: 100 }, (_, index) => 100 + index))
    await vi.waitFor(() => expect(cache.get(199)).toBeDefined())
    expect(asked.slice(2).map((batch) => batch.length)).toEqual([64, 36])
  })

  it('asks again for what an answer had no room for, behind what is wanted since', async () => {
    const asked: number[][] = []
    const session = await sessionOf({
      'tree.states': ({ seqs }) => {
        asked.push([...seqs])
        return { states: seqs.slice(0, 2).map((seq) => ({ seq, locals: [], arg: null })) }
      },
    })
    const cache = stateCache(session, 't')
    cache.want([1, 2, 3, 4, 5])
    cache.want([9, 3])
    await vi.waitFor(() => expect(cache.get(5)).toBeDefined())
    expect(asked).toEqual([
      [1, 2, 3, 4, 5],
      [9, 3, 4, 5],
      [4, 5],
    ])
  })

  it('tells in words that reading failed, and tries again when asked', async () => {
    let fail = true
    const session = await sessionOf({
      'tree.states': ({ seqs }) => {
        if (fail) throw new ServiceError('unavailable', 'The store is closed.')
        return { states: seqs.map((seq) => ({ seq, locals: [], arg: null })) }
      },
    })
    const cache = stateCache(session, 't')
    cache.want([1])
    await vi.waitFor(() => expect(cache.error()).toBe('The store is closed.'))
    fail = false
    cache.want([1])
    await vi.waitFor(() => expect(cache.get(1)).toBeDefined())
    expect(cache.error()).toBeNull()
  })
})
