import { afterEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import type { Store } from '../../main/store/store.ts'
import type { SearchKind } from '../../shared/contract/search.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { runMachine } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'
import { EMPTY_BATCH, headOf, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

let opened: { db: WritableDb; store: Store } | null = null
afterEach(() => {
  opened?.db.close()
  opened = null
})

function open(): { db: WritableDb; store: Store } {
  opened = openDirectStore()
  return opened
}

async function indexAll(store: Store): Promise<void> {
  for (let writes = 0; writes < 1000; writes++) {
    const { done, total } = await store.write('searchIndex', {})
    if (done >= total) return
  }
  throw new Error('The index never came to its end.')
}

function find(db: WritableDb, kind: SearchKind, text: string, page = { offset: 0, limit: 500 }) {
  return reads.searchHits(db, { text, kind, ...page }).hits
}

const textOf = (text: string) => ({ text, size: text.length, type: 'str' })

/** Traces whose one variable `n` holds the text, and which return it. */
async function storeText(store: Store, name: string, text: string): Promise<string> {
  const head = headOf(name)
  const batch = {
    ...SMALL_BATCH,
    values: SMALL_BATCH.values.map(([id]): [number, ReturnType<typeof textOf>] => [
      id,
      textOf(`'${text} ${id}'`),
    ]),
  }
  await store.write('traceWhole', { head, batches: [batch], tail: SMALL_TAIL })
  return head.trace
}

describe('the index of search', () => {
  it('is empty until it is asked for, and then grows by what came since', async () => {
    const { db, store } = open()
    const first = await storeText(store, 'one', 'apple')
    expect(find(db, 'value', 'apple')).toEqual([])
    expect(reads.searchState(db, {}).done).toBe(0)
    await indexAll(store)
    expect(new Set(find(db, 'value', 'apple').map(({ trace }) => trace))).toEqual(new Set([first]))
    const second = await storeText(store, 'two', 'pear')
    const { done, total } = reads.searchState(db, {})
    expect(done).toBeLessThan(total)
    expect(find(db, 'value', 'pear')).toEqual([])
    await indexAll(store)
    expect(new Set(find(db, 'value', 'pear').map(({ trace }) => trace))).toEqual(new Set([second]))
    expect(find(db, 'value', 'apple').length).toBeGreaterThan(0)
  })

  it('holds nothing of a trace that is still recorded, nor what waits behind it, until it is finished', async () => {
    const { db, store } = open()
    const head = headOf('long')
    await store.write('programTraceBegin', { job: 'k_1', head })
    await store.write('traceAppend', { trace: head.trace, batch: SMALL_BATCH })
    const behind = await storeText(store, 'short', 'apple')
    await indexAll(store)
    expect(find(db, 'name', 'n')).toEqual([])
    expect(find(db, 'source', 'def')).toEqual([])
    await store.write('traceFinish', { trace: head.trace, tail: SMALL_TAIL })
    await indexAll(store)
    expect(find(db, 'name', 'n').map(({ trace }) => trace)).toEqual([head.trace])
    expect(new Set(find(db, 'value', 'apple').map(({ trace }) => trace))).toEqual(new Set([behind]))
  })

  it('goes on where a trace was given up, whose keys another one takes', async () => {
    const { db, store } = open()
    await storeText(store, 'one', 'apple')
    const gone = headOf('gone')
    await store.write('programTraceBegin', { job: 'k_1', head: gone })
    await store.write('traceAppend', { trace: gone.trace, batch: SMALL_BATCH })
    await indexAll(store)
    await store.write('traceDiscard', { trace: gone.trace })
    const program = { ...headOf('next').program, source: 'def other():\n    pass\n' }
    const head = headOf('next', { program })
    await store.write('traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL })
    await indexAll(store)
    expect(find(db, 'source', 'other')).toMatchObject([{ trace: head.trace, line: 1, seq: 0 }])
    expect(db.pragma('integrity_check')).toBe('ok')
  })

  it('answers in pages that follow each other, shorter values first', async () => {
    const { db, store } = open()
    for (const [at, word] of ['kiwi and more', 'kiwi', 'kiwis'].entries()) {
      await storeText(store, `p${at}`, word)
    }
    await indexAll(store)
    const all = find(db, 'value', 'kiwi').map(({ text }) => text)
    expect(all.findIndex((text) => text.includes('kiwis'))).toBeGreaterThan(
      all.findLastIndex((text) => /kiwi\b/.test(text)),
    )
    const pages = [0, 2, 4].flatMap((offset) => find(db, 'value', 'kiwi', { offset, limit: 2 }))
    expect(pages.map(({ text }) => text)).toEqual(all.slice(0, 6))
    const last = reads.searchHits(db, { text: 'kiwi', kind: 'value', offset: 0, limit: all.length })
    expect(last.more).toBe(false)
  })

  it('says the file and the line of a project, and the first event on it', async () => {
    const { db, store } = open()
    const run = {
      ...runMachine([10, 20, 30, 44, 51, 60, 3, 66], false),
      files: [
        { path: 'tests/a.py', source: 'import b\ndef main(): pass\n', functions: ['main'] },
        { path: 'src/b.py', source: 'unique_word = 1\n', functions: ['f', 'Box.g'] },
      ],
    }
    const trace = await storeTrace(store, run)
    await indexAll(store)
    expect(find(db, 'source', 'def')).toMatchObject([{ trace, file: 'tests/a.py', line: 2 }])
    const at = run.events.findIndex(({ line, function: of }) => line === 2 && of === 'main')
    expect(find(db, 'source', 'def')[0]?.seq).toBe(at === -1 ? null : at)
    for (const hit of find(db, 'source', 'unique_word')) expect(hit.file).toBe('src/b.py')
  })

  it('takes a batch of nothing', async () => {
    const { store } = open()
    const head = headOf('empty')
    const tail = { ...SMALL_TAIL, events: 0, depth: 0, result: null }
    await store.write('traceWhole', { head, batches: [EMPTY_BATCH], tail })
    await indexAll(store)
  })
})
