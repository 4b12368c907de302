import { expect } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import type { stepping } from '../../shared/contract/stepping.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { collect } from './collect.ts'
import { followJob } from './workbench-bench.ts'
import { type Cases, notObject, type Scene } from './workbench-scene.ts'

/** What `step.predict` is asked at the start of the scene's trajectory. */
export async function firstStep({ client, trajectory }: Scene) {
  const { row, scope, start, steps } = await client.call('trajectory.get', { trajectory })
  const { action } = must(steps[0], 'step')
  return { model: 'next-line', trace: row.trace, direction: row.direction, scope, start, action }
}

async function runIn({ client, trajectory }: Scene): Promise<string> {
  const { job } = await client.call('run.start', {
    model: 'replay-with-faults',
    faults: 'wrong_value=0.3',
    where: `id == "${trajectory}"`,
    suite: 'horizon',
  })
  return String((await followJob(client, job)).row.result?.run)
}

async function keptIn(scene: Scene): Promise<string> {
  const { items } = await collect(scene.client, 'step.predict', await firstStep(scene))
  const last = items.at(-1)
  if (last?.kind !== 'prediction') throw new Error('nothing was predicted')
  return must(last.prediction.prediction, 'prediction')
}

/** Single predictions, and those of runs one by one. */
export const STEP_CASES: Cases<CallName<typeof stepping>> = {
  'step.request': {
    input: async (scene) => ({ prediction: await keptIn(scene) }),
    check: async ({ request, text }, { client, trace }) => {
      expect(request).toMatchObject({ model: 'next-line', trace, history: [], sample: 0 })
      const again = await collect(client, 'step.predict', { ...request, fresh: true })
      expect(again.items.at(-1)).toMatchObject({ kind: 'prediction', prediction: { text } })
    },
    bad: [notObject, [{ prediction: 's_0' }, 'not-found', /There is no prediction s_0/]],
  },
  'step.runs': {
    input: async (scene) => {
      await runIn(scene)
      return { trajectory: scene.trajectory }
    },
    check: ({ runs }) => {
      // Other cases run engines over the same store.
      const run = runs.find(
        ({ engine, suite }) => engine === 'replay-with-faults' && suite === 'horizon',
      )
      expect(run).toBeDefined()
      expect(run?.steps).toEqual(run?.verdicts.map((_, step) => step))
      expect(run?.errors.every((error) => error === null || error === 'wrong_value')).toBe(true)
    },
    bad: [notObject, [{ trajectory: 'j_0' }, 'not-found', /There is no trajectory j_0/]],
  },
  'step.stored': {
    input: async (scene) => ({
      run: await runIn(scene),
      trajectory: scene.trajectory,
      step: 2,
    }),
    check: (prediction) => {
      expect(prediction).toMatchObject({
        prediction: null,
        engine: { name: 'replay-with-faults', kind: 'baseline' },
        lost: null,
        real: { outcome: { kind: 'state' } },
      })
      expect(prediction.real?.known?.hasUnknown).toBe(false)
    },
    bad: [
      notObject,
      [{ run: 'r_0', trajectory: 'j_0', step: 0 }, 'not-found', /There is no run r_0/],
    ],
  },
  'step.firstFailure': {
    input: async (scene) => {
      await runIn(scene)
      return {}
    },
    check: async ({ failure }, { client }) => {
      const { run, trajectory, step, mark } = must(failure, 'failure')
      expect(mark).toMatch(/no model$/)
      const { runs } = await client.call('step.runs', { trajectory })
      const verdicts = must(
        runs.find((one) => one.run === run),
        'run',
      ).verdicts
      expect(verdicts.findIndex((verdict) => verdict !== 'match')).toBe(step)
    },
    bad: [notObject],
  },
}
