import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Crew } from '../../main/jobs/crew/crew.ts'
import { crewHere } from '../../main/jobs/crew/tasks.ts'
import { exportKind } from '../../main/jobs/kinds/export.ts'
import { sample } from '../../main/jobs/kinds/sample.ts'
import {
  type CountProgress,
  countTrajectories,
} from '../../main/jobs/trajectory/count-trajectories.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import type { StoreReads } from '../../main/store/store.ts'
import { ThreadCrew } from '../../main/workers/thread-crew.ts'
import type { SampleRequest } from '../../shared/contract/trajectories.ts'
import { sourceEntries } from './entries.ts'
import { temporaryFolder } from './folders.ts'
import { runJob, storeWithJob } from './job-on-store.ts'
import { headOf } from './samples.ts'

const entriesDir = sourceEntries(temporaryFolder())
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const SOME: SampleRequest = {
  trace: null,
  where: '',
  policy: 'paper-mix',
  seed: 3,
  count: 1200,
  direction: 'forward',
  entry: null,
}

async function someStore(): Promise<WritableDb> {
  const db = await storeWithJob(['a', 'b', 'c'].map((name) => headOf(name)))
  closing.push(() => db.close())
  return db
}

function crewOn(storePath: string, width: number): ThreadCrew {
  const crew = new ThreadCrew({ storePath, entriesDir }, width)
  closing.push(() => crew.close())
  return crew
}

function readsOf(db: WritableDb): StoreReads {
  return { read: async (name, input) => reads[name](db, input) }
}

/** Every row that drawing writes, in the order it wrote them. */
function written(db: WritableDb): unknown[] {
  return [
    db.prepare('SELECT * FROM trajectory ORDER BY trajectory_key').all(),
    db.prepare('SELECT * FROM step ORDER BY trajectory_key, position').all(),
  ]
}

describe('work that threads share', () => {
  it('gives the same rows in the same order as one thread does, however many there are', async () => {
    const one = await someStore()
    const { outcome } = await runJob(one, sample, SOME)
    expect(outcome.result).toMatchObject({ drawn: 3600, skipped: 0 })
    for (const width of [1, 2, 3]) {
      const db = await someStore()
      const many = await runJob(db, sample, SOME, crewOn(db.path, width))
      expect(many.outcome).toEqual(outcome)
      expect(written(db)).toEqual(written(one))
    }
  })

  it('counts and exports the same', async () => {
    const results = await Promise.all(
      [false, true].map(async (isShared) => {
        const db = await someStore()
        const crew = isShared ? crewOn(db.path, 3) : crewHere(readsOf(db))
        await runJob(db, sample, { ...SOME, count: 150 })
        await runJob(db, sample, { ...SOME, policy: 'interpreter', count: 50, seed: 4 })
        const news: CountProgress[] = []
        const tools = { store: readsOf(db), crew, signal: new AbortController().signal }
        const request = { where: '', codec: 'cwm@1', tokenizer: 'own' }
        await countTrajectories(request, { ...tools, onNews: (one) => news.push(one) })
        const directory = join(temporaryFolder(), 'export')
        const asked = { format: 'jsonl' as const, codec: 'cwm@1', directory, where: '' }
        const { outcome } = await runJob(db, exportKind, asked, crew)
        return { counts: news.at(-1), files: outcome.result.files, outcome }
      }),
    )
    const [first, second] = results
    expect(second?.counts).toEqual(first?.counts)
    expect(second?.files).toEqual(first?.files)
    expect(first?.counts?.refused).toBeGreaterThan(0)
    expect(first?.counts?.counts?.trajectories).toBeGreaterThan(0)
  })

  it('tells what a task refused, and goes on', async () => {
    const db = await someStore()
    const crew = crewOn(db.path, 1)
    const asked = { codec: 'nd@1', tokenizer: 'own' }
    await expect(
      crew.do('count', { ...asked, trajectories: ['j_0000000000000000'] }),
    ).rejects.toThrow('There is no trajectory j_0000000000000000')
    expect(await crew.do('count', { ...asked, trajectories: [] })).toMatchObject({ refused: 0 })
  })

  it('says so where no thread can begin, a thread is lost, or all is closed', async () => {
    const task = (crew: Crew) => crew.do('verifyLines', { lines: [], codec: 'nd@1' })
    const missing = crewOn(join(temporaryFolder(), 'none.ndw'), 2)
    await expect(Promise.all([task(missing), task(missing)])).rejects.toThrow(/none\.ndw/)

    const folder = temporaryFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(
      join(folder, 'hand.js'),
      `import { parentPort } from 'node:worker_threads'
       parentPort.postMessage({ t: 'ready', opened: null })
       parentPort.on('message', () => process.exit(3))`,
    )
    const dying = new ThreadCrew({ storePath: '', entriesDir: folder }, 1)
    const lost = await Promise.allSettled([task(dying), task(dying)])
    for (const one of lost) {
      expect(one).toMatchObject({ reason: { message: expect.stringContaining('was lost') } })
    }
    await dying.close()
    await expect(task(dying)).rejects.toThrow('The store was closed.')
  })
})

describe('an export in a codec that cannot hold all', () => {
  it('has the others, and says in its manifest and its outcome how many it left out and why', async () => {
    const db = await someStore()
    await runJob(db, sample, { ...SOME, count: 20 })
    await runJob(db, sample, { ...SOME, policy: 'interpreter', count: 1, seed: 4 })
    const directory = join(temporaryFolder(), 'cwm')
    const asked = { format: 'jsonl' as const, codec: 'cwm@1', directory, where: '' }
    const { outcome } = await runJob(db, exportKind, asked)
    const { rows, refused } = outcome.result as {
      rows: number
      refused: { reason: string; trajectories: number }[]
    }
    const leftOut = refused.reduce((sum, { trajectories }) => sum + trajectories, 0)
    expect(rows).toBeGreaterThan(0)
    expect(rows + leftOut).toBe(reads.trajectoryCount(db, { where: '' }))
    expect(outcome.text).toContain(`${leftOut} trajectories left out, which cwm@1 cannot hold: CWM`)
  })

  it('is refused where it can hold none, and leaves nothing', async () => {
    const db = await someStore()
    await runJob(db, sample, { ...SOME, direction: 'inverse', policy: 'inverse-mix', count: 3 })
    const directory = join(temporaryFolder(), 'cwm')
    const asked = { format: 'jsonl' as const, codec: 'cwm@1', directory, where: '' }
    await expect(runJob(db, exportKind, asked)).rejects.toThrow(
      /^Nothing was written: cwm@1 cannot hold any .* only runs forward/,
    )
  })
})
