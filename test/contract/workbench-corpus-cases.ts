import { expect } from 'vitest'
import type { corpus } from '../../shared/contract/corpus.ts'
import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { type Bad, type Cases, notObject } from './workbench-scene.ts'

const noLevel: Bad = [{ level: 'frame', where: '' }, 'bad-input', /level/]
const unknown: Bad = [{ level: 'trace', where: 'evnts > 3' }, 'bad-input', /did you mean events/]

const VIEW = {
  level: 'trace' as const,
  where: 'exit == "error"',
  columns: ['events'],
  isDefault: true,
  count: 3,
}

/** Cases of the corpus: rows of every level by one query language. */
export const CORPUS_CASES: Cases<CallName<Pick<WorkbenchContract, keyof typeof corpus>>> = {
  'corpus.page': {
    input: ({ trace }) => ({
      level: 'step' as const,
      where: `trace == "${trace}" and event == "return"`,
      columns: ['function', 'value', 'len(vars)', 'max(s.depth for s in trace.steps)'],
      after: null,
      limit: 2,
    }),
    check: ({ rows, next, total }, { trace }) => {
      expect(rows).toHaveLength(2)
      expect(next).not.toBeNull()
      expect(total).toBeGreaterThan(2)
      for (const row of rows) {
        expect(row.id).toBe(`${trace} ${row.step}`)
        expect(row).toMatchObject({ trace, trajectory: null })
        expect(row.cells).toHaveLength(4)
        expect(typeof row.cells[0]).toBe('string')
        expect(Number(row.cells[3])).toBeGreaterThan(1)
      }
    },
    bad: [
      notObject,
      noLevel,
      unknown,
      [{ level: 'trace', where: '', columns: ['exit == "error"'] }, 'bad-input', /column shows/],
      [{ level: 'trace', where: '', columns: [], limit: 501 }, 'bad-input', /limit/],
    ],
  },
  'corpus.slice': {
    input: () => ({
      level: 'trace' as const,
      where: '"merge"',
      columns: ['program', 'len(steps)'],
      sort: [{ by: 'events', descending: true }],
      offset: 0,
      limit: 3,
    }),
    check: ({ rows, total, unfiltered }, { trace }) => {
      expect(rows.map((row) => row.id)).toContain(trace)
      expect(total).toBe(rows.length)
      expect(unfiltered).toBeGreaterThan(rows.length)
      for (const { cells } of rows) expect(cells).toEqual([expect.any(String), expect.any(Number)])
    },
    bad: [
      notObject,
      noLevel,
      unknown,
      [{ level: 'trace', sort: [{ by: 'evnts', descending: true }] }, 'bad-input', /did you mean/],
      [{ level: 'trace', offset: -1 }, 'bad-input', /offset/],
    ],
  },
  'corpus.position': {
    input: ({ trace }) => ({
      level: 'trace' as const,
      id: trace,
      where: '',
      sort: [
        { by: 'exit', descending: false },
        { by: 'events', descending: true },
      ],
    }),
    check: async ({ index }, { client, trace }) => {
      const sort = [
        { by: 'exit', descending: false },
        { by: 'events', descending: true },
      ]
      const input = { level: 'trace' as const, where: '', sort, offset: index ?? -1, limit: 1 }
      const { rows } = await client.call('corpus.slice', input)
      expect(rows.map((row) => row.id)).toEqual([trace])
      const none = { level: 'trace' as const, id: trace, where: 'program == "no-such-program"' }
      expect(await client.call('corpus.position', none)).toEqual({ index: null })
    },
    bad: [notObject, [{ level: 'frame', id: 't' }, 'bad-input', /level/]],
  },
  'corpus.views': {
    input: () => ({}),
    check: ({ views }) => expect(Array.isArray(views)).toBe(true),
    bad: [notObject],
  },
  'corpus.saveView': {
    input: ({ wire }) => ({ ...VIEW, name: `view of wire ${wire}` }),
    check: async ({ views }, { client, wire }) => {
      const name = `view of wire ${wire}`
      expect(views.find((view) => view.name === name)).toMatchObject({ ...VIEW, name })
      expect(await client.call('corpus.views', {})).toEqual({ views })
      const again = await client.call('corpus.saveView', { ...VIEW, name, count: 9 })
      expect(again.views).toHaveLength(views.length)
      // Another default takes the place of this one.
      const other = await client.call('corpus.saveView', { ...VIEW, name: `${name} too` })
      const defaults = other.views.filter(({ isDefault }) => isDefault)
      expect(defaults.map((view) => view.name)).toEqual([`${name} too`])
      await client.call('corpus.removeView', { name: `${name} too` })
    },
    bad: [
      notObject,
      [{ ...VIEW, name: '  ' }, 'bad-input', /name/],
      [{ ...VIEW, name: 'x', level: 'frame' }, 'bad-input', /level/],
    ],
  },
  'corpus.removeView': {
    // Saved by the case before.
    input: ({ wire }) => ({ name: `view of wire ${wire}` }),
    check: ({ views }, { wire }) =>
      expect(views.map(({ name }) => name)).not.toContain(`view of wire ${wire}`),
    bad: [notObject, [{ name: 'no such view' }, 'not-found', /no such view/]],
  },
  'corpus.sql': {
    input: () => ({ level: 'trace' as const, where: `program == "it's"` }),
    check: ({ sql }) => {
      expect(sql).toMatch(/^SELECT t\.id FROM trace AS t WHERE /)
      expect(sql).toContain("'it''s'")
    },
    bad: [notObject, noLevel, unknown],
  },
}
