/**
 * Misuse of the client and of `serve` that must not compile: each `@ts-expect-error` fails the type check when
 * the line under it does compile. Never run.
 */
import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { Client } from '../../shared/rpc/client.ts'
import { type Handlers, serve } from '../../shared/rpc/server.ts'
import type { Wire } from '../../shared/rpc/wire.ts'
import { type TestContract, testContract } from './test-contract.ts'

export async function misuseOfCalls(client: Client<TestContract>): Promise<void> {
  // @ts-expect-error a name that is not in the contract
  await client.call('math.subtract', { a: 1, b: 2 })
  // @ts-expect-error a field of the wrong type
  await client.call('math.add', { a: 1, b: '2' })
  // @ts-expect-error a field is missing
  await client.call('math.add', { a: 1 })
  // @ts-expect-error a field that is not in the input
  await client.call('math.add', { a: 1, b: 2, c: 3 })
  // @ts-expect-error no input at all
  await client.call('math.add')
  const answer = await client.call('math.add', { a: 1, b: 2 })
  // @ts-expect-error a field that is not in the output
  answer.product
  // @ts-expect-error the output's field is a number
  answer.sum.toUpperCase()
  // @ts-expect-error a stream is not called
  await client.call('count.to', { to: 3 })
}

export function misuseOfStreams(client: Client<TestContract>): void {
  const onItem = (): void => {}
  // @ts-expect-error a call is not watched
  client.watch('math.add', { a: 1, b: 2 }, { onItem })
  // @ts-expect-error a name that is not in the contract
  client.watch('count.down', { to: 3 }, { onItem })
  // @ts-expect-error a field of the wrong type
  client.watch('count.to', { to: '3' }, { onItem })
  // @ts-expect-error nobody takes the items
  client.watch('count.to', { to: 3 }, {})
  // @ts-expect-error a field that is not in the item
  client.watch('count.to', { to: 3 }, { onItem: (item) => item.text })
}

export function misuseOfServe(handlers: Handlers<TestContract>, wire: Wire): void {
  const report = (): void => {}
  const { 'math.add': _add, ...missing } = handlers
  // @ts-expect-error a handler is missing
  serve(testContract, missing, wire, report)
  const wrongAnswer = { ...handlers, 'math.add': () => ({ sum: '3' }) }
  // @ts-expect-error the answer is of the wrong type
  serve(testContract, wrongAnswer, wire, report)
  const wrongInput = { ...handlers, 'math.add': (input: { c: number }) => ({ sum: input.c }) }
  // @ts-expect-error the handler wants an input that the call does not bring
  serve(testContract, wrongInput, wire, report)
  const callForStream = { ...handlers, 'count.to': () => ({ n: 1 }) }
  // @ts-expect-error a stream's handler promises its end
  serve(testContract, callForStream, wire, report)
  // @ts-expect-error the item is of the wrong type
  serve(testContract, { ...handlers, 'count.to': async (_, emit) => emit('1') }, wire, report)
  // @ts-expect-error nobody is told of bugs
  serve(testContract, handlers, wire)
}

export async function misuseOfTheWorkbench(client: Client<WorkbenchContract>): Promise<void> {
  // @ts-expect-error an id is text
  await client.call('trace.get', { trace: 1 })
  const page = { where: '', offset: 0, limit: 10 }
  await client.call('trace.page', { ...page, sort: { column: 'depth', descending: true } })
  // @ts-expect-error a sort column that the table does not have
  await client.call('trace.page', { ...page, sort: { column: 'colour', descending: true } })
  // @ts-expect-error a class that is not in the closed set
  await client.call('label.set', { trajectory: 'j', step: 0, class: 'boring' })
  // @ts-expect-error a job is followed, not called
  await client.call('job.follow', { job: 'k' })
  const { row } = await client.call('trajectory.get', { trajectory: 'j' })
  // @ts-expect-error a direction is one of two words
  if (row.direction === 'sideways') throw new Error('impossible')
}
