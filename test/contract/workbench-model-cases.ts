import { expect } from 'vitest'
import type { models } from '../../shared/contract/models.ts'
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

/** Engines, runs and what they predicted. */
export const MODEL_CASES: Cases<CallName<typeof models>> = {
  'model.list': {
    input: () => ({}),
    check: ({ engines }) => {
      const usable = engines.filter(({ reason }) => reason === null)
      const names = usable.map(({ name }) => name)
      expect(names.slice(0, 2)).toEqual(['next-line', 'replay-with-faults'])
      expect(
        usable.slice(0, 2).every(({ kind, mark }) => kind === 'baseline' && mark !== null),
      ).toBe(true)
      for (const { reason } of engines) if (reason !== null) expect(reason).toMatch(/\.$/)
    },
    bad: [notObject],
  },
  'model.add': {
    input: ({ wire }) => ({ name: `server-${wire}`, place: 'http://127.0.0.1:9/v1' }),
    check: async (row, { client, wire }) => {
      expect(row).toMatchObject({ name: `server-${wire}`, kind: 'remote', mark: null })
      const { engines } = await client.call('model.list', {})
      expect(engines).toContainEqual(row)
    },
    bad: [
      notObject,
      [{ name: '-x', place: '/' }, 'bad-input', /begins with a letter or digit/],
      [{ name: 'next-line', place: '/' }, 'conflict', /next-line is a baseline/],
      [{ name: 'other', place: 'models' }, 'bad-input', /models is no absolute path/],
    ],
  },
  'model.remove': {
    input: async ({ client, wire }) => {
      const name = `away-${wire}`
      await client.call('model.add', { name, place: 'http://127.0.0.1:9/v1' })
      return { name }
    },
    check: async (_, { client, wire }) => {
      const { engines } = await client.call('model.list', {})
      expect(engines.map(({ name }) => name)).not.toContain(`away-${wire}`)
    },
    bad: [notObject, [{ name: 'none' }, 'not-found', /There is no model none/]],
  },
  'run.start': {
    input: (scene) => ({
      model: 'next-line',
      where: only(scene),
      suite: 'horizon',
      seed: scene.wire,
    }),
    check: async ({ job }, { client }) => {
      const { row } = await followJob(client, job)
      expect(row).toMatchObject({ kind: 'run', state: 'done', result: { trajectories: 1 } })
    },
    bad: [
      notObject,
      [{ model: 'next-line', suite: 'boring' }, 'bad-input', /at suite/],
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
      expect(after.map((row) => row.run)).toContain(run)
      expect(after.length).toBeGreaterThanOrEqual(rows.length)
    },
    bad: [notObject, badPage, bigPage],
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
    check: ({ rows, total }, { trajectory, trace }) => {
      expect(rows.map(({ step }) => step)).toEqual([0, 1, 2])
      expect(rows[0]).toMatchObject({ trajectory, trace, action: 'step_into', horizon: 1 })
      expect(total).toBeGreaterThan(3)
    },
    bad: [notObject, noRun, [{ run: 'r_0', offset: -1 }, 'bad-input', /at offset/]],
  },
  'run.compare': {
    input: async (scene) => ({
      first: await runIn(scene),
      second: await runIn(scene, 'malformed=0'),
    }),
    check: ({ first, wins, losses, ties, total, p }) => {
      expect([total, losses, wins + ties]).toEqual([first.steps, 0, first.steps])
      expect(wins).toBeGreaterThan(0)
      expect(p).toBeNull()
    },
    bad: [notObject, [{ first: 'r_0', second: 'r_0' }, 'not-found', /There is no run r_0/]],
  },
}
