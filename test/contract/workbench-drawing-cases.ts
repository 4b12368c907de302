import { expect } from 'vitest'
import type { drawing } from '../../shared/contract/drawing.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { MIX_FORMAT, type MixDocument } from '../../shared/trajectory/mix-document.ts'
import { followJob } from './workbench-bench.ts'
import { type Bad, type Cases, notObject, type Scene } from './workbench-scene.ts'

function mixOf(seed: number): MixDocument {
  return {
    format: MIX_FORMAT,
    name: 'two ways',
    about: 'Forward and back.',
    seed,
    budget: { tokens: 20_000 },
    parts: [
      { share: 3, policy: 'surface', direction: 'forward' },
      { share: 1, policy: 'inverse-mix', direction: 'inverse' },
    ],
  }
}

const unknown: Bad = [{ trajectory: 'j_0', length: 0, gold: true }, 'not-found', /j_0/]
const INTO = { name: 'step_into', operand: null } as const

/** A trajectory of one step by hand. */
async function handMade({ client, trace }: Scene) {
  const { row } = await client.call('hand.begin', { trace, direction: 'forward', entry: null })
  const { trajectory } = row
  return client.call('hand.append', { trajectory, length: 0, action: INTO })
}

export const DRAWING_CASES: Cases<CallName<typeof drawing>> = {
  'mix.draw': {
    input: ({ wire }) => ({ mix: mixOf(500 + wire), where: '' }),
    check: async ({ job }, { client }) => {
      const { row, made } = await followJob(client, job)
      expect(row).toMatchObject({
        kind: 'sample',
        state: 'done',
        title: 'Sample 20,000 tokens of two ways',
      })
      expect(made.length).toBe(row.result?.drawn)
      const spent = Number(row.result?.spent)
      expect(spent).toBeGreaterThan(15_000)
      expect(spent).toBeLessThanOrEqual(20_000)
    },
    bad: [
      notObject,
      [{ mix: { ...mixOf(1), parts: [] }, where: '' }, 'bad-input', /at mix\.parts/],
      [
        {
          mix: { ...mixOf(1), parts: [{ share: 1, policy: 'surfase', direction: 'forward' }] },
          where: '',
        },
        'bad-input',
        /At parts 1, policy: there is no policy "surfase"; did you mean surface\?/,
      ],
    ],
  },
  'mix.lengths': {
    input: () => ({ mix: mixOf(1), where: '' }),
    check: ({ traces, codec, lengths }) => {
      expect(lengths).toHaveLength(traces)
      expect(codec).toBe('nd@1')
      for (const parts of lengths) {
        expect(parts).toHaveLength(2)
        for (const part of parts) {
          expect(part?.actions).toHaveLength(4)
          for (const tokens of part?.tokens ?? [0]) expect(tokens).toBeGreaterThan(10)
        }
      }
    },
    bad: [
      notObject,
      [{ mix: mixOf(1), where: 'nothing' }, 'bad-input', /nothing/],
      [{ mix: mixOf(1), where: 'program == "none"' }, 'not-found', /No trace matches/],
      [{ mix: { ...mixOf(1), codec: 'nd@9' }, where: '' }, 'bad-input', /no codec nd@9/],
    ],
  },
  'policy.facts': {
    input: ({ trace }) => ({ trace, where: 'depth >= 1', writes: true, sizes: true }),
    check: async ({ calls, writes, sizes }, { client, trace }) => {
      expect(calls?.[0]).toBe(0)
      expect(writes?.some((count) => count > 0)).toBe(true)
      expect(sizes).toHaveLength(writes?.length ?? -1)
      const none = await client.call('policy.facts', { trace, where: null, writes: false })
      expect(none).toEqual({ calls: null, writes: null, sizes: null })
    },
    bad: [
      notObject,
      [
        { trace: 't_0000000000000000', where: '', writes: false },
        'not-found',
        /t_0000000000000000/,
      ],
    ],
  },
  'hand.begin': {
    input: ({ trace }) => ({ trace, direction: 'inverse', entry: null }),
    check: ({ row, start, steps, document, branch }, { trace }) => {
      expect(row).toMatchObject({ trace, policy: 'hand', direction: 'inverse', exit: null })
      expect(start.seq).toBeGreaterThan(0)
      expect([steps, document, branch]).toEqual([[], null, null])
    },
    bad: [
      notObject,
      [
        { trace: 't_0000000000000000', direction: 'forward', entry: null },
        'not-found',
        /t_0000000000000000/,
      ],
      [{ trace: 't', direction: 'sideways', entry: null }, 'bad-input', /at direction/],
    ],
  },
  'hand.append': {
    input: async (scene) => {
      const { row } = await handMade(scene)
      return { trajectory: row.trajectory, length: 1, action: { name: 'continue', operand: null } }
    },
    check: async ({ row, steps }, { client }) => {
      expect(row).toMatchObject({ steps: 2, exit: 'normal' })
      expect(steps.map(({ action, target }) => [action.name, target?.seq ?? null])).toEqual([
        ['step_into', 1],
        ['continue', null],
      ])
      const { trajectory } = row
      await expect(
        client.call('hand.append', { trajectory, length: 2, action: INTO }),
      ).rejects.toThrow(/has ended, so no action follows/)
      const cut = await client.call('hand.cut', { trajectory, length: 0 })
      expect(cut.row).toMatchObject({ steps: 0, exit: null })
      const back = { name: 'inv_step_into', operand: null } as const
      await expect(
        client.call('hand.append', { trajectory, length: 0, action: back }),
      ).rejects.toThrow(/inv_step_into goes inverse/)
    },
    bad: [notObject, [{ trajectory: 'j_0', length: 0, action: INTO }, 'not-found', /j_0/]],
  },
  'hand.cut': {
    input: async (scene) => ({ trajectory: (await handMade(scene)).row.trajectory, length: 0 }),
    check: ({ steps }) => expect(steps).toEqual([]),
    bad: [notObject, unknown],
  },
  'hand.branch': {
    input: ({ trajectory }) => ({ trajectory, length: 2 }),
    check: ({ row, steps, branch }, { trajectory }) => {
      expect(row).toMatchObject({ policy: 'hand', steps: 2, exit: null })
      expect(steps).toHaveLength(2)
      expect(branch).toEqual({ trajectory, step: 2 })
    },
    bad: [notObject, unknown],
  },
  'hand.gold': {
    input: async (scene) => ({ trajectory: (await handMade(scene)).row.trajectory, gold: true }),
    check: async ({ trajectory }, { client }) => {
      expect((await client.call('trajectory.get', { trajectory })).row.gold).toBe(true)
      await expect(client.call('hand.cut', { trajectory, length: 0 })).rejects.toThrow(/is gold/)
    },
    bad: [notObject, unknown],
  },
}
