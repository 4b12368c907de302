import type { Signal } from '../../../shared/rpc/wire.ts'
import type { StoreReads } from '../../store/store.ts'

/** Ids read from the store at once. */
const IDS_PAGE = 5000

/** Ids of the trajectories that a query keeps, in the order of ids. */
export async function* keptIds(
  store: StoreReads,
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

/** Trajectories that one task of a crew takes: some hundredths of a second of work. */
const PART = 100

/** The same ids in parts. */
export async function* keptParts(
  store: StoreReads,
  where: string,
  signal: Signal,
): AsyncGenerator<string[]> {
  let part: string[] = []
  for await (const id of keptIds(store, where, signal)) {
    part.push(id)
    if (part.length < PART) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
