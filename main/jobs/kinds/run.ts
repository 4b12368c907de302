import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import { RunRequest, type RunRow } from '../../../shared/contract/runs.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { StoredPrediction } from '../../store/model-types.ts'
import type { JobContext, JobOutcome, Kind } from '../kind.ts'
import { loadCourse } from '../predict/load-course.ts'
import { predictTrajectory } from '../predict/predict-trajectory.ts'
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

/** Works off the set of one run. */
class Runner {
  private readonly predictor: Predictor
  private readonly row: RunRow
  private readonly ctx: JobContext
  private batch: StoredPrediction[] = []
  private keptAt = performance.now()
  private predicted: number
  /** Steps that a rollout no longer reached. */
  private passed = 0

  constructor(predictor: Predictor, row: RunRow, predicted: number, ctx: JobContext) {
    this.predictor = predictor
    this.row = row
    this.ctx = ctx
    this.predicted = predicted
  }

  async predictAll(from: number): Promise<void> {
    const { store } = this.ctx
    const source = { store, traces: createTraceCache(store) }
    const { run, trajectories } = this.row
    this.report()
    for (let done = from; done < trajectories; ) {
      const page = await store.read('runTrajectories', { run, from: done, limit: BATCH_SIZE })
      if (page.length === 0) break
      for (const { position, trajectory } of page) {
        await this.ctx.ready()
        await this.predictOne(source, trajectory, done)
        done = position + 1
        await this.keepIfFull(done)
      }
    }
    await this.keep(trajectories)
  }

  private async predictOne(
    source: Parameters<typeof loadCourse>[0],
    trajectory: string,
    done: number,
  ): Promise<void> {
    const { store, signal, ready } = this.ctx
    const loaded = await loadCourse(source, trajectory, this.predictor.codec, signal)
    const known = await store.read('runAnswers', { run: this.row.run, trajectory }, { signal })
    const { suite } = this.row
    const request = { ...this.predictor, suite, loaded, known, only: null, ready }
    let reached = known.length
    for await (const { stored } of predictTrajectory(request, signal)) {
      reached++
      this.predicted++
      this.batch.push(stored)
      await this.keepIfFull(done)
    }
    this.passed += loaded.detail.steps.length - reached
  }

  private async keepIfFull(done: number): Promise<void> {
    const isOld = performance.now() - this.keptAt > BATCH_MS
    if (this.batch.length >= BATCH_SIZE || isOld) await this.keep(done)
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
