import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { followJob } from './workbench-bench.ts'
import { CORPUS_CASES } from './workbench-corpus-cases.ts'
import { DRAWING_CASES } from './workbench-drawing-cases.ts'
import { MODEL_CASES } from './workbench-model-cases.ts'
import { PREDICTION_CASES } from './workbench-prediction-cases.ts'
import { RUN_CASES } from './workbench-run-cases.ts'
import { badPage, bigPage, type Cases, notObject, page } from './workbench-scene.ts'
import { SERVER_CASES } from './workbench-server-cases.ts'
import { STEP_CASES } from './workbench-step-cases.ts'
import { TRACE_CASES } from './workbench-trace-cases.ts'

/** Every call of the contract: an input that is good, what must come of it, and inputs that are bad. */
export const CASES: Cases<CallName<WorkbenchContract>> = {
  ...CORPUS_CASES,
  ...TRACE_CASES,
  ...DRAWING_CASES,
  ...MODEL_CASES,
  ...SERVER_CASES,
  ...RUN_CASES,
  ...PREDICTION_CASES,
  ...STEP_CASES,
  'runtime.eject': {
    input: () => ({}),
    check: () => {},
    bad: [notObject],
  },
  'label.set': {
    input: ({ trajectory, wire }) => ({ trajectory, step: wire, class: 'wrong_value' }),
    check: ({ act, labels }, { wire }) => {
      expect(act).toMatchObject({ step: wire, class: 'wrong_value' })
      expect(labels).toContainEqual({ step: wire, class: 'wrong_value' })
    },
    bad: [
      notObject,
      [{ trajectory: 'j_0', step: 0, class: 'wrong_value' }, 'not-found', /j_0/],
      [{ trajectory: 'j_0', step: 0, class: 'boring' }, 'bad-input', /at class/],
      [{ trajectory: 'j_0', step: -1, class: null }, 'bad-input', /at step/],
    ],
  },
  'label.undo': {
    input: () => ({ act: null }),
    check: async ({ undone }, { client, trajectory }) => {
      expect(undone).toMatchObject({ trajectory })
      const { acts } = await client.call('label.recent', { limit: 100 })
      expect(acts.map((act) => act.act)).not.toContain(undone?.act)
      const again = await client.call('label.undo', { act: undone?.act ?? 0 })
      expect(again.undone).toBeNull()
    },
    bad: [
      notObject,
      [{}, 'bad-input', /at act/],
      [{ act: 1.5 }, 'bad-input', /at act/],
      [{ act: 123_456 }, 'not-found', /decision 123456/],
    ],
  },
  'label.ofTrace': {
    input: ({ trace }) => ({ trace }),
    check: async (_, { client, trace, trajectory, wire }) => {
      await client.call('label.set', { trajectory, step: wire, class: 'extra_variable' })
      const { steps } = await client.call('trajectory.get', { trajectory })
      const { labels } = await client.call('label.ofTrace', { trace })
      const { seq } = steps[wire]?.target ?? {}
      expect(labels).toContainEqual({ seq, class: 'extra_variable', count: 1 })
      await client.call('label.undo', { act: null })
    },
    bad: [notObject, [{ trace: 't_0000000000000000' }, 'not-found', /t_0000000000000000/]],
  },
  'label.recent': {
    input: () => ({ limit: 1 }),
    check: ({ acts }, { trajectory }) => expect(acts).toMatchObject([{ trajectory }]),
    bad: [notObject, [{ limit: 0 }, 'bad-input', /at limit/]],
  },
  'export.start': {
    input: ({ bench, wire }) => ({
      format: 'jsonl',
      codec: 'nd@1',
      directory: join(bench.folder, `export-of-wire-${wire}`),
      where: 'policy == "interpreter"',
    }),
    check: async ({ job }, { client, bench, wire, trajectory }) => {
      const { row } = await followJob(client, job)
      expect(row).toMatchObject({ kind: 'export', state: 'done' })
      const file = join(bench.folder, `export-of-wire-${wire}`, 'trajectories.jsonl')
      const [line, ...others] = (await readFile(file, 'utf8')).trimEnd().split('\n')
      expect(others).toEqual([])
      expect(JSON.parse(line ?? '')).toMatchObject({ trajectory, program: 'merge-sort' })
    },
    bad: [
      notObject,
      [{ format: 'parquet', directory: '/tmp/x' }, 'bad-input', /at format/],
      [{ format: 'jsonl', directory: 'here' }, 'bad-input', /absolute/],
      [{ format: 'jsonl', directory: '/usr' }, 'conflict', /not empty/],
      [{ format: 'jsonl', directory: '/etc/hostname' }, 'conflict', /is a file/],
    ],
  },
  'export.page': {
    input: () => ({ ...page }),
    check: ({ rows, total }, { exported }) => {
      expect(rows.map((row) => row.directory)).toContain(exported)
      expect(total).toBe(rows.length)
    },
    bad: [notObject, badPage, bigPage],
  },
  'export.suggest': {
    input: () => ({}),
    check: ({ directory }, { bench }) => expect(directory.startsWith(bench.folder)).toBe(true),
    bad: [notObject],
  },
  'job.page': {
    input: () => ({ ...page }),
    check: ({ rows }, { job }) => expect(rows.map((row) => row.job)).toContain(job),
    bad: [notObject, badPage, bigPage],
  },
  'job.get': {
    input: ({ job }) => ({ job }),
    check: (row, { job }) => expect(row).toMatchObject({ job, state: 'done', kind: 'record' }),
    bad: [notObject, [{ job: 'k_0' }, 'not-found', /k_0/]],
  },
  'job.cancel': {
    input: ({ job }) => ({ job }),
    check: (row) => expect(row.state).toBe('done'),
    bad: [notObject, [{ job: 'k_0' }, 'not-found', /k_0/]],
  },
  'job.pause': {
    input: ({ job }) => ({ job }),
    check: (row) => expect(row).toMatchObject({ state: 'done', paused: false }),
    bad: [notObject, [{ job: 'k_0' }, 'not-found', /k_0/]],
  },
  'job.resume': {
    input: ({ job }) => ({ job }),
    check: (row) => expect(row).toMatchObject({ state: 'done', paused: false }),
    bad: [notObject, [{ job: 'k_0' }, 'not-found', /k_0/]],
  },
  'job.again': {
    input: ({ job }) => ({ job }),
    check: async ({ job }, { client, job: first }) => {
      expect(job).not.toBe(first)
      const { row, made } = await followJob(client, job)
      expect(row.state).toBe('done')
      expect(made.every(({ known }) => known === true)).toBe(true)
    },
    bad: [notObject, [{ job: 'k_0' }, 'not-found', /k_0/]],
  },
  'host.describe': {
    input: () => ({}),
    check: (about, { bench }) =>
      expect(about).toMatchObject({
        host: 'web',
        store: bench.storePath,
        readOnly: false,
        readOnlyReason: null,
        capabilities: { reveal: true, pickFolder: true },
      }),
    bad: [notObject],
  },
  'host.reveal': {
    input: ({ exported }) => ({ path: exported }),
    check: (_output, { bench, exported }) => expect(bench.revealed).toContain(exported),
    bad: [notObject, [{ path: '/etc/passwd' }, 'bad-input', /passwd/]],
  },
  'host.pickFolder': {
    input: () => ({}),
    check: ({ path }, { bench }) => expect(path).toBe(bench.folder),
    bad: [notObject],
  },
}
