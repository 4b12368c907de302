import { beforeEach, expect, test } from 'vitest'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { serve } from '../../shared/rpc/server.ts'
import type { Wire } from '../../shared/rpc/wire.ts'
import { createTestHouse, type TestHouse, testContract } from './test-contract.ts'

/** A client of raw messages: what a page that is not ours could send. */
let wire: Wire
let house: TestHouse
let answers: unknown[]
let bugs: string[]

beforeEach(() => {
  const [client, server] = createMemoryWires()
  wire = client
  house = createTestHouse()
  answers = []
  bugs = []
  serve(testContract, house.handlers, server, (name) => bugs.push(name))
  wire.onMessage((message) => answers.push(message))
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('messages of no known shape are ignored', async () => {
  const shapes = [null, 1, 'call', [], {}, { t: 'call' }, { t: 'call', id: 'x', name: 'math.add' }]
  for (const shape of shapes) wire.post(shape)
  for (const shape of [
    { t: 'call', id: 1 },
    { t: 'value', id: 2, value: 3 },
  ])
    wire.post(shape)
  wire.post({ t: 'cancel', id: 99 })
  wire.post({ t: 'call', id: 3, name: 'math.add', input: { a: 1, b: 1 } })
  await settled()
  expect(answers).toEqual([{ t: 'value', id: 3, value: { sum: 2 } }])
})

test('names of every object are not names of calls', async () => {
  const names = ['toString', '__proto__', 'constructor', 'hasOwnProperty']
  for (const [id, name] of names.entries()) wire.post({ t: 'call', id, name, input: {} })
  await settled()
  expect(answers).toEqual(
    names.map((name, id) => ({
      t: 'error',
      id,
      code: 'not-found',
      message: `There is no call named ${name}.`,
    })),
  )
})

test('a call is not a stream, nor the other way round', async () => {
  wire.post({ t: 'watch', id: 1, name: 'math.add', input: { a: 1, b: 1 } })
  wire.post({ t: 'call', id: 2, name: 'count.to', input: { to: 1 } })
  await settled()
  expect(answers).toMatchObject([
    { t: 'error', id: 1, code: 'not-found', message: 'There is no stream named math.add.' },
    { t: 'error', id: 2, code: 'not-found', message: 'There is no call named count.to.' },
  ])
})

test('a number in use is refused and the first request goes on', async () => {
  wire.post({ t: 'call', id: 7, name: 'gate.pass', input: { gate: 'a' } })
  wire.post({ t: 'call', id: 7, name: 'math.add', input: { a: 1, b: 1 } })
  await house.arrived('a')
  house.open('a')
  await settled()
  expect(answers).toMatchObject([
    { t: 'error', id: 7, code: 'bad-input' },
    { t: 'value', id: 7, value: { gate: 'a' } },
  ])
})

test('a number used again after a cancel gets its own answer, not the old one', async () => {
  wire.post({ t: 'call', id: 7, name: 'gate.pass', input: { gate: 'old' } })
  await house.arrived('old')
  wire.post({ t: 'cancel', id: 7 })
  wire.post({ t: 'call', id: 7, name: 'gate.pass', input: { gate: 'new' } })
  await house.arrived('new')
  await settled()
  expect(answers).toEqual([])
  house.open('new')
  await settled()
  expect(answers).toEqual([{ t: 'value', id: 7, value: { gate: 'new' } }])
})

test('a cancelled call that fails afterwards is nobody’s business', async () => {
  const [client, server] = createMemoryWires()
  const handlers = {
    ...house.handlers,
    'gate.pass': (_input: unknown, ctx: { signal: AbortSignalLike }) =>
      new Promise<{ gate: string }>((_resolve, reject) => {
        ctx.signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  }
  serve(testContract, handlers, server, (name) => bugs.push(name))
  client.onMessage((message) => answers.push(message))
  client.post({ t: 'call', id: 1, name: 'gate.pass', input: { gate: 'a' } })
  client.post({ t: 'cancel', id: 1 })
  await settled()
  expect(answers).toEqual([])
  expect(bugs).toEqual([])
})

test('a cancelled stream sends neither items nor its end', async () => {
  wire.post({ t: 'watch', id: 1, name: 'count.on', input: { gate: 'a' } })
  await house.arrived('a')
  wire.post({ t: 'cancel', id: 1 })
  await house.aborted('a')
  house.emit(5)
  await settled()
  expect(answers).toEqual([])
})

test('a stream that failed sends nothing after its error', async () => {
  wire.post({ t: 'watch', id: 1, name: 'fail.item', input: {} })
  await house.aborted('fail.item')
  await settled()
  expect(answers.map((answer) => (answer as { t: string }).t)).toEqual(['item', 'error'])
})

test('an abort listener that throws is reported and the others still run', async () => {
  const [client, server] = createMemoryWires()
  const ran: string[] = []
  const handlers = {
    ...house.handlers,
    'gate.pass': (input: { gate: string }, ctx: { signal: AbortSignalLike }) => {
      ctx.signal.addEventListener('abort', () => {
        throw new Error('cannot stop')
      })
      ctx.signal.addEventListener('abort', () => ran.push('second'))
      return new Promise<{ gate: string }>(() => void input)
    },
  }
  serve(testContract, handlers, server, (name) => bugs.push(name))
  client.post({ t: 'call', id: 1, name: 'gate.pass', input: { gate: 'a' } })
  client.post({ t: 'cancel', id: 1 })
  await settled()
  expect(ran).toEqual(['second'])
  expect(bugs).toEqual(['gate.pass'])
})

interface AbortSignalLike {
  addEventListener(type: 'abort', listener: () => void): void
}
