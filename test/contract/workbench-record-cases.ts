import { expect } from 'vitest'
import { followJob } from './workbench-bench.ts'
import { type Cases, notObject } from './workbench-scene.ts'

const limits = { maxSteps: 1000, timeoutSeconds: 5 }

/** Cases of the calls that record. */
export const RECORD_CASES: Cases<
  'trace.engines' | 'trace.consent' | 'trace.probe' | 'trace.record'
> = {
  'trace.engines': {
    input: () => ({}),
    check: ({ engines }) => {
      expect(engines.map(({ engine }) => engine)).toEqual(['pyodide', 'cpython'])
      expect(engines[0]).toMatchObject({ problem: null, needsConsent: false, open: [] })
    },
    bad: [notObject, [{ python: '' }, 'bad-input', /at python/]],
  },
  'trace.consent': {
    input: () => ({ agree: true }),
    check: async (_, { client }) => {
      const consents = async () =>
        (await client.call('trace.engines', {})).engines.map(({ hasConsent }) => hasConsent)
      expect(await consents()).toEqual([false, true])
      await client.call('trace.consent', { agree: false })
      expect(await consents()).toEqual([false, false])
    },
    bad: [notObject, [{ agree: 'yes' }, 'bad-input', /at agree/]],
  },
  'trace.probe': {
    input: () => ({
      source: {
        from: 'programs',
        programs: [
          {
            name: 'probed-only',
            code: 'while True:\n  x = 1\n',
            entry: null,
            origin: null,
            licence: null,
          },
        ],
      },
      limits: { maxSteps: 1_000_000, timeoutSeconds: 10 },
    }),
    check: async ({ job }, { client }) => {
      const { row, made } = await followJob(client, job)
      expect(row).toMatchObject({ kind: 'probe', state: 'done', result: { isWhole: false } })
      expect(row.text).toMatch(/^probed-only goes on after .* events\/s: up to .* events, about /)
      expect(made).toEqual([])
      const where = { where: 'program == "probed-only"', sort: null, offset: 0, limit: 10 }
      expect((await client.call('trace.page', where)).rows).toEqual([])
    },
    bad: [
      notObject,
      [{ source: { from: 'path', path: '/no/where', call: null }, limits }, 'not-found', /no file/],
    ],
  },
  'trace.record': {
    input: ({ wire }) => ({
      source: {
        from: 'programs',
        programs: [
          { name: `w${wire}`, code: `print(${wire})`, entry: null, origin: null, licence: null },
        ],
      },
      limits,
    }),
    check: async ({ job }, { client, wire }) => {
      const { row, made } = await followJob(client, job)
      expect(row).toMatchObject({ kind: 'record', state: 'done', error: null })
      expect(made).toMatchObject([{ program: `w${wire}`, exit: 'normal' }])
      const { stdout } = await client.call('trace.get', { trace: String(made[0]?.trace) })
      expect(stdout).toBe(`${wire}\n`)
    },
    bad: [
      notObject,
      [{ source: { from: 'programs', programs: [] }, limits }, 'bad-input', /source\.programs/],
      [{ source: { from: 'mail' }, limits }, 'bad-input', /source/],
      [{ source: { from: 'path', path: 'a.py', call: null }, limits }, 'bad-input', /absolute/],
      [{ source: { from: 'path', path: '/no/where.py', call: null }, limits }, 'not-found', /no/],
    ],
  },
}
