import type { CallSpec, Contract, StreamSpec } from '../../shared/rpc/contract.ts'
import type { Handlers } from '../../shared/rpc/server.ts'
import type { Signal } from '../../shared/rpc/wire.ts'
import type { Deps } from './deps.ts'

// biome-ignore lint/suspicious/noExplicitAny: matches any area of the contract
export type AreaContract = Readonly<Record<string, CallSpec<any, any> | StreamSpec<any, any>>>

/** Handlers of one area: a function from what it needs to one handler for each call and stream. */
export type Area<C extends Contract> = (deps: Deps) => Handlers<C>

/** Resolves when the request is no longer wanted; the body of a stream that only listens. */
export function untilAborted(signal: Signal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
