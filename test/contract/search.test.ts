import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../../main/services/deps.ts'
import { searchHandlers } from '../../main/services/search.ts'
import { SEARCH_KINDS, type SearchNews } from '../../shared/contract/search.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { runMachine } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'
import { collect } from './collect.ts'
import { type Bench, openBench, recordAll, sampleProgram } from './workbench-bench.ts'

let bench: Bench
let trace: string
beforeAll(async () => {
  bench = await openBench()
  const traces = await recordAll(bench.client, [await sampleProgram('merge-sort')])
  trace = traces[0] ?? ''
}, 60_000)
afterAll(() => bench?.close())

const find = (input: Parameters<typeof bench.client.watch<'search.find'>>[1]) =>
  collect(bench.client, 'search.find', input)

test('search.find tells how far the index has come, and ends with hits in everything', async () => {
  const { items, error } = await find({ text: 'merge' })
  expect(error).toBeNull()
  expect(items[0]?.done).toBeLessThan(items[0]?.total ?? 0)
  const last = items.at(-1)
  expect(last?.done).toBe(last?.total)
  expect(last?.groups?.map(({ kind }) => kind)).toEqual(SEARCH_KINDS)
  const lines = last?.groups?.[0]?.hits ?? []
  expect(lines.length).toBeGreaterThan(1)
  for (const hit of lines) {
    expect(hit.trace).toBe(trace)
    const [from, to] = hit.marks[0] ?? [0, 0]
    expect(hit.text.slice(from, to).toLowerCase()).toMatch(/^merge/)
    if (hit.seq === null) continue
    const events = await bench.client.call('trace.events', { trace, offset: hit.seq, limit: 1 })
    expect(events.rows[0]?.line).toBe(hit.line)
  }
})

test('search.find of what is indexed answers at once, a kind by itself in pages', async () => {
  const { items } = await find({ text: 'merge', kind: 'source', limit: 1 })
  expect(items).toHaveLength(1)
  const [group] = items[0]?.groups ?? []
  expect(group).toMatchObject({ kind: 'source', more: true })
  const next = await find({ text: 'merge', kind: 'source', limit: 1, offset: 1 })
  expect(next.items[0]?.groups?.[0]?.hits).not.toEqual(group?.hits)
})

test.each([
  '',
  '"',
  '"" OR *',
  'NEAR(a b)',
  'a AND',
  "'; DROP TABLE value; --",
  '\0',
  '\ud83d',
  '^x:y -z',
])('search.find takes %j as words', async (text) => {
  const { items, error } = await find({ text })
  expect(error).toBeNull()
  expect(items.at(-1)?.groups).toHaveLength(SEARCH_KINDS.length)
})

test.each([
  [{ text: 'x', kind: 'state' }, /kind/],
  [{ text: 'x'.repeat(1001) }, /text/],
  [{ text: 'x', limit: 501 }, /limit/],
])('search.find refuses %j', async (input, message) => {
  const { error } = await find(input as never)
  expect(error?.code).toBe('bad-input')
  expect(error?.message).toMatch(message)
})

test('values and names lead to the event at which they show first', async () => {
  const { items } = await find({ text: 'items', kind: 'name' })
  const hit = items.at(-1)?.groups?.[0]?.hits[0]
  if (hit === undefined || hit.seq === null) throw new Error('The name was not found.')
  const { rows } = await bench.client.call('trace.events', { trace, offset: 0, limit: 500 })
  const first = rows.find(({ locals }) => locals.some(([name]) => name === hit.variable))
  expect(first?.seq).toBe(hit.seq)
})

test('a store that cannot be written says that it is not all indexed, and answers with what is', async () => {
  const { store } = openDirectStore()
  await storeTrace(store, runMachine([44, 51, 60, 3, 66], false))
  const readOnlyReason = 'The workspace is on a disk that cannot be written.'
  const handlers = searchHandlers({ store: { ...store, readOnlyReason } } as Deps)
  const news: SearchNews[] = []
  const ctx = { signal: new AbortController().signal, drained: async () => {} }
  await handlers['search.find'](
    { text: 'def', kind: null, offset: 0, limit: 9 },
    (item) => news.push(item),
    ctx,
  )
  expect(news).toHaveLength(1)
  expect(news[0]?.incomplete).toMatch(/^Not everything is indexed.*\. The workspace is on a disk/)
  expect(news[0]?.groups?.flatMap(({ hits }) => hits)).toEqual([])
})
