import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Child } from '../../main/host-port.ts'
import { forkChild } from '../../main/hosts/node/fork-child.ts'
import { connect } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import type { Store } from '../../main/store/store.ts'
import { ReaderPool, readerCount } from '../../main/workers/reader-pool.ts'
import { openTestStore, sourceEntries } from './entries.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

const entries = sourceEntries(temporaryFolder())
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function newStore(): Promise<Store> {
  const store = await openTestStore(join(temporaryFolder(), 'some.ndw'), entries)
  closing.push(() => store.close())
  return store
}

/** A file on which SLOW takes many seconds. */
async function slowFile(): Promise<string> {
  const path = join(temporaryFolder(), 'slow.ndw')
  const workspace = await openWorkspace(path)
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  workspace.db.close()
  const db = connect(path, { readonly: false })
  db.exec(`INSERT INTO program VALUES (1, 'p_1', 'one', '', '', NULL, NULL);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    INSERT INTO trace (id, program_key, state, engine, sandbox, python_version, tracer_version,
      max_steps, timeout_seconds, recorded_at)
    SELECT 't_' || i, 1, 'recorded', '', '', '', '', 1, 1, 1 FROM n`)
  db.close()
  return path
}
const SLOW = { where: Array.from({ length: 99 }, (_, i) => `not "x${i}"`).join(' and ') }

function poolOn(path: string, size: number): { pool: ReaderPool; children: Child[] } {
  const children: Child[] = []
  const fork = (): Child => {
    const child = forkChild(entries, 'reader', [path])
    children.push(child)
    return child
  }
  const pool = new ReaderPool({ fork, size })
  closing.push(() => pool.close())
  return { pool, children }
}

describe('a file that is taken away while it is open', () => {
  it.skipIf(process.platform === 'win32')('refuses writes in words until it is back', async () => {
    const path = join(temporaryFolder(), 'some.ndw')
    const store = await openTestStore(path, entries)
    closing.push(() => store.close())
    const write = (name: string) =>
      store.write('traceWhole', { head: headOf(name), batches: [SMALL_BATCH], tail: SMALL_TAIL })
    await write('one')
    renameSync(path, `${path}.away`)
    await expect(write('two')).rejects.toThrow(
      `The workspace file ${path} was removed while it was open, so nothing of this was written;`,
    )
    writeFileSync(path, 'another')
    await expect(write('two')).rejects.toThrow('was replaced by another while it was open')
    renameSync(`${path}.away`, path)
    await write('two')
    expect(await store.read('traceIds', { where: '' })).toHaveLength(2)
  })
})

describe('a store', () => {
  it('reads what it wrote, through real processes', async () => {
    const store = await newStore()
    expect(store.readOnlyReason).toBeNull()
    const writing = { batches: [SMALL_BATCH], tail: SMALL_TAIL }
    await store.write('traceWhole', { head: headOf('one'), ...writing })
    const page = await store.read('tracePage', { where: '', sort: null, offset: 0, limit: 10 })
    expect(page.rows.map((row) => row.program)).toEqual(['one'])
    expect(await store.read('storeInfo', {})).toMatchObject({ traces: 1, programs: 1 })
  })

  it('gives failures their code and sentence across the processes', async () => {
    const store = await newStore()
    await expect(store.read('traceGet', { trace: 't_none' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no trace t_none in this workspace.',
    })
    const head = headOf('a\ud800')
    await expect(
      store.write('traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL }),
    ).rejects.toMatchObject({ code: 'bad-input' })
    await expect(store.read('traceIds', { where: 'a\ud800' })).rejects.toMatchObject({
      code: 'bad-input',
    })
  })

  it('finishes the writes it was asked for when it is closed, and refuses later ones', async () => {
    const store = await newStore()
    const written = Array.from({ length: 20 }, (_, index) =>
      store.write('jobAdd', { row: jobRow(`k_${index}`), input: null, owner: SELF }),
    )
    const closed = store.close()
    await Promise.all([...written, closed])
    await expect(store.write('labelUndo', { act: null, at: 1 })).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(store.read('storeInfo', {})).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('starts a new writer when the thread is lost, and says so to the writes that were under way', async () => {
    const folder = temporaryFolder()
    const flag = join(folder, 'end-the-thread')
    const dying = sourceEntries(
      temporaryFolder(),
      `
      import { existsSync, rmSync } from 'node:fs'
      setInterval(() => {
        if (!existsSync(${JSON.stringify(flag)})) return
        rmSync(${JSON.stringify(flag)})
        process.exit(1)
      }, 5).unref()`,
    )
    const store = await openTestStore(join(folder, 'some.ndw'), dying)
    closing.push(() => store.close())
    const add = (id: string) =>
      store.write('jobAdd', { row: jobRow(id, { state: 'running' }), input: null, owner: SELF })
    await add('k_0')
    await store.write('programTraceBegin', { job: 'k_0', head: headOf('half') })
    writeFileSync(flag, '')
    let failure: unknown = null
    for (let index = 1; failure === null && index < 10_000; index++) {
      await add(`k_${index}`).catch((error: unknown) => {
        failure = error
      })
    }
    expect(failure).toMatchObject({ code: 'unavailable' })
    await Promise.all([add('k_a'), add('k_b')])
    // What was begun in the lost thread has to begin again.
    const tail = { ...SMALL_TAIL, events: 0 }
    await expect(
      store.write('traceFinish', { trace: headOf('half').trace, tail }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await store.write('programTraceBegin', { job: 'k_0', head: headOf('half') })
    await store.write('traceFinish', { trace: headOf('half').trace, tail })
    expect(await store.read('storeInfo', {})).toMatchObject({ traces: 1 })
  })

  it('rejects with its sentence when the file cannot be used', async () => {
    await expect(openTestStore(temporaryFolder(), entries)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is a folder'),
    })
  })
})

describe('the pool of readers', () => {
  it('is one process on two cores and at most four', () => {
    expect([1, 2, 3, 4, 5, 64].map(readerCount)).toEqual([1, 1, 2, 3, 4, 4])
  })

  it('kills a read at its deadline, says so, and answers the next one', async () => {
    const { pool, children } = poolOn(await slowFile(), 1)
    await pool.read('storeInfo', {})
    const slow = pool.read('traceIds', SLOW, { deadlineMs: 200 })
    const next = pool.read('storeInfo', {})
    await expect(slow).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('longer than 0.2 seconds'),
    })
    expect(await next).toMatchObject({ traces: 30000 })
    expect(children).toHaveLength(2)
  })

  it('drops a cancelled read: a waiting one costs nothing, a running one its process', async () => {
    const { pool, children } = poolOn(await slowFile(), 1)
    await pool.read('storeInfo', {})
    const running = new AbortController()
    const waiting = new AbortController()
    const first = pool.read('traceIds', SLOW, { signal: running.signal, deadlineMs: 60_000 })
    const second = pool.read('traceIds', SLOW, { signal: waiting.signal })
    waiting.abort()
    await expect(second).rejects.toMatchObject({ code: 'cancelled' })
    expect(children).toHaveLength(1)
    running.abort()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    expect(await pool.read('storeInfo', {})).toMatchObject({ traces: 30000 })
    expect(children).toHaveLength(2)
    await expect(pool.read('storeInfo', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject(
      { code: 'cancelled' },
    )
  })

  it('rejects in words what a process that died was doing, and goes on', async () => {
    const { pool, children } = poolOn(await slowFile(), 1)
    await pool.read('storeInfo', {})
    const lost = pool.read('traceIds', SLOW, { deadlineMs: 60_000 })
    setTimeout(() => children[0]?.kill(), 100)
    await expect(lost).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('traceIds ended'),
    })
    expect(await pool.read('storeInfo', {})).toMatchObject({ traces: 30000 })
  })

  it('answers a second read while the first is slow when there are two', async () => {
    const { pool } = poolOn(await slowFile(), 2)
    const slow = pool.read('traceIds', SLOW, { deadlineMs: 60_000 })
    const settled = { slow: false }
    const watch = slow.catch(() => {}).finally(() => Object.assign(settled, { slow: true }))
    expect(await pool.read('storeInfo', {})).toMatchObject({ traces: 30000 })
    expect(settled.slow).toBe(false)
    pool.close()
    await watch
    await expect(slow).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('gives up with the reason when readers do not start', async () => {
    const { pool, children } = poolOn(join(temporaryFolder(), 'none.ndw'), 1)
    await expect(pool.read('storeInfo', {})).rejects.toThrow('did not start')
    expect(children).toHaveLength(3)
  })
})
