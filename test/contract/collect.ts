import type { Client } from '../../shared/rpc/client.ts'
import type { Contract, GivenOf, ItemOf, StreamName } from '../../shared/rpc/contract.ts'
import type { ServiceError } from '../../shared/rpc/wire.ts'

/** How a stream went: its items in order, and the error that ended it if any. */
export interface Collected<Item> {
  readonly items: readonly Item[]
  readonly error: ServiceError | null
}

/** Watches a stream until it ends or fails. */
export function collect<C extends Contract, K extends StreamName<C>>(
  client: Client<C>,
  name: K,
  input: GivenOf<C[K]>,
): Promise<Collected<ItemOf<C[K]>>> {
  return new Promise((resolve) => {
    const items: ItemOf<C[K]>[] = []
    client.watch(name, input, {
      onItem: (item) => items.push(item),
      onEnd: () => resolve({ items, error: null }),
      onError: (error) => resolve({ items, error }),
    })
  })
}
