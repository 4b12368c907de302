import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TraceDetail } from '../../shared/contract/traces.ts'
import { collect } from './collect.ts'
import { type Bench, followJob, openBench } from './workbench-bench.ts'

interface Expected {
  readonly exit: string
  readonly result: string | null
  /** Null where every run prints something else. */
  readonly stdout: string | null
  readonly error: string | null
}

const project = join(import.meta.dirname, '../..')
const results: Record<string, Expected> = JSON.parse(
  await readFile(join(project, 'test/fixtures/sample-results.json'), 'utf8'),
)
const names = Object.keys(results)

let bench: Bench
const details = new Map<string, TraceDetail>()

beforeAll(async () => {
  bench = await openBench()
  const { job } = await bench.client.call('trace.record', {
    source: { from: 'path', path: join(project, 'resources/samples/programs.jsonl'), call: null },
    limits: { maxSteps: 10_000, timeoutSeconds: 30 },
  })
  const { row } = await followJob(bench.client, job)
  expect(row).toMatchObject({ state: 'done', done: 40, total: 40 })
  const page = { where: '', sort: null, offset: 0, limit: 500 }
  for (const { trace } of (await bench.client.call('trace.page', page)).rows) {
    const detail = await bench.client.call('trace.get', { trace })
    details.set(detail.program, detail)
  }
}, 180_000)
afterAll(async () => {
  await bench?.close()
  expect(bench?.errors).toEqual([])
})

const detailOf = (name: string): TraceDetail => {
  const detail = details.get(name)
  if (detail === undefined) throw new Error(`${name} was not recorded`)
  return detail
}

describe('the recorded samples', () => {
  test.each(names)('%s did what it must', (name) => {
    const detail = detailOf(name)
    const expected = results[name]
    expect(detail.exit).toBe(expected?.exit)
    expect(detail.result?.text ?? null).toBe(detail.entry === null ? null : expected?.result)
    if (expected?.stdout !== null) expect(detail.stdout).toBe(expected?.stdout)
    const stop = { 'endless-collatz': 'step_limit', 'syntax-error': 'syntax_error' }[name]
    expect(detail.stopReason).toBe(stop ?? 'ended')
    const error = stop === 'step_limit' ? 'StepLimit' : (expected?.error ?? null)
    if (error === null) expect(detail.error).toBeNull()
    else expect(detail.error).toContain(error)
    if (stop === 'step_limit') expect(detail.events).toBe(10_000)
    if (stop === 'syntax_error') expect([detail.events, detail.errorLine]).toEqual([0, 5])
    else expect(detail.events).toBeGreaterThan(20)
  })

  test.each([
    ['factorial', 6],
    ['even-odd', 9],
    ['calculator', 7],
    ['n-queens', 7],
    ['bubble-sort', 2],
  ])('%s is %i calls deep', (name, depth) => {
    expect(detailOf(name).depth).toBe(depth)
  })

  test('a text of two million letters is shown short with its true size', async () => {
    const { trace, events } = detailOf('big-value')
    const rows = (await bench.client.call('trace.events', { trace, offset: 0, limit: 500 })).rows
    expect(rows).toHaveLength(events)
    const values = rows.flatMap((row) => row.locals.map(([, value]) => value))
    expect(Math.max(...values.map((value) => value.size))).toBeGreaterThanOrEqual(2_000_000)
    expect(Math.max(...values.map((value) => value.text.length))).toBeLessThan(100_000)
  })
})

describe.each(['forward', 'inverse'] as const)('%s trajectories of the samples', (direction) => {
  test('encode to text that decodes to the end', async () => {
    const { client } = bench
    const { job } = await client.call('trajectory.sample', {
      trace: null,
      where: '',
      policy: 'paper-mix',
      seed: 11,
      count: 2,
      direction,
      entry: null,
    })
    const { row, made } = await followJob(client, job)
    expect(row.state).toBe('done')
    expect(made).toHaveLength(2 * (names.length - 1))
    for (const { trajectory, program } of made) {
      const id = String(trajectory)
      const { text } = await client.call('trajectory.text', { trajectory: id, codec: 'nd@1' })
      const { problem, transcript } = await client.call('codec.decode', { codec: 'nd@1', text })
      expect(problem, String(program)).toBeNull()
      expect(transcript.direction, String(program)).toBe(direction)
    }
    const where = `direction == "${direction}"`
    const counted = await collect(client, 'trajectory.counts', countsOf('nd@1', where))
    const { counts, refused, done } = counted.items.at(-1) ?? {}
    expect([refused, done]).toEqual([0, made.length])
    expect(counts?.trajectories).toBe(made.length)
    const steps = made.reduce((sum, { steps: one }) => sum + Number(one), 0)
    expect(counts?.actions.total).toBe(steps)
  })
})

function countsOf(codec: string, where: string) {
  return { where, codec, tokenizer: 'own' }
}

test('counts tell how many trajectories a codec cannot tell, and refuse what they do not know', async () => {
  const told = await collect(bench.client, 'trajectory.counts', countsOf('cwm@1', ''))
  const last = told.items.at(-1)
  expect(last?.refused).toBe(last?.total)
  expect(last?.refusal).toMatch(/^CWM text /)
  expect(last?.counts).toMatchObject({ trajectories: 0, tokens: { mean: 0, total: 0 } })
  const unknown = await collect(bench.client, 'trajectory.counts', countsOf('nd@9', ''))
  expect(unknown.error?.message).toMatch(/There is no codec nd@9/)
})

test('every node of every sample lies inside its parent', async () => {
  for (const [name, { trace, events }] of details) {
    const { items } = await collect(bench.client, 'tree.nodes', { trace })
    const close = items.flatMap((chunk) => chunk.close)
    const parent = items.flatMap((chunk) => chunk.parent)
    expect(close, name).toHaveLength(events)
    for (const [seq, host] of parent.entries()) {
      if (host === -1) continue
      if (!(host < seq && (close[seq] ?? 0) <= (close[host] ?? -1))) {
        expect.unreachable(`${name}: node ${seq} is not inside ${host}`)
      }
    }
  }
})
