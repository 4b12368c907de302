import { expect } from 'vitest'
import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { NodeColumns } from '../../shared/contract/trees.ts'
import { collect } from './collect.ts'
import { type Cases, notObject } from './workbench-scene.ts'

const SEARCH = {
  trace: 't',
  from: 0,
  until: 10,
  direction: 'backward',
  triggers: [{ kind: 'exception', type: 'KeyError' }],
}

/** Cases of what leads from one state of a tree to another. */
export const WALK_CASES: Cases<
  keyof Pick<
    WorkbenchContract,
    'tree.writes' | 'tree.writeOrigin' | 'tree.findStop' | 'tree.findDifference'
  >
> = {
  'tree.writes': {
    input: ({ trace }) => ({ trace, frame: 0, variable: 'middle', seq: 3, before: 2, after: 2 }),
    check: ({ before, after }) => {
      expect(before).toEqual([{ seq: 3, value: { text: '3', size: 1, type: 'int' } }])
      expect(after).toEqual([])
    },
    bad: [
      notObject,
      [{ trace: 't_0', frame: 0, variable: 'x', seq: 0, before: 1, after: 1 }, 'not-found', /t_0/],
      [
        { trace: 't', frame: 0, variable: 'x', seq: 0, before: 101, after: 1 },
        'bad-input',
        /before/,
      ],
    ],
  },
  'tree.writeOrigin': {
    input: ({ trace }) => ({ trace, frame: 0, variable: 'items', seq: 3 }),
    // The entry's argument came from nowhere; the last merge's from a merge_sort of the line that called it.
    check: async ({ returned }, { client, trace }) => {
      expect(returned).toBeNull()
      const { items } = await collect(client, 'tree.nodes', { trace })
      const nodes = items[0] as NodeColumns
      const seq = nodes.function.findLastIndex(
        (name, at) => name === 'merge' && nodes.kind[at] === 'call',
      )
      const at = { trace, frame: nodes.frame[seq] as number, variable: 'left', seq }
      const origin = await client.call('tree.writeOrigin', at)
      const from = origin.returned?.seq ?? -1
      expect([nodes.function[from], nodes.kind[from]]).toEqual(['merge_sort', 'return'])
      expect(nodes.parent[from]).toBe(nodes.parent[seq])
    },
    bad: [
      notObject,
      [{ trace: 't_0', frame: 0, variable: 'x', seq: 0 }, 'not-found', /t_0/],
      [{ trace: 't', frame: -1, variable: 'x', seq: 0 }, 'bad-input', /at frame/],
    ],
  },
  'tree.findStop': {
    input: ({ trace }) => ({
      trace,
      from: 0,
      until: 500,
      direction: 'forward' as const,
      triggers: [{ kind: 'data' as const, function: 'merge_sort', variable: 'middle' }],
    }),
    check: async ({ seq }, { client, trace }) => {
      const { rows } = await client.call('trace.events', { trace, offset: 0, limit: 500 })
      const bound = rows.find(({ locals }) => locals.some(([name]) => name === 'middle'))
      expect(seq).toBe(bound?.seq)
    },
    bad: [
      notObject,
      [{ ...SEARCH, trace: 't_0000000000000000' }, 'not-found', /t_0000000000000000/],
      [{ ...SEARCH, until: 20_001 }, 'bad-input', /at until: .*at most 20000 events/],
      [{ ...SEARCH, triggers: [] }, 'bad-input', /at triggers/],
      [{ ...SEARCH, triggers: [{ kind: 'line', line: 1 }] }, 'bad-input', /at triggers\.0/],
    ],
  },
  'tree.findDifference': {
    input: ({ trace }) => ({
      first: { trace, from: 0 },
      second: { trace, from: 0 },
      count: 50,
      direction: 'forward' as const,
    }),
    // A trace is like itself; a step further on it is not.
    check: async ({ offset }, { client, trace }) => {
      expect(offset).toBeNull()
      const shifted = await client.call('tree.findDifference', {
        first: { trace, from: 0 },
        second: { trace, from: 1 },
        count: 50,
        direction: 'backward',
      })
      expect(shifted.offset).toBeGreaterThan(0)
    },
    bad: [
      notObject,
      [
        {
          first: { trace: 't_0000000000000000', from: 0 },
          second: { trace: 't_0000000000000000', from: 0 },
          count: 1,
          direction: 'forward',
        },
        'not-found',
        /t_0000000000000000/,
      ],
      [
        {
          first: { trace: 't', from: 0 },
          second: { trace: 't', from: 0 },
          count: 20_001,
          direction: 'forward',
        },
        'bad-input',
        /at count/,
      ],
      [{ first: { trace: 't', from: 0 }, count: 1, direction: 'forward' }, 'bad-input', /second/],
    ],
  },
}
