import { expect } from 'vitest'
import { type Client, createClient } from '../../shared/rpc/client.ts'
import { serve } from '../../shared/rpc/server.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import {
  createTestHouse,
  type TestContract,
  type TestHouse,
  testContract,
} from './test-contract.ts'
import type { WirePair } from './wires.ts'

/** The test contract served over one connection. */
export interface RpcBench {
  readonly pair: WirePair
  readonly house: TestHouse
  readonly client: Client<TestContract>
  /** What was reported as a bug. */
  readonly bugs: readonly { readonly name: string; readonly error: unknown }[]
}

export async function openRpcBench(open: () => Promise<WirePair>): Promise<RpcBench> {
  const pair = await open()
  const house = createTestHouse()
  const bugs: { name: string; error: unknown }[] = []
  serve(testContract, house.handlers, pair.server, (name, error) => bugs.push({ name, error }))
  return { pair, house, client: createClient(testContract, pair.client), bugs }
}

/** The service error that a call ends in; anything else fails the test. */
export async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  const error = await promise.then(
    (answer) => new Error(`it answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}
