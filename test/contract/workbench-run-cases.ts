import { expect } from 'vitest'
import type { runs } from '../../shared/contract/runs.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { followJob } from './workbench-bench.ts'
import { badPage, bigPage, type Cases, notObject, page, type Scene } from './workbench-scene.ts'

const noRun = [{ run: 'r_0' }, 'not-found', /There is no run r_0/] as const

/** The set that other cases do not add to. */
function only({ trajectory }: Scene): string {
  return `id == "${trajectory}"`
}

/** A run that is done; the same for every case. */
async function runIn(scene: Scene, faults = 'wrong_value=0.5'): Promise<string> {
  const { client } = scene
  const { job } = await client.call('run.start', {
    model: 'replay-with-faults',
    faults,
    where: only(scene),
    suite: 'next-state',
  })
  return String((await followJob(client, job)).row.result?.run)
}

/** Runs, what they predicted, and how they compare. */
export const RUN_CASES: Cases<CallName<typeof runs>> = {
  'run.start': {
    input: (scene) => ({
      model: 'next-line',
      where: only(scene),
      suite: 'horizon',
      seed: scene.wire,
    }),
    check: async ({ job }, scene) => {
      const { client } = scene
      const { row } = await followJob(client, job)
      expect(row).toMatchObject({ kind: 'run', state: 'done', result: { trajectories: 1 } })
      // A named set, and the set of a run, are its query when it begins.
      const view = { name: 'one', level: 'trajectory' as const, columns: [], isDefault: false }
      await client.call('corpus.saveView', { ...view, where: only(scene), count: 1 })
      const asked = { model: 'next-line', suite: 'next-state', seed: 100 + scene.wire } as const
      const named = await client.call('run.start', { ...asked, view: 'one' })
      const of = (await followJob(client, named.job)).row.result
      expect(of).toMatchObject({ view: 'one', where: only(scene), trajectories: 1 })
      const like = await client.call('run.start', { ...asked, seed: 5, like: String(of?.run) })
      expect((await followJob(client, like.job)).row.result?.set).toBe(of?.set)
    },
    bad: [
      notObject,
      [{ model: 'next-line', suite: 'boring' }, 'bad-input', /at suite/],
      [{ model: 'next-line', suite: 'horizon', view: 'no' }, 'not-found', /no saved view no/],
      [{ model: 'next-line', suite: 'horizon', like: 'r_0' }, 'not-found', /no run r_0/],
      [{ model: 'gpt', suite: 'horizon' }, 'not-found', /There is no model gpt/],
      [
        { model: 'next-line', suite: 'horizon', codec: 'x@1' },
        'bad-input',
        /There is no codec x@1/,
      ],
      [
        { model: 'next-line', suite: 'horizon', faults: 'malformed=1' },
        'bad-input',
        /no errors to plant/,
      ],
    ],
  },
  'run.page': {
    input: () => ({ ...page }),
    check: async ({ rows }, scene) => {
      const run = await runIn(scene)
      const { rows: after } = await scene.client.call('run.page', { ...page })
      const found = after.find((row) => row.run === run)
      expect(found).toMatchObject({
        programs: 1,
        accuracy: { total: found?.steps, interval: null },
      })
      expect(found?.accuracy.right).toBe(found?.right)
      expect(found?.predicted).toBe(found?.steps)
      expect(after.length).toBeGreaterThanOrEqual(rows.length)
    },
    bad: [notObject, badPage, bigPage],
  },
  'run.standing': {
    input: async (scene) => ({ run: await runIn(scene) }),
    check: ({ state, predicted, steps }) => expect([state, predicted]).toEqual(['done', steps]),
    bad: [notObject, noRun],
  },
  'run.get': {
    input: async (scene) => ({ run: await runIn(scene) }),
    check: ({ row, summary }) => {
      expect(row).toMatchObject({ state: 'done', engine: 'replay-with-faults', done: 1 })
      const { all, byAction, errors } = summary
      expect(all.total).toBe(row.steps)
      expect(byAction.reduce((total, one) => total + one.total, 0)).toBe(row.steps)
      expect(errors).toEqual([{ error: 'wrong_value', count: all.total - all.right }])
      // One program says nothing of others.
      expect(all.interval).toBeNull()
    },
    bad: [notObject, noRun],
  },
  'run.predictions': {
    input: async (scene) => ({ run: await runIn(scene), offset: 0, limit: 3 }),
    check: async ({ rows, total }, scene) => {
      const { trajectory, trace } = scene
      expect(rows.map(({ step }) => step)).toEqual([0, 1, 2])
      expect(rows[0]).toMatchObject({ trajectory, trace, action: 'step_into', horizon: 1 })
      expect(total).toBeGreaterThan(3)
      const of = [{ dimension: 'action', value: 'step_into' } as const]
      const run = await runIn(scene)
      const wrong = { run, choice: { verdict: 'wrong', of } } as const
      const chosen = await scene.client.call('run.predictions', wrong)
      expect(chosen.total).toBeLessThan(total)
      expect(chosen.rows.every(({ error }) => error === 'wrong_value')).toBe(true)
      expect(chosen.rows.every(({ action }) => action === 'step_into')).toBe(true)
    },
    bad: [notObject, noRun, [{ run: 'r_0', offset: -1 }, 'bad-input', /at offset/]],
  },
  'run.pivot': {
    input: async (scene) => ({ run: await runIn(scene), rows: 'action', columns: 'depth' }),
    check: async ({ rowValues, cells }, scene) => {
      const { client } = scene
      const run = await runIn(scene)
      expect(rowValues).toContain('step_into')
      // Every cell is the rows behind it.
      for (const { row, column, total, right } of cells) {
        const of = [
          ...(row === null ? [] : [{ dimension: 'action', value: row } as const]),
          ...(column === null ? [] : [{ dimension: 'depth', value: column } as const]),
        ]
        const behind = await client.call('run.predictions', { run, choice: { of }, limit: 1 })
        const good = { verdict: 'right', of } as const
        const well = await client.call('run.predictions', { run, choice: good, limit: 1 })
        expect([behind.total, well.total]).toEqual([total, right])
      }
    },
    bad: [
      notObject,
      [{ run: 'r_0', rows: 'action', columns: 'depth' }, 'not-found', /no run r_0/],
      [{ run: 'r_0', rows: 'action', columns: 'size' }, 'bad-input', /at columns/],
      [{ run: 'r_0', rows: 'depth', columns: 'depth' }, 'bad-input', /two different things/],
    ],
  },
  'run.flips': {
    input: async (scene) => ({
      first: await runIn(scene),
      second: await runIn(scene, 'malformed=0'),
      flip: 'won',
    }),
    check: async ({ rows, total }, scene) => {
      const { client } = scene
      const pair = { first: await runIn(scene), second: await runIn(scene, 'malformed=0') }
      expect(total).toBe((await client.call('run.compare', pair)).wins)
      expect(rows[0]?.first).toMatchObject({ verdict: 'mismatch', error: 'wrong_value' })
      expect(rows[0]?.second).toMatchObject({ verdict: 'match', differences: [] })
      const lost = await client.call('run.flips', { ...pair, flip: 'lost' })
      expect(lost).toEqual({ rows: [], total: 0 })
    },
    bad: [
      notObject,
      [{ first: 'r_0', second: 'r_0', flip: 'lost' }, 'not-found', /There is no run r_0/],
      [{ first: 'r_0', second: 'r_0', flip: 'same' }, 'bad-input', /at flip/],
    ],
  },
  'run.compare': {
    input: async (scene) => ({
      first: await runIn(scene),
      second: await runIn(scene, 'malformed=0'),
    }),
    check: ({ first, wins, losses, ties, total, p, byAction }) => {
      expect([total, losses, wins + ties]).toEqual([first.steps, 0, first.steps])
      expect(wins).toBeGreaterThan(0)
      expect(p).toBeNull()
      expect(byAction.reduce((sum, one) => sum + one.wins, 0)).toBe(wins)
    },
    bad: [notObject, [{ first: 'r_0', second: 'r_0' }, 'not-found', /There is no run r_0/]],
  },
}
