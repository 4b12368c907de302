import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, followJob, openBench, recordAll, sampleProgram } from './workbench-bench.ts'

/** The export as resources/formats/export-jsonl.md promises it, read without our own reader. */

const SEED = Number.MAX_SAFE_INTEGER
const where = 'policy == "paper-mix"'
let bench: Bench
let files: readonly Buffer[]
let rows: Record<string, unknown>[]

async function draw(direction: 'forward' | 'inverse', policy: string): Promise<string[]> {
  const { job } = await bench.client.call('trajectory.sample', {
    trace: null,
    where: '',
    policy,
    seed: SEED,
    count: 3,
    direction,
    entry: null,
  })
  const { row, made } = await followJob(bench.client, job)
  expect(row.state).toBe('done')
  return made.map(({ trajectory }) => String(trajectory))
}

async function exportTo(name: string): Promise<readonly Buffer[]> {
  const directory = join(bench.folder, name)
  const request = { format: 'jsonl' as const, codec: 'nd@1', directory, where }
  const { job } = await bench.client.call('export.start', request)
  expect((await followJob(bench.client, job)).row).toMatchObject({ state: 'done' })
  expect((await readdir(directory)).toSorted()).toEqual(['manifest.json', 'trajectories.jsonl'])
  return Promise.all(
    ['manifest.json', 'trajectories.jsonl'].map((file) => readFile(join(directory, file))),
  )
}

beforeAll(async () => {
  bench = await openBench()
  const odd = "# line separator: \u2028, emoji: \u{1F600}\ntext = 'a\u2028b'\nprint(text)\n"
  await recordAll(bench.client, [
    await sampleProgram('merge-sort'),
    { name: 'separators', code: odd, entry: null, origin: null, licence: null },
  ])
  const [first = ''] = await draw('forward', 'paper-mix')
  await draw('inverse', 'paper-mix')
  await draw('forward', 'interpreter')
  for (const step of [1, 0]) {
    await bench.client.call('label.set', { trajectory: first, step, class: 'wrong_line' })
  }
  files = await exportTo('once')
  rows = files[1]
    ?.toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>) as Record<string, unknown>[]
}, 120_000)
afterAll(async () => {
  await bench?.close()
  expect(bench?.errors).toEqual([])
})

test('a line has its fields in the published order', () => {
  expect(rows).toHaveLength(12)
  for (const row of rows) {
    expect(Object.keys(row).join(' ')).toBe(
      'trajectory program trace policy seed ordinal direction codec text exit labels origin licence',
    )
    expect(row).toMatchObject({ policy: 'paper-mix', seed: SEED, codec: 'nd@1' })
  }
  expect(files[1]?.at(-1)).toBe(10)
})

test('lines are sorted by trajectory, labels by step', () => {
  const ids = rows.map((row) => String(row.trajectory))
  expect(ids).toEqual(ids.toSorted())
  expect(rows.flatMap((row) => row.labels)).toEqual([
    { step: 0, class: 'wrong_line' },
    { step: 1, class: 'wrong_line' },
  ])
})

test('a text is exactly what the workbench shows', async () => {
  for (const { trajectory, text } of rows) {
    const call = { trajectory: String(trajectory), codec: 'nd@1' }
    expect((await bench.client.call('trajectory.text', call)).text).toBe(text)
  }
})

test('the manifest counts, names and hashes what is there', async () => {
  const manifest = JSON.parse(files[0]?.toString('utf8') ?? '')
  const { version } = await bench.client.call('host.describe', {})
  const steps = await Promise.all(
    rows.map(async ({ trajectory }) => {
      const detail = await bench.client.call('trajectory.get', { trajectory: String(trajectory) })
      return detail.steps.length
    }),
  )
  const seedOf = (direction: string) => ({
    policy: 'paper-mix',
    direction,
    seed: SEED,
    trajectories: 6,
  })
  expect(manifest).toEqual({
    format: 'ndw-trajectories-jsonl',
    formatVersion: 1,
    filter: where,
    codec: 'nd@1',
    seeds: [seedOf('forward'), seedOf('inverse')],
    versions: {
      app: version,
      tracer: [expect.stringMatching(/^\d+\.\d+\.\d+$/)],
      python: [expect.stringMatching(/^3\.\d+\.\d+$/)],
    },
    counts: {
      trajectories: 12,
      steps: steps.reduce((sum, n) => sum + n, 0),
      traces: 2,
      programs: 2,
      labels: 2,
    },
    licences: [
      { licence: 'CC0-1.0', trajectories: 6 },
      { licence: null, trajectories: 6 },
    ],
    refused: [],
    files: [
      {
        name: 'trajectories.jsonl',
        rows: 12,
        bytes: files[1]?.length,
        sha256: createHash('sha256')
          .update(files[1] ?? '')
          .digest('hex'),
      },
    ],
  })
  expect(files[0]?.toString('utf8')).toBe(`${JSON.stringify(manifest, null, 2)}\n`)
})

test('the same rows with the same filter give the same bytes', async () => {
  const again = await exportTo('again')
  expect(again.map((file, at) => file.equals(files[at] as Buffer))).toEqual([true, true])
})
