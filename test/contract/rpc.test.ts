import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../shared/rpc/client.ts'
import { collect } from './collect.ts'
import { failure, openRpcBench, type RpcBench } from './rpc-bench.ts'
import type { TestContract, TestHouse } from './test-contract.ts'
import { WIRES, type WirePair } from './wires.ts'

describe.each(WIRES)('rpc over $name', ({ name, open }) => {
  let client: Client<TestContract>
  let house: TestHouse
  let bugs: RpcBench['bugs']
  let pair: WirePair

  beforeEach(async () => {
    ;({ client, house, bugs, pair } = await openRpcBench(open))
  })
  afterEach(() => pair.dispose())

  describe('calls', () => {
    test('answer with the parsed output', async () => {
      expect(await client.call('math.add', { a: 2, b: 40 })).toEqual({ sum: 42 })
    })

    test('refuse a bad input with the place of the problem', async () => {
      const error = await failure(client.call('math.add', { a: 1, b: 1.5 }))
      expect(error.code).toBe('bad-input')
      expect(error.message).toMatch(/^The input of math\.add is not valid at b: /)
      expect(bugs).toEqual([])
    })

    test('refuse an input that is not JSON, and stay usable', async () => {
      const error = await failure(client.call('math.add', { a: 1n as unknown as number, b: 1 }))
      expect(error.code).toBe('bad-input')
      expect(await client.call('math.add', { a: 1, b: 1 })).toEqual({ sum: 2 })
    })

    test.each(['math.subtract', 'toString', '__proto__', 'count.to'])(
      'refuse the unknown name %s at the client',
      async (name) => {
        const error = await failure(client.call(name as 'math.add', { a: 1, b: 1 }))
        expect(error.message).toBe(`There is no call named ${name}.`)
      },
    )

    test('answer out of order when later ones are done first', async () => {
      const done: string[] = []
      const calls = ['a', 'b', 'c'].map((gate) =>
        client.call('gate.pass', { gate }).then((answer) => done.push(answer.gate)),
      )
      await Promise.all(['a', 'b', 'c'].map(house.arrived))
      for (const gate of ['c', 'a', 'b']) house.open(gate)
      await Promise.all(calls)
      expect(done).toEqual(['c', 'a', 'b'])
    })

    test('larger than the wire carries are refused or answered, and the wire stays', async () => {
      const answer = client.call('text.echo', { text: 'é'.repeat(600_000) })
      if (name === 'WebSocket on loopback') {
        const error = await failure(answer)
        expect(error.code).toBe('bad-input')
        expect(error.message).toContain('larger than 1 MiB')
      } else expect((await answer).text).toHaveLength(600_000)
      expect(await client.call('math.add', { a: 2, b: 2 })).toEqual({ sum: 4 })
    })

    test('run many at once without mixing them up', async () => {
      const numbers = Array.from({ length: 1000 }, (_, n) => n)
      const answers = await Promise.all(numbers.map((n) => client.call('math.add', { a: n, b: n })))
      expect(answers.map((answer) => answer.sum)).toEqual(numbers.map((n) => n + n))
    })

    test('carry large texts of every kind of character', async () => {
      const text = '\u0000\u2028"\\é漢😀\ud800 '.repeat(30_000)
      expect((await client.call('text.echo', { text })).text === text).toBe(true)
    })
  })

  describe('failures', () => {
    test('meant for people arrive as they are', async () => {
      const error = await failure(client.call('fail.person', {}))
      expect(error.code).toBe('conflict')
      expect(error.message).toBe('The job has ended already; nothing was cancelled.')
      expect(bugs).toEqual([])
    })

    test('of a handler become one sentence, and are reported', async () => {
      const error = await failure(client.call('fail.bug', {}))
      expect(error.code).toBe('failed')
      expect(error.message).toBe('fail.bug failed inside the workbench: undefined is not a trace')
      expect(bugs).toHaveLength(1)
      expect(bugs[0]?.name).toBe('fail.bug')
      expect(bugs[0]?.error).toBeInstanceOf(TypeError)
    })

    test('an output that does not fit is caught by the server', async () => {
      const error = await failure(client.call('fail.output', {}))
      expect(error.code).toBe('failed')
      expect(error.message).toMatch(/fail\.output failed .* its answer is not valid at count: /)
      expect(bugs.map((bug) => bug.name)).toEqual(['fail.output'])
    })

    // A port clones more than JSON; whatever is served over it is served over the other wires too.
    test.skipIf(name === 'message port')('an output that is not JSON is caught', async () => {
      const error = await failure(client.call('fail.json', {}))
      expect(error.code).toBe('failed')
      expect(bugs.map((bug) => bug.name)).toEqual(['fail.json'])
    })
  })

  describe('cancelled', () => {
    test('a call is rejected at once and its handler is told', async () => {
      const stop = new AbortController()
      const answer = client.call('gate.pass', { gate: 'a' }, { signal: stop.signal })
      await house.arrived('a')
      stop.abort()
      const error = await failure(answer)
      expect(error.code).toBe('cancelled')
      await house.aborted('a')
      expect(await client.call('math.add', { a: 1, b: 2 })).toEqual({ sum: 3 })
    })

    test('before it began, a call never reaches the server', async () => {
      const answer = client.call('gate.pass', { gate: 'a' }, { signal: AbortSignal.abort() })
      expect((await failure(answer)).code).toBe('cancelled')
      let reached = false
      void house.arrived('a').then(() => {
        reached = true
      })
      await client.call('math.add', { a: 0, b: 0 })
      expect(reached).toBe(false)
    })

    test('after its answer, nothing happens', async () => {
      const stop = new AbortController()
      const sum = await client.call('math.add', { a: 1, b: 2 }, { signal: stop.signal })
      stop.abort()
      expect(sum).toEqual({ sum: 3 })
    })

    test('a stream brings no more items and its handler is told', async () => {
      const items: number[] = []
      const first = Promise.withResolvers<void>()
      const stop = client.watch(
        'count.on',
        { gate: 'a' },
        {
          onItem: ({ n }) => {
            items.push(n)
            first.resolve()
          },
          onEnd: () => items.push(-1),
          onError: () => items.push(-2),
        },
      )
      await house.arrived('a')
      house.emit(1)
      await first.promise
      stop()
      house.emit(2)
      await house.aborted('a')
      house.emit(3)
      await client.call('math.add', { a: 0, b: 0 })
      expect(items).toEqual([1])
    })
  })

  describe('streams', () => {
    test('keep the order of items sent back to back, and end', async () => {
      const { items, error } = await collect(client, 'count.to', { to: 2000 })
      expect(error).toBeNull()
      expect(items).toEqual(Array.from({ length: 2000 }, (_, n) => ({ n })))
    })

    test('may be empty', async () => {
      expect(await collect(client, 'count.to', { to: 0 })).toEqual({ items: [], error: null })
    })

    test('run side by side', async () => {
      const all = await Promise.all([3, 5, 1].map((to) => collect(client, 'count.to', { to })))
      expect(all.map(({ items }) => items.length)).toEqual([3, 5, 1])
    })

    test('refuse a bad input', async () => {
      const { error } = await collect(client, 'count.to', { to: -1 })
      expect(error?.code).toBe('bad-input')
    })

    test('that fail half way deliver what came before, then the error', async () => {
      const { items, error } = await collect(client, 'fail.stream', { after: 3 })
      expect(items).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
      expect(error?.code).toBe('failed')
      expect(error?.message).toContain('the tape tore')
      expect(bugs.map((bug) => bug.name)).toEqual(['fail.stream'])
    })

    test('with a bad item end there, and the handler is told', async () => {
      const { items, error } = await collect(client, 'fail.item', {})
      expect(items).toEqual([{ n: 1 }])
      expect(error?.code).toBe('failed')
      expect(error?.message).toContain('its item is not valid at n')
      await house.aborted('fail.item')
      expect(bugs.map((bug) => bug.name)).toEqual(['fail.item'])
    })

    test('a bad item does not reach into whoever emitted it', async () => {
      const bad = collect(client, 'count.on', { gate: 'a' })
      await house.arrived('a')
      expect(() => house.emit(0.5)).not.toThrow()
      expect((await bad).error?.code).toBe('failed')
    })

    test('refuse an unknown name at the client', () => {
      const watch = () => client.watch('math.add' as 'count.to', { to: 1 }, { onItem: () => {} })
      expect(watch).toThrow('There is no stream named math.add.')
    })
  })
})
