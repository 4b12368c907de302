import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import { RunRequest, type RunRow } from '../../../shared/contract/runs.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { StoredPrediction } from '../../store/model-types.ts'
import { inParallel } from '../in-parallel.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { loadCourse } from '../predict/load-course.ts'
import { type PredictionWork, predictionWorks } from '../predict/predict-trajectory.ts'
import { type Predictor, predictorOf, runHead } from '../predict/run-head.ts'
import { keptIds } from '../trajectory/kept-ids.ts'
import { createTraceCache } from '../trajectory/trace-cache.ts'

/** A batch is kept once it is so large or so old, in predictions and milliseconds. */
const BATCH_SIZE = 200
const BATCH_MS = 500

/**
 * Scores an engine on a set of trajectories. What is predicted is kept as it comes, seen by no query until all is
 * done: started again with the same input, after whatever end, the job goes on where it was.
 */
export const run: Kind<RunRequest> = {
  name: 'run',
  lane: 'model',
  input: RunRequest,
  title: ({ model, suite, where }) =>
    `Run ${model} on ${where === '' ? 'all trajectories' : where}, ${suite}`,
  run: async (input, ctx) => {
    const predictor = await predictorOf(ctx.engines, input)
    const began = await begin(input, predictor, ctx)
    const row = await ctx.store.read('runGet', { run: began.run })
    if (began.state === 'done') return outcomeOf(row, 'was done before')
    try {
      await new Runner(predictor, row, began.predictions, ctx).predictAll(began.done)
    } catch (error) {
      await ctx.store.write('runDrop', { run: row.run, job: ctx.jobId })
      throw error
    }
    await ctx.store.write('runFinish', { run: row.run, at: Date.now() })
    ctx.changed('run', row.run)
    return outcomeOf(await ctx.store.read('runGet', { run: row.run }), 'is done')
  },
}

/** Goes on with a run of the same request that was not done; otherwise it is of the set as it is now. */
async function begin(
  input: RunRequest,
  predictor: Predictor,
  { store, jobId, signal, changed }: JobContext,
) {
  const { like } = input
  const unfinished = { head: runHead(predictor, input, []) }
  // A set that is named by its run has its own id; by a query it is the one that the query found when it began.
  const left = like === null ? (await store.read('runUnfinished', unfinished)).run : null
  const ids =
    like === null
      ? left === null
        ? await setOf(input.where, { store, signal })
        : []
      : await setLike(like, { store, signal })
  const head = runHead(predictor, input, ids)
  const run = left ?? head.run
  const begun = await store.write('runBegin', {
    head: { ...head, run },
    job: jobId,
    trajectories: ids,
  })
  changed('run', run)
  return { run, ...begun }
}

async function setOf(where: string, { store, signal }: Pick<JobContext, 'store' | 'signal'>) {
  const ids: string[] = []
  for await (const id of keptIds(store, where, signal)) ids.push(id)
  if (ids.length === 0) {
    throw new ServiceError(
      'not-found',
      where === ''
        ? 'There are no trajectories to predict; sample some first.'
        : 'No trajectory matches the filter, so there is nothing to predict.',
    )
  }
  return ids
}

/** The trajectories of an earlier run, in their order. */
async function setLike(run: string, { store, signal }: Pick<JobContext, 'store' | 'signal'>) {
  const ids: string[] = []
  for (let from = 0; ; ) {
    const page = await store.read('runTrajectories', { run, from, limit: BATCH_SIZE }, { signal })
    ids.push(...page.map(({ trajectory }) => trajectory))
    const last = page.at(-1)
    if (last === undefined) return ids
    from = last.position + 1
  }
}

/** What is left of a trajectory: pieces of work, and steps that no prediction was made of yet. */
interface Begun {
  works: number
  unreached: number
}

/** Works off the set of one run, with as many requests at a time as its engine takes. */
class Runner {
  private readonly predictor: Predictor
  private readonly row: RunRow
  private readonly ctx: JobContext
  private batch: StoredPrediction[] = []
  private keptAt = performance.now()
  private predicted: number
  /** Steps that a rollout no longer reached. */
  private passed = 0
  /** Number of the trajectory that is read next. */
  private next = 0
  /** By number, the trajectories that have something to come. */
  private readonly begun = new Map<number, Begun>()

  constructor(predictor: Predictor, row: RunRow, predicted: number, ctx: JobContext) {
    this.predictor = predictor
    this.row = row
    this.ctx = ctx
    this.predicted = predicted
  }

  async predictAll(from: number): Promise<void> {
    this.next = from
    this.report()
    try {
      await inParallel(this.tasks(), this.predictor.engine.concurrency ?? 1)
    } catch (error) {
      // What was answered until then was paid for.
      if (this.batch.length > 0) await this.keep(this.done).catch(() => {})
      throw error
    }
    await this.keep(this.row.trajectories)
  }

  /** All that is to be asked, in the order of the set; a trajectory is read when its turn comes. */
  private async *tasks(): AsyncGenerator<() => Promise<void>> {
    const { store } = this.ctx
    const source = { store, traces: createTraceCache(store) }
    const { run, trajectories } = this.row
    while (this.next < trajectories) {
      const window = { run, from: this.next, limit: BATCH_SIZE }
      const page = await store.read('runTrajectories', window)
      if (page.length === 0) return
      for (const { position, trajectory } of page) {
        await this.ctx.ready()
        yield* await this.begin(source, trajectory, position)
        await this.keepIfFull()
      }
    }
  }

  private async begin(
    source: Parameters<typeof loadCourse>[0],
    trajectory: string,
    position: number,
  ): Promise<(() => Promise<void>)[]> {
    const { store, signal, ready } = this.ctx
    const loaded = await loadCourse(source, trajectory, this.predictor.codec, signal)
    const known = await store.read('runAnswers', { run: this.row.run, trajectory }, { signal })
    const { suite } = this.row
    const request = { ...this.predictor, suite, loaded, known, only: null, ready }
    const works = predictionWorks(request, signal)
    this.next = position + 1
    if (works.length === 0) return []
    const begun = { works: works.length, unreached: loaded.detail.steps.length - known.length }
    this.begun.set(position, begun)
    return works.map((work) => () => this.predict(work, position, begun))
  }

  private async predict(work: PredictionWork, position: number, begun: Begun): Promise<void> {
    for await (const { stored } of work()) {
      begun.unreached--
      this.predicted++
      this.batch.push(stored)
      await this.keepIfFull()
    }
    begun.works--
    if (begun.works > 0) return
    this.passed += begun.unreached
    this.begun.delete(position)
  }

  /** Trajectories before this one have nothing more to come. */
  private get done(): number {
    return Math.min(this.next, ...this.begun.keys())
  }

  private async keepIfFull(): Promise<void> {
    const isOld = performance.now() - this.keptAt > BATCH_MS
    if (this.batch.length >= BATCH_SIZE || isOld) await this.keep(this.done)
  }

  private async keep(done: number): Promise<void> {
    this.keptAt = performance.now()
    const predictions = this.batch
    this.batch = []
    await this.ctx.store.write('predictionsAdd', { run: this.row.run, predictions, done })
    this.report()
  }

  private report(): void {
    const { steps } = this.row
    this.ctx.report({
      done: Math.min(steps, this.predicted + this.passed),
      total: steps,
      text: `${formatNoun(this.predicted, 'prediction')} kept`,
    })
  }
}

function outcomeOf(row: RunRow, word: string): JobOutcome {
  const set = formatNoun(row.trajectories, 'trajectory', 'trajectories')
  return {
    text: `Run ${row.run} of ${row.engine} ${word}: ${formatCount(row.steps)} steps of ${set}.`,
    result: { ...row },
  }
}
