import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Change } from '../../shared/contract/host.ts'
import { contract, type WorkbenchContract } from '../../shared/contract/index.ts'
import { createClient } from '../../shared/rpc/client.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { collect } from './collect.ts'
import { failure } from './rpc-bench.ts'
import { WIRES, type WirePair } from './wires.ts'
import { type Bench, followJob, openBench, recordAll, sampleProgram } from './workbench-bench.ts'
import { CASES } from './workbench-cases.ts'
import type { Scene } from './workbench-scene.ts'

type Name = CallName<WorkbenchContract>
const names = Object.keys(CASES) as Name[]

let bench: Bench
let made: Omit<Scene, 'client' | 'wire'>

beforeAll(async () => {
  bench = await openBench()
  const { client } = bench
  const program = await sampleProgram('merge-sort')
  const [trace] = await recordAll(client, [program, await sampleProgram('dropped-generator')])
  if (trace === undefined) throw new Error('nothing was recorded')
  const { job: sampling } = await client.call('trajectory.sample', {
    trace,
    where: '',
    policy: 'interpreter',
    seed: 7,
    count: 1,
    direction: 'forward',
    entry: null,
  })
  const trajectory = String((await followJob(client, sampling)).made[0]?.trajectory)
  await client.call('label.set', { trajectory, step: 9, class: 'other' })
  const exported = join(bench.folder, 'first-export')
  const { job: exporting } = await client.call('export.start', {
    format: 'jsonl',
    codec: 'nd@1',
    directory: exported,
    where: '',
  })
  expect((await followJob(client, exporting)).row.state).toBe('done')
  const { rows } = await client.call('job.page', { offset: 0, limit: 500 })
  const job = rows.find((row) => row.kind === 'record')?.job ?? ''
  made = { bench, program, trace, trajectory, job, exported }
}, 120_000)
afterAll(() => bench?.close())
afterEach(() => expect(bench.errors.splice(0)).toEqual([]))

describe.each(WIRES.map((each, wire) => ({ ...each, wire })))(
  'the workbench over $name',
  ({ open, wire }) => {
    let pair: WirePair
    let scene: Scene
    beforeEach(async () => {
      pair = await open()
      bench.app.serve(pair.server)
      scene = { ...made, wire, client: createClient(contract, pair.client) }
    })
    afterEach(() => pair.dispose())

    /** One call with whatever input: the table's types hold by its own declaration. */
    const send = (name: Name, input: unknown, signal?: AbortSignal): Promise<unknown> =>
      scene.client.call(name, input as never, signal === undefined ? {} : { signal })

    test.each(names)('%s answers a good input', async (name) => {
      const { input, check } = CASES[name] as (typeof CASES)['job.get']
      await check((await send(name, await input(scene))) as never, scene)
    })

    test.each(names.flatMap((name) => CASES[name].bad.map((bad) => [name, ...bad] as const)))(
      '%s refuses %j as %s',
      async (name, input, code, message) => {
        const error = await failure(send(name, input))
        expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)])
      },
    )

    test.each(names)('%s may be cancelled', async (name) => {
      const input =
        name === 'export.start'
          ? { format: 'jsonl', directory: scene.exported }
          : await CASES[name].input(scene)
      const stop = new AbortController()
      const answer = failure(send(name, input, stop.signal))
      stop.abort()
      expect((await answer).code).toBe('cancelled')
      expect(await scene.client.call('host.describe', {})).toMatchObject({ host: 'web' })
    })

    test('tree.nodes brings every node in order', async () => {
      const { items, error } = await collect(scene.client, 'tree.nodes', { trace: scene.trace })
      const { events } = await scene.client.call('trace.get', { trace: scene.trace })
      expect(error).toBeNull()
      const depths = items.flatMap((chunk) => chunk.depth)
      const parents = items.flatMap((chunk) => chunk.parent)
      expect(items[0]).toMatchObject({ from: 0 })
      expect(depths).toHaveLength(events)
      // The entry's own events are the root level; all others lie one below the line that called.
      expect(parents.map((parent) => (parent === -1 ? 1 : (depths[parent] ?? 0) + 1))).toEqual(
        depths,
      )
    })

    test('tree.nodes and job.follow say what is not there', async () => {
      const nodes = await collect(scene.client, 'tree.nodes', { trace: 't_0' })
      const job = await collect(scene.client, 'job.follow', { job: 'k_0' })
      expect([nodes.error?.code, job.error?.code]).toEqual(['not-found', 'not-found'])
    })

    test('job.follow of a job that has ended brings its row and ends', async () => {
      const { items, error } = await collect(scene.client, 'job.follow', { job: scene.job })
      expect(error).toBeNull()
      expect(items.at(-1)?.row).toMatchObject({ job: scene.job, state: 'done' })
    })

    test('host.changes announces a label to every client', async () => {
      const change = Promise.withResolvers<Change>()
      const stop = scene.client.watch(
        'host.changes',
        {},
        // Writes of another process are announced too, without an id.
        { onItem: (item) => item.area === 'label' && item.id !== null && change.resolve(item) },
      )
      await scene.client.call('host.describe', {})
      const { trajectory } = scene
      await bench.client.call('label.set', { trajectory, step: 10 + wire, class: 'ambiguous' })
      expect(await change.promise).toEqual({ area: 'label', id: trajectory })
      stop()
    })

    test('label.undo takes back the act named, not what another client did since', async () => {
      const { client, trajectory } = scene
      const label = { trajectory, class: 'missing_variable' } as const
      const { act: mine } = await client.call('label.set', { ...label, step: 3 })
      const { act: theirs } = await bench.client.call('label.set', { ...label, step: 4 })
      const { undone } = await client.call('label.undo', { act: mine?.act ?? 0 })
      expect(undone).toEqual(mine)
      const { labels } = await client.call('trajectory.get', { trajectory })
      expect(labels).not.toContainEqual({ step: 3, class: label.class })
      expect(labels).toContainEqual({ step: 4, class: label.class })
      await bench.client.call('label.undo', { act: theirs?.act ?? 0 })
    })

    test('label.set announces nothing and makes no act where nothing changes', async () => {
      const { client, trajectory } = scene
      const label = { trajectory, step: 5, class: 'other' } as const
      const { act } = await client.call('label.set', label)
      const changes: Change[] = []
      const stop = client.watch('host.changes', {}, { onItem: (change) => changes.push(change) })
      await client.call('host.describe', {})
      expect((await client.call('label.set', label)).act).toBeNull()
      await client.call('label.undo', { act: act?.act ?? 0 })
      await client.call('host.describe', {})
      const told = changes.filter(({ area, id }) => area === 'label' && id === trajectory)
      expect(told).toHaveLength(1)
      stop()
    })

    test('a running recording is cancelled for good, and the next one runs', async () => {
      const { client } = scene
      const endless = { ...(await sampleProgram('endless-collatz')), name: `endless-${wire}` }
      const { job } = await client.call('trace.record', {
        source: { from: 'programs', programs: [endless] },
        limits: { maxSteps: 5_000_000, timeoutSeconds: 600 },
      })
      const followed = followJob(client, job)
      await new Promise((resolve) => setTimeout(resolve, 300))
      // One that waits for its turn says at once that it is cancelled.
      const waiting = await client.call('trace.record', {
        source: { from: 'programs', programs: [{ ...endless, name: `waiting-${wire}` }] },
        limits: {},
      })
      await client.call('job.cancel', waiting)
      expect((await followJob(client, waiting.job)).row.state).toBe('cancelled')
      await client.call('job.cancel', { job })
      expect((await followed).row.state).toBe('cancelled')
      expect((await client.call('job.get', { job })).state).toBe('cancelled')
      const where = { where: `program == "${endless.name}"`, sort: null, offset: 0, limit: 10 }
      expect((await client.call('trace.page', where)).rows).toEqual([])
      // Once is enough: a new interpreter takes seconds to start.
      if (wire > 0) return
      const next = { ...scene.program, name: 'after' }
      expect(await recordAll(client, [next])).toHaveLength(1)
    })

    test('an export that fails leaves nothing', async () => {
      const directory = join(bench.folder, `nothing-${wire}`)
      const { job } = await scene.client.call('export.start', {
        format: 'jsonl',
        codec: 'nd@1',
        directory,
        where: 'program == "no-such-program"',
      })
      const { row } = await followJob(scene.client, job)
      expect(row.state).toBe('failed')
      expect(row.error).toMatch(/^[A-Z].*\.$/)
      expect(await readdir(bench.folder)).not.toContain(`nothing-${wire}`)
    })
  },
)
