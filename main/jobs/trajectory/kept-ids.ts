import type { Signal } from '../../../shared/rpc/wire.ts'
import type { Store } from '../../store/store.ts'

/** Ids read from the store at once. */
const IDS_PAGE = 5000

/** Ids of the trajectories that a query keeps, in the order of ids. */
export async function* keptIds(
  store: Store,
  where: string,
  signal: Signal,
): AsyncGenerator<string> {
  let after: string | null = null
  while (true) {
    const page: string[] = await store.read(
      'trajectoryIds',
      { where, after, limit: IDS_PAGE },
      { signal, deadlineMs: 60_000 },
    )
    yield* page
    after = page.at(-1) ?? null
    if (page.length < IDS_PAGE) return
  }
}
