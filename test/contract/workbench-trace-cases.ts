import { expect } from 'vitest'
import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { traces } from '../../shared/contract/traces.ts'
import type { trajectories } from '../../shared/contract/trajectories.ts'
import type { trees } from '../../shared/contract/trees.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { POLICIES } from '../../shared/trajectory/policies.ts'
import { followJob, recordAll } from './workbench-bench.ts'
import { FILE_CASES } from './workbench-file-cases.ts'
import { POLICY_CASES } from './workbench-policy-cases.ts'
import { RECORD_CASES } from './workbench-record-cases.ts'
import {
  type Bad,
  badPage,
  bigPage,
  type Cases,
  notObject,
  page,
  type Scene,
} from './workbench-scene.ts'
import { TEXT_CASES } from './workbench-text-cases.ts'
import { WALK_CASES } from './workbench-walk-cases.ts'

const noTrace: Bad = [{ trace: 't_0000000000000000' }, 'not-found', /t_0000000000000000/]
const sampleInput = (scene: Scene) => ({
  trace: scene.trace,
  where: '',
  policy: 'paper-mix',
  seed: 100 + scene.wire,
  count: 3,
  direction: 'inverse' as const,
  entry: 'merge',
})

/** Cases of traces, trees and trajectories. */
export const TRACE_CASES: Cases<
  CallName<Pick<WorkbenchContract, keyof (typeof traces & typeof trees & typeof trajectories)>>
> = {
  ...RECORD_CASES,
  'trace.page': {
    input: () => ({ where: '"merge"', sort: { column: 'events', descending: true }, ...page }),
    check: ({ rows, total, unfiltered }, { trace }) => {
      expect(rows.map((row) => row.trace)).toContain(trace)
      expect(total).toBe(rows.length)
      expect(unfiltered).toBeGreaterThan(rows.length)
    },
    bad: [
      notObject,
      badPage,
      bigPage,
      [{ where: '', sort: { column: 'colour', descending: true } }, 'bad-input', /sort\.column/],
      [{ where: 'exit == "sideways"' }, 'bad-input', /sideways/],
    ],
  },
  'trace.get': {
    input: ({ trace }) => ({ trace }),
    check: (detail, { program, trace }) => {
      expect(detail).toMatchObject({
        trace,
        program: 'merge-sort',
        entry: program.entry,
        source: program.code,
        exit: 'normal',
        stopReason: 'ended',
        result: { text: '[3, 9, 10, 27, 38, 43, 82]', type: 'list' },
        licence: 'CC0-1.0',
        depth: 4,
      })
      expect(detail.codeSha256).toMatch(/^[0-9a-f]{64}$/)
    },
    bad: [notObject, [{}, 'bad-input', /at trace/], noTrace],
  },
  'trace.turns': {
    input: ({ trace }) => ({ trace }),
    // Its run has one thread.
    check: ({ lanes }, { trace }) => {
      expect(lanes).toEqual([{ trace, thread: 0, events: expect.any(Number), turns: null }])
    },
    bad: [notObject, [{}, 'bad-input', /at trace/], noTrace],
  },
  'trace.files': {
    input: ({ trace }) => ({ trace }),
    // Its program is its only file.
    check: (files) => expect(files).toEqual({ files: [] }),
    bad: [notObject, [{}, 'bad-input', /at trace/], noTrace],
  },
  'trace.output': {
    // Its own program, because the scene's prints nothing.
    input: ({ trace }) => ({ trace }),
    check: async (pieces, { client, wire }) => {
      expect(pieces).toEqual({ afterSeq: [], length: [] })
      const code =
        'def f(n):\n    print(n)\n    return n\n\nfor i in range(2):\n    print("é", f(i))\n'
      const program = { name: `o${wire}`, code, entry: null, origin: null, licence: null }
      const [trace = ''] = await recordAll(client, [program])
      const { stdout } = await client.call('trace.get', { trace })
      const { rows } = await client.call('trace.events', { trace, offset: 0, limit: 500 })
      const { afterSeq, length } = await client.call('trace.output', { trace })
      const ends = length.map((_, index) => length.slice(0, index + 1).reduce((a, b) => a + b))
      const parts = ends.map((end, index) => stdout.slice(ends[index - 1] ?? 0, end))
      expect(parts).toEqual(['0\n', 'é 0\n', '1\n', 'é 1\n'])
      expect(afterSeq.map((seq) => rows[seq]?.src.trim())).toEqual([
        'print(n)',
        'return n',
        'print(n)',
        'return n',
      ])
      expect(afterSeq.map((seq) => rows[seq]?.kind)).toEqual(['line', 'return', 'line', 'return'])
    },
    bad: [notObject, [{}, 'bad-input', /at trace/], noTrace],
  },
  'trace.events': {
    input: ({ trace }) => ({ trace, offset: 0, limit: 2 }),
    check: ({ rows }) => {
      expect(rows).toMatchObject([
        { seq: 0, kind: 'call', function: 'merge_sort', depth: 1, arg: null },
        { seq: 1, kind: 'line', src: '    if len(items) < 2:', depth: 1 },
      ])
      expect(rows[0]?.locals).toEqual([
        ['items', { text: '[38, 27, 43, 3, 9, 82, 10]', size: 26, type: 'list' }],
      ])
    },
    bad: [notObject, noTrace, [{ trace: 't', offset: 1.5 }, 'bad-input', /at offset/]],
  },
  ...FILE_CASES,
  'tree.states': {
    input: ({ trace }) => ({ trace, seqs: [3, 0] }),
    check: ({ states }) => {
      expect(states.map((state) => state.seq)).toEqual([3, 0])
      expect(states[0]?.locals.map(([name]) => name)).toEqual(['items', 'middle'])
    },
    bad: [
      notObject,
      [{ trace: 't_0000000000000000', seqs: [0] }, 'not-found', /t_0000000000000000/],
      [{ trace: 't', seqs: [] }, 'bad-input', /at seqs/],
      [{ trace: 't', seqs: [-1] }, 'bad-input', /at seqs\.0/],
    ],
  },
  ...WALK_CASES,
  'trajectory.page': {
    input: ({ trace }) => ({ where: 'policy == "interpreter"', trace, ...page }),
    check: ({ rows, total }, { trajectory }) => {
      expect(rows.map((row) => row.trajectory)).toEqual([trajectory])
      expect(total).toBe(1)
    },
    bad: [notObject, bigPage, [{ where: '', trace: 5 }, 'bad-input', /at trace/]],
  },
  'trajectory.positionOf': {
    input: ({ trajectory, trace }) => ({ trajectory, where: 'policy == "interpreter"', trace }),
    check: async ({ position, kept }, { client, trajectory, trace }) => {
      expect(kept).toBe(true)
      const list = { where: 'policy == "interpreter"', trace, offset: position, limit: 1 }
      const { rows } = await client.call('trajectory.page', list)
      expect(rows.map((row) => row.trajectory)).toEqual([trajectory])
      const none = { trajectory, where: 'program == "no-such-program"', trace: null }
      expect(await client.call('trajectory.positionOf', none)).toEqual({ position: 0, kept: false })
    },
    bad: [
      notObject,
      [{ trajectory: 'j_0', where: '' }, 'not-found', /j_0/],
      [{ trajectory: 'j_0', where: 'exit == "sideways"' }, 'not-found', /j_0/],
    ],
  },
  'trajectory.get': {
    input: ({ trajectory }) => ({ trajectory }),
    check: ({ row, start, steps, scope }, { trace }) => {
      expect(row).toMatchObject({ trace, policy: 'interpreter', seed: 7, exit: 'normal' })
      expect(start).toEqual({ seq: 0, duplicate: false })
      expect(steps).toHaveLength(scope.close + 1)
      expect(steps.at(-1)?.target).toBeNull()
    },
    bad: [notObject, [{ trajectory: 'j_0' }, 'not-found', /j_0/], [{}, 'bad-input', /trajectory/]],
  },
  'trajectory.sample': {
    input: sampleInput,
    check: async ({ job }, { client, wire }) => {
      const { row, made } = await followJob(client, job)
      expect(row.state).toBe('done')
      expect(made).toHaveLength(3)
      expect(made).toMatchObject([0, 1, 2].map((ordinal) => ({ ordinal, seed: 100 + wire })))
    },
    bad: [
      notObject,
      [
        { ...page, trace: null, where: '', policy: 'p', seed: -1, count: 1 },
        'bad-input',
        /at seed/,
      ],
      [
        {
          trace: 't_0000000000000000',
          where: '',
          policy: 'paper-mix',
          seed: 1,
          count: 1,
          direction: 'forward',
          entry: null,
        },
        'not-found',
        /t_0000000000000000/,
      ],
    ],
  },
  ...TEXT_CASES,
  'codec.decode': {
    input: () => ({ codec: 'nd@1', text: 'nonsense' }),
    check: ({ problem, transcript }) => {
      expect(problem).toMatchObject({ position: 0 })
      expect(transcript.states).toEqual([])
    },
    bad: [notObject, [{ codec: 'nd@99', text: '' }, 'bad-input', /nd@99/]],
  },
  ...POLICY_CASES,
  'policy.list': {
    input: () => ({}),
    check: ({ policies }) =>
      expect(policies.map((policy) => policy.name)).toEqual(POLICIES.map(({ name }) => name)),
    bad: [notObject],
  },
}
