import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from '../../shared/contract/schema.ts'
import { type Client, createClient } from '../../shared/rpc/client.ts'
import { call, stream } from '../../shared/rpc/contract.ts'
import { collect } from './collect.ts'
import { failure, openRpcBench, type RpcBench } from './rpc-bench.ts'
import type { TestContract, TestHouse } from './test-contract.ts'
import { WIRES, type WirePair } from './wires.ts'

describe.each(WIRES)('the ends of rpc over $name', ({ open }) => {
  let client: Client<TestContract>
  let house: TestHouse
  let bugs: RpcBench['bugs']
  let pair: WirePair

  beforeEach(async () => {
    ;({ client, house, bugs, pair } = await openRpcBench(open))
  })
  afterEach(() => pair.dispose())

  describe('a lost wire', () => {
    test('rejects all that is pending, aborts the handlers, refuses what follows', async () => {
      const closed = Promise.withResolvers<void>()
      client.onClose(closed.resolve)
      const calls = ['a', 'b'].map((gate) => failure(client.call('gate.pass', { gate })))
      const watched = collect(client, 'count.on', { gate: 'c' })
      await Promise.all(['a', 'b', 'c'].map(house.arrived))
      pair.lose()
      await closed.promise
      for (const error of [...(await Promise.all(calls)), (await watched).error]) {
        expect(error?.code).toBe('unavailable')
        expect(error?.message).toBe('The connection to the workbench was lost.')
      }
      await Promise.all(['a', 'b', 'c'].map(house.aborted))
      const late = await failure(client.call('math.add', { a: 1, b: 1 }))
      expect(late.code).toBe('unavailable')
      expect((await collect(client, 'count.to', { to: 1 })).error?.code).toBe('unavailable')
      const lateListener = Promise.withResolvers<void>()
      client.onClose(lateListener.resolve)
      await lateListener.promise
      expect(bugs).toEqual([])
    })

    test('closed by the client aborts its handlers', async () => {
      const answer = failure(client.call('gate.pass', { gate: 'a' }))
      await house.arrived('a')
      client.close()
      expect((await answer).code).toBe('unavailable')
      await house.aborted('a')
    })

    test('a stream stopped by then hears nothing of it', async () => {
      const heard: string[] = []
      const stop = client.watch(
        'count.on',
        { gate: 'a' },
        { onItem: () => {}, onError: (error) => heard.push(error.code) },
      )
      client.onClose(stop)
      await house.arrived('a')
      const other = failure(client.call('gate.pass', { gate: 'b' }))
      pair.lose()
      await other
      expect(heard).toEqual([])
    })
  })

  describe('a server that speaks another contract', () => {
    const stricter = {
      'math.add': call({
        input: z.object({ a: z.int(), b: z.int() }),
        output: z.object({ sum: z.int().max(10) }),
      }),
      'count.to': stream({
        input: z.object({ to: z.int() }),
        item: z.object({ n: z.int().max(1) }),
      }),
      'math.root': call({ input: z.object({}), output: z.object({}) }),
    }

    test('is caught by the client: answers, items, unknown names', async () => {
      const strict = createClient(stricter, pair.client)
      expect(await strict.call('math.add', { a: 1, b: 2 })).toEqual({ sum: 3 })
      const error = await failure(strict.call('math.add', { a: 8, b: 8 }))
      expect(error.code).toBe('failed')
      expect(error.message).toMatch(/^The answer of math\.add is not valid at sum: /)
      const { items, error: atItem } = await collect(strict, 'count.to', { to: 5 })
      expect(items).toEqual([{ n: 0 }, { n: 1 }])
      expect(atItem?.message).toMatch(/^An item of count\.to is not valid at n: /)
      const unknown = await failure(strict.call('math.root', {}))
      expect(unknown.code).toBe('not-found')
      expect(unknown.message).toBe('There is no call named math.root.')
    })
  })
})
