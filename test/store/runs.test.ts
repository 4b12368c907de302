import { afterEach, describe, expect, it } from 'vitest'
import { run as runKind } from '../../main/jobs/kinds/run.ts'
import { loadCourse } from '../../main/jobs/predict/load-course.ts'
import { createTraceCache } from '../../main/jobs/trajectory/trace-cache.ts'
import type { WritableDb } from '../../main/store/database.ts'
import type { ModelWrites } from '../../main/store/model-types.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import type { Store } from '../../main/store/store.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { RunRequest } from '../../shared/contract/runs.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { CoursePredictor } from '../../shared/model/course.ts'
import { BASELINES_ONLY, directContext } from '../support/direct-store.ts'
import { storeWithTrajectories } from '../support/predicted-store.ts'
import { dyingStore, Killed, rowsOf } from '../support/runs.ts'
import { jobRow, SELF } from './samples.ts'

const FAULTS = 'wrong_value=0.1,malformed=0.05,wrong_event=0.05'
const request = (suite: 'next-state' | 'horizon', changes: Partial<RunRequest> = {}) =>
  RunRequest.parse({ model: 'replay-with-faults', faults: FAULTS, suite, seed: 3, ...changes })

const open: WritableDb[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

async function prepared(traces = 4, each = 3) {
  const made = await storeWithTrajectories(traces, each)
  open.push(made.db)
  return made
}

describe('a run', () => {
  it('predicts every step of its set, and is seen by queries once it is done', async () => {
    const { db, store } = await prepared()
    const seen: number[] = []
    const watched: Store = {
      ...store,
      write: async (name, input) => {
        const output = await store.write(name, input)
        const where = 'count(p for p in predictions) > 0'
        if (name === 'predictionsAdd') seen.push(reads.trajectoryCount(db, { where }))
        return output
      },
    }
    const { result } = await runKind.run(request('next-state'), directContext(watched))
    const steps = db.get<{ steps: number }>(sql`SELECT sum(step_count) AS steps FROM trajectory`)
    expect(rowsOf(db)).toHaveLength(steps?.steps ?? 0)
    expect(result).toMatchObject({ state: 'done', steps: steps?.steps, trajectories: 24, done: 24 })
    expect(seen.every((count) => count === 0)).toBe(true)
    expect(reads.trajectoryCount(db, { where: 'count(p for p in predictions) > 0' })).toBe(24)
  })

  it.each(['next-state', 'horizon'] as const)(
    'of %s killed at any moment loses and doubles nothing, and ends as if it had not been',
    async (suite) => {
      const whole = await prepared(6, 6)
      await runKind.run(request(suite), directContext(whole.store))
      const expected = rowsOf(whole.db)
      const prng = createPrng('kills', suite)
      const { db, store } = await prepared(6, 6)
      let [kills, isDone] = [0, false]
      while (!isDone) {
        const dying = dyingStore(store, 1 + prng.nextBelow(kills < 6 ? 2 : 9))
        try {
          await runKind.run(request(suite), directContext(dying))
          isDone = true
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          kills++
        }
      }
      expect(kills).toBeGreaterThan(3)
      expect(rowsOf(db)).toEqual(expected)
      expect(reads.runPage(db, { offset: 0, limit: 9 }).rows).toMatchObject([{ state: 'done' }])
    },
  )

  it('goes on in the middle of a trajectory, also where predictions are fed back', async () => {
    const whole = await prepared(1, 1)
    await runKind.run(request('horizon', { faults: 'wrong_value=0.3' }), directContext(whole.store))
    const expected = rowsOf(whole.db)
    const { db, store } = await prepared(1, 1)
    const cut: Store = {
      ...store,
      write: (name, input) => {
        if (name !== 'predictionsAdd') return store.write(name, input)
        const { run, predictions } = input as ModelWrites['predictionsAdd']['input']
        const half = { run, predictions: predictions.slice(0, 5), done: 0 }
        return store.write('predictionsAdd', half).then(() => Promise.reject(new Killed()))
      },
    }
    const input = request('horizon', { faults: 'wrong_value=0.3' })
    await expect(runKind.run(input, directContext(cut))).rejects.toThrow(Killed)
    expect(rowsOf(db)).toHaveLength(5)
    await runKind.run(input, directContext(store))
    expect(rowsOf(db)).toEqual(expected)
  })

  it('is found done when it is asked for again, and is another of another seed or a larger set', async () => {
    const { db, store } = await prepared(2, 1)
    const first = await runKind.run(request('next-state'), directContext(store))
    const again = await runKind.run(request('next-state'), directContext(store))
    expect(again.result.run).toBe(first.result.run)
    expect(again.text).toMatch(/was done before/)
    const other = await runKind.run(request('next-state', { seed: 4 }), directContext(store))
    expect(other.result.run).not.toBe(first.result.run)
    const part = request('next-state', { where: 'direction == "forward"' })
    const smaller = await runKind.run(part, directContext(store))
    expect(smaller.result).toMatchObject({ trajectories: 2, where: 'direction == "forward"' })
    expect(reads.runPage(db, { offset: 0, limit: 9 }).total).toBe(3)
  })

  it('is refused while another job works on it', async () => {
    const { db, store } = await prepared(2, 1)
    await expect(
      runKind.run(request('next-state'), directContext(dyingStore(store, 1))),
    ).rejects.toThrow(Killed)
    const row = jobRow('k_2', { state: 'running' })
    await store.write('jobAdd', { row, input: null, owner: SELF })
    const second = { ...directContext(store), jobId: 'k_2' }
    await expect(runKind.run(request('next-state'), second)).rejects.toThrow(/Another job/)
    db.run(sql`UPDATE job SET state = 'interrupted' WHERE id = 'k_1'`)
    expect((await runKind.run(request('next-state'), second)).result.state).toBe('done')
  })

  it('asks for nothing more while it is paused, and for the rest when it goes on', async () => {
    const { db, store } = await prepared(2, 2)
    let asked = 0
    let goOn = (): void => {}
    const paused = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const reached = Promise.withResolvers<void>()
    const ready = async (): Promise<void> => {
      if (++asked !== 30) return
      reached.resolve()
      await paused
    }
    const running = runKind.run(request('next-state'), { ...directContext(store), ready })
    await reached.promise
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toBe(30)
    expect(rowsOf(db).length).toBeLessThan(30)
    goOn()
    const { result } = await running
    expect(rowsOf(db)).toHaveLength(Number(result.steps))
  })

  it('says in a sentence what cannot be run, and is then no run', async () => {
    const { db, store } = await prepared(1, 1)
    const told = (changes: Partial<RunRequest>) =>
      runKind.run(request('next-state', changes), directContext(store)).then(
        () => null,
        (error: Error) => error.message,
      )
    expect(await told({ model: 'gpt' })).toMatch(/^There is no model gpt\. .*next-line/)
    expect(await told({ faults: 'boring=1' })).toMatch(/^There is no error class boring/)
    expect(await told({ model: 'next-line' })).toMatch(/no errors to plant/)
    expect(await told({ codec: 'nd@9' })).toMatch(/^There is no codec nd@9; there are nd@1/)
    expect(await told({ where: 'steps > 1000' })).toMatch(/^No trajectory matches/)
    expect(await told({ mode: 'sampled' })).toMatch(/does not draw tokens/)
    expect(await told({ codec: 'cwm@1' })).toMatch(/^cwm@1 cannot hold j_0/)
    expect(reads.runPage(db, { offset: 0, limit: 9 }).rows).toEqual([])
  })

  it('keeps in each row all it takes to get the very answer again', async () => {
    const { db, store } = await prepared(2, 2)
    await runKind.run(request('next-state'), directContext(store))
    const rows = db.all<{ id: string; step: number; seed: number; text: string; run: string }>(
      sql`SELECT j.id, p.step, p.seed, p.text FROM prediction AS p
        JOIN trajectory AS j USING (trajectory_key)`,
    )
    const run = db.get<{ identity: string; seed: number }>(sql`SELECT identity, seed FROM run`)
    const faults = run?.identity.split(' ')[1] ?? ''
    const engine = await BASELINES_ONLY.get({ model: 'replay-with-faults', faults })
    expect(engine.info.identity).toBe(run?.identity)
    const { signal } = new AbortController()
    const source = { store, traces: createTraceCache(store) }
    for (const { id, step, seed, text } of rows) {
      const { course } = await loadCourse(source, id, ND_1, signal)
      const decoding = {
        ...({ mode: 'greedy', temperature: 0.6, topP: 0.95, maxTokens: 4096 } as const),
        seed: run?.seed ?? 0,
      }
      const predictor = new CoursePredictor(course, {
        ...{ engine, codec: ND_1, decoding },
        suite: 'next-state',
      })
      const again = await predictor.predict(step, signal)
      expect([again.seed, again.answer.text]).toEqual([seed, text])
    }
  })
})

describe('what a run comes to', () => {
  it('counts by program and action what its predictions say', async () => {
    const { db, store } = await prepared()
    const { result } = await runKind.run(request('next-state'), directContext(store))
    const run = String(result.run)
    const { counts, errors, rollouts } = reads.runCounts(db, { run })
    const all = rowsOf(db) as { verdict: string; error: string | null; line: string | null }[]
    const sum = (of: (one: (typeof counts)[number]) => number): number =>
      counts.reduce((total, one) => total + of(one), 0)
    expect(sum(({ total }) => total)).toBe(all.length)
    expect(sum(({ right }) => right)).toBe(all.filter((one) => one.verdict === 'match').length)
    expect(sum(({ parts }) => parts[1]?.[1] ?? 0)).toBe(
      all.filter((one) => one.line !== null).length,
    )
    expect(new Set(counts.map(({ program }) => program)).size).toBe(4)
    const wrong = errors.reduce((total, { count }) => total + count, 0)
    expect(wrong).toBe(all.filter((one) => one.error !== null).length)
    expect(rollouts).toHaveLength(24)
  })

  it('of a run that was ended counts the trajectories that are done, its errors too', async () => {
    const { db, store } = await prepared()
    const ended: Store = {
      ...store,
      write: async (name, input) => {
        if (name !== 'predictionsAdd') return store.write(name, input)
        const { run, predictions } = input as ModelWrites['predictionsAdd']['input']
        await store.write('predictionsAdd', { run, predictions, done: 5 })
        throw new Killed()
      },
    }
    await expect(runKind.run(request('next-state'), directContext(ended))).rejects.toThrow(Killed)
    const run = String(reads.runPage(db, { offset: 0, limit: 1 }).rows[0]?.run)
    const { counts, errors } = reads.runCounts(db, { run })
    const wrong = counts.reduce((sum, { total, right }) => sum + total - right, 0)
    expect(wrong).toBeGreaterThan(0)
    expect(errors.reduce((sum, { count }) => sum + count, 0)).toBe(wrong)
    expect(rowsOf(db).length).toBeGreaterThan(counts.reduce((sum, { total }) => sum + total, 0))
  })

  it('of two runs is told apart step by step, by program', async () => {
    const { db, store } = await prepared()
    const right = await runKind.run(
      request('next-state', { faults: 'malformed=0' }),
      directContext(store),
    )
    const wrong = await runKind.run(request('next-state'), directContext(store))
    const ids = { first: String(wrong.result.run), second: String(right.result.run) }
    const { clusters, byAction } = reads.runPairs(db, ids)
    expect(clusters).toHaveLength(4)
    const { errors } = reads.runCounts(db, { run: ids.first })
    const wins = clusters.reduce((total, one) => total + one.onlySecond, 0)
    expect(wins).toBe(errors.reduce((total, { count }) => total + count, 0))
    expect(clusters.every(({ onlyFirst }) => onlyFirst === 0)).toBe(true)
    const ofActions = byAction.flatMap((one) => one.clusters)
    expect(ofActions.reduce((total, one) => total + one.onlySecond, 0)).toBe(wins)
    expect(ofActions.length).toBeGreaterThan(clusters.length)
  })
})
