import type {
  Cell,
  CorpusCursor,
  CorpusRow,
  corpus,
  FacetCounts,
  SavedView,
} from '../../shared/contract/corpus.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import type { Area } from './area.ts'

/** An answer looks at no more rows than these milliseconds allow, and says where to go on. */
const ANSWER_MS = 700
const MOST_FACET_VALUES = 50

export const corpusHandlers: Area<typeof corpus> = ({ store }) => ({
  'corpus.page': async (input, { signal }) => {
    const { total } = await store.read('corpusTotal', { level: input.level }, { signal })
    const rows: CorpusRow[] = []
    const until = performance.now() + ANSWER_MS
    let next: CorpusCursor | null = input.after
    let scanned = 0
    do {
      const limit = input.limit - rows.length
      const part = await store.read('corpusRows', { ...input, after: next, limit }, { signal })
      rows.push(...part.rows)
      scanned += part.scanned
      next = part.next
    } while (next !== null && rows.length < input.limit && performance.now() < until)
    return { rows, next, scanned, total }
  },
  'corpus.slice': (input, { signal }) => store.read('corpusSlice', input, { signal }),
  'corpus.position': (input, { signal }) => store.read('corpusPosition', input, { signal }),
  'corpus.count': async ({ level, where, facets }, emit, { signal, drained }) => {
    const { total } = await store.read('corpusTotal', { level }, { signal })
    const counts = facets.map(() => new Map<Cell, number>())
    let next: CorpusCursor | null = null
    let [scanned, matched] = [0, 0]
    do {
      const part: Awaited<ReturnType<typeof store.read<'corpusFacets'>>> = await store.read(
        'corpusFacets',
        { level, where, facets, after: next },
        { signal },
      )
      scanned += part.scanned
      matched += part.matched
      next = part.next
      for (const [at, values] of part.values.entries()) {
        const map = counts[at]
        for (const { value, count } of values) map?.set(value, (map.get(value) ?? 0) + count)
      }
      const complete = next === null
      const told = facets.map((by, at) => facetOf(by, counts[at] ?? new Map()))
      emit({ scanned: complete ? total : scanned, total, matched, complete, facets: told })
      await drained()
    } while (next !== null && !signal.aborted)
  },
  'corpus.views': async (_, { signal }) => {
    const stored = await store.read('settingGet', { name: 'views' }, { signal })
    return withSorts({ views: (stored ?? []) as SavedView[] })
  },
  'corpus.saveView': async (view) => {
    const name = view.name.trim()
    if (name === '') throw new ServiceError('bad-input', 'A view needs a name to be saved under.')
    return withSorts(
      await store.write('viewSave', { view: { ...view, name, savedAt: Date.now() } }),
    )
  },
  'corpus.removeView': async ({ name }) => withSorts(await store.write('viewRemove', { name })),
  'corpus.sql': (input, { signal }) => store.read('corpusSql', input, { signal }),
})

/** Views of before there was a sort in them have none. */
function withSorts({ views }: { readonly views: readonly SavedView[] }): { views: SavedView[] } {
  return { views: views.map((view) => ({ ...view, sort: view.sort ?? [] })) }
}

function facetOf(by: string, counts: ReadonlyMap<Cell, number>): FacetCounts {
  const ranges = [...counts.keys()].some((value) => typeof value === 'number')
  const values = [...counts].map(([value, count]) => ({ value, count }))
  const number = (value: Cell): number =>
    typeof value === 'number' ? value : Number.NEGATIVE_INFINITY
  values.sort((a, b) => (ranges ? number(a.value) - number(b.value) : b.count - a.count))
  return {
    by,
    ranges,
    values: values.slice(0, MOST_FACET_VALUES),
    more: Math.max(0, values.length - MOST_FACET_VALUES),
  }
}
