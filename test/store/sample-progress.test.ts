import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JobContext, JobProgress } from '../../main/jobs/kind.ts'
import { sample } from '../../main/jobs/kinds/sample.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { isReadName, reads } from '../../main/store/reads.ts'
import type { Store } from '../../main/store/store.ts'
import { runWrite } from '../../main/store/writes.ts'
import { must } from '../../shared/base/assert.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL } from './samples.ts'

/** A store in this thread, and what a job on it told of its progress. */
async function sampled(count: number, traces: number): Promise<readonly JobProgress[]> {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  const { db } = workspace
  runWrite(db, 'jobAdd', { row: jobRow('k_1', { state: 'running' }), input: null, owner: SELF })
  for (let i = 0; i < traces; i++) {
    const head = headOf(`program ${i}`)
    runWrite(db, 'traceWhole', { head, batches: [SMALL_BATCH], tail: SMALL_TAIL })
  }
  const told: JobProgress[] = []
  const store = {
    read: async (name: string, input: never) => {
      if (!isReadName(name)) throw new Error(name)
      return reads[name](db, input)
    },
    write: async (name: never, input: never) => runWrite(db, name, input),
  }
  const ctx = {
    jobId: 'k_1',
    signal: new AbortController().signal,
    ready: async () => {},
    store: store as unknown as Store,
    report: (progress: JobProgress) => told.push(progress),
    made: () => {},
    changed: () => {},
  }
  const one = traces === 1 ? must(reads.traceIds(db, { where: '' })[0], 'trace') : null
  const input = { trace: one, where: '', policy: 'paper-mix', seed: 1, count }
  await sample.run({ ...input, direction: 'forward', entry: null }, ctx as unknown as JobContext)
  db.close()
  return told
}

it('a sample of one trace tells of every batch it has staged', async () => {
  const told = await sampled(1200, 1)
  expect(told.map(({ done }) => done)).toEqual([500, 1000, 1200, 1200])
  expect(told[0]).toEqual({ done: 500, total: 1200, text: '500 trajectories drawn' })
})

it('a sample of many traces never goes back', async () => {
  const told = await sampled(600, 3)
  const done = told.map((progress) => progress.done)
  expect(done).toEqual([...done].sort((a, b) => a - b))
  expect(told.at(-1)).toMatchObject({ done: 1800, total: 1800 })
})
