import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Kind } from '../../main/jobs/kind.ts'
import { exportKind } from '../../main/jobs/kinds/export.ts'
import { sample } from '../../main/jobs/kinds/sample.ts'
import { countTrajectories } from '../../main/jobs/trajectory/count-trajectories.ts'
import type { Store } from '../../main/store/store.ts'
import { ThreadCrew } from '../../main/workers/thread-crew.ts'
import { openTestStore } from '../store/entries.ts'
import { jobRow, SELF } from '../store/samples.ts'
import { directContext } from '../support/direct-store.ts'
import { ROOT } from '../support/ndw.ts'
import { printTable } from './table.ts'

/**
 * Jobs over the whole sample store by one thread of a crew and by one a core: `npm run -s bench -- crew [COUNT]`,
 * COUNT trajectories a trace. Beside each speed-up stands the ceiling: that of threads which only count. Drawing ends
 * in one writer, so its ceiling is what the writer alone needs for the same rows, handed over ready.
 */
const COUNT = Number(process.argv[2] ?? 200)
const CORES = availableParallelism()
const ENTRIES = join(ROOT, 'dist', 'main')
const SAMPLES = join(ROOT, 'dist', 'samples', 'workbench.db')
const folder = mkdtempSync(join(tmpdir(), 'ndw-bench-'))

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

/** How much faster threads that share nothing are than one of them. */
async function ceiling(): Promise<number> {
  const loop = 'let n = 0; for (let i = 0; i < 2e9; i++) n = (n + i) | 0'
  const turn = (width: number) => () =>
    Promise.all(
      Array.from({ length: width }, () => {
        const worker = new Worker(loop, { eval: true })
        return new Promise((resolve) => worker.once('exit', resolve))
      }),
    )
  const one = await seconds(turn(1))
  return (CORES * one) / (await seconds(turn(CORES)))
}

interface Place {
  readonly store: Store
  readonly crew: ThreadCrew
}

async function at(name: string, width: number): Promise<Place & { close: () => Promise<void> }> {
  const storePath = join(folder, `${name}-${width}.ndw`)
  copyFileSync(SAMPLES, storePath)
  const store = await openTestStore(storePath, ENTRIES)
  await store.write('jobAdd', {
    row: jobRow('k_1', { state: 'running' }),
    input: null,
    owner: SELF,
  })
  const crew = new ThreadCrew({ storePath, entriesDir: ENTRIES }, width)
  // Its threads are there before the clock runs.
  await Promise.all(
    Array.from({ length: width }, () => crew.do('verifyLines', { lines: [], codec: 'nd@1' })),
  )
  const close = async (): Promise<void> => {
    await crew.close()
    await store.close()
  }
  return { store, crew, close }
}

function run<Input>(kind: Kind<Input>, input: Input, { store, crew }: Place) {
  return kind.run(input, { ...directContext(store), crew })
}

const SAMPLE = {
  ...{ trace: null, where: '', policy: 'paper-mix', seed: 1, count: COUNT },
  ...{ direction: 'forward' as const, entry: null },
}

async function timesAt(width: number): Promise<Record<'draw' | 'count' | 'export', number>> {
  const place = await at('sample', width)
  const { signal } = new AbortController()
  const draw = await seconds(() => run(sample, SAMPLE, place))
  const request = { where: '', codec: 'nd@1', tokenizer: 'own' }
  const count = await seconds(() =>
    countTrajectories(request, { ...place, signal, onNews: () => {} }),
  )
  const directory = join(folder, `export-${width}`)
  const asked = { format: 'jsonl' as const, codec: 'nd@1', directory, where: '' }
  const exported = await seconds(() => run(exportKind, asked, place))
  await place.close()
  return { draw, count, export: exported }
}

/** The writer alone: trajectories that were drawn before the clock runs. */
async function writerAlone(): Promise<number> {
  const place = await at('writer', CORES)
  const staged: unknown[] = []
  const store: Store = {
    ...place.store,
    write: async (name, input) => {
      if (name === 'trajectoriesStage') staged.push(input)
      return { staged: 0, skipped: 0, repeats: 0, published: 0 } as never
    },
  }
  await run(sample, SAMPLE, { ...place, store })
  const time = await seconds(async () => {
    for (const batch of staged) await place.store.write('trajectoriesStage', batch as never)
    await place.store.write('trajectoriesPublish', { job: 'k_1' })
  })
  await place.close()
  return time
}

const most = await ceiling()
const one = await timesAt(1)
const all = await timesAt(CORES)
const writer = await writerAlone()
const round = (number: number): number => Math.round(number * 100) / 100
printTable(
  `${COUNT} trajectories of each sample trace, ${CORES} cores`,
  (['draw', 'count', 'export'] as const).map((job) => ({
    job,
    'one thread s': round(one[job]),
    [`${CORES} threads s`]: round(all[job]),
    'times faster': round(one[job] / all[job]),
    ceiling: round(job === 'draw' ? one.draw / writer : most),
  })),
)
rmSync(folder, { recursive: true, force: true })
