import { expect, it } from 'vitest'
import type { JobProgress } from '../../main/jobs/kind.ts'
import { sample } from '../../main/jobs/kinds/sample.ts'
import { reads } from '../../main/store/reads.ts'
import { must } from '../../shared/base/assert.ts'
import { runJob, storeWithJob } from './job-on-store.ts'
import { headOf } from './samples.ts'

/** What a job that draws from so many traces told of its progress. */
async function sampled(count: number, traces: number): Promise<readonly JobProgress[]> {
  const heads = Array.from({ length: traces }, (_, i) => headOf(`program ${i}`))
  const db = await storeWithJob(heads)
  const one = traces === 1 ? must(reads.traceIds(db, { where: '' })[0], 'trace') : null
  const input = { trace: one, where: '', policy: 'paper-mix', seed: 1, count }
  const { told } = await runJob(db, sample, { ...input, direction: 'forward', entry: null })
  db.close()
  return told
}

it('a sample of one trace tells of every batch it has staged', async () => {
  const told = await sampled(1200, 1)
  expect(told.map(({ done }) => done)).toEqual([500, 1000, 1200])
  expect(told[0]).toEqual({ done: 500, total: 1200, text: '500 trajectories drawn' })
})

it('a sample of many traces never goes back', async () => {
  const told = await sampled(600, 3)
  const done = told.map((progress) => progress.done)
  expect(done).toEqual([...done].sort((a, b) => a - b))
  expect(told.at(-1)).toMatchObject({ done: 1800, total: 1800 })
})
