import { expect } from 'vitest'
import type { predictions } from '../../shared/contract/predictions.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { collect } from './collect.ts'
import { followJob } from './workbench-bench.ts'
import { type Cases, notObject } from './workbench-scene.ts'

/** What is told of the predictions of one trace. */
export const PREDICTION_CASES: Cases<CallName<typeof predictions>> = {
  'prediction.sources': {
    input: async ({ client, trace, trajectory }) => {
      const { job } = await client.call('run.start', {
        model: 'replay-with-faults',
        faults: 'wrong_value=0.5',
        where: `id == "${trajectory}"`,
        suite: 'next-state',
        seed: 77,
      })
      expect((await followJob(client, job)).row.state).toBe('done')
      return { trace }
    },
    check: async ({ sources }, { client, trace }) => {
      const [source] = sources.filter(({ engine }) => engine === 'replay-with-faults')
      const { run = '', predictions: all = 0, right = 0 } = source ?? {}
      expect(all).toBeGreaterThan(10)
      const { items, error } = await collect(client, 'prediction.ofTrace', { trace, of: { run } })
      expect(error).toBeNull()
      const counts = items.flatMap(({ error: errors, count }) =>
        count.map((one, at) => [errors[at], one] as const),
      )
      const sum = (of: typeof counts) => of.reduce((total, [, one]) => total + one, 0)
      expect(sum(counts)).toBe(all)
      expect(sum(counts.filter(([wrong]) => wrong === null))).toBe(right)
      const bad = { trace: 't_0000000000000000', of: { run } }
      expect((await collect(client, 'prediction.ofTrace', bad)).error?.code).toBe('not-found')
    },
    bad: [notObject, [{ trace: 't_0000000000000000' }, 'not-found', /t_0000000000000000/]],
  },
}
