import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NodeColumns } from '../../shared/contract/trees.ts'
import { type Bench, openBench } from './workbench-bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
}, 60_000)
afterAll(() => bench?.close())

const CODE = `def f(n):
    total = 0
    for i in range(n):
        total += i
    return total
f(40_000)
`

/** Starts a recording; resolves to its job and, as soon as it can be looked at, its trace. */
async function start(
  code: string,
): Promise<{ job: string; trace: string; ended: Promise<string> }> {
  const program = { name: 'long', code, entry: null, origin: null, licence: null }
  const { job } = await bench.client.call('trace.record', {
    source: { from: 'programs', programs: [program] },
    limits: { maxSteps: 1_000_000, timeoutSeconds: 60 },
  })
  const ended = Promise.withResolvers<string>()
  const seen = Promise.withResolvers<string>()
  let state = ''
  bench.client.watch(
    'job.follow',
    { job },
    {
      onItem: ({ row, made }) => {
        state = row.state
        for (const one of made) if (one.recording === true) seen.resolve(String(one.trace))
      },
      onEnd: () => ended.resolve(state),
      onError: ended.reject,
    },
  )
  return { job, trace: await seen.promise, ended: ended.promise }
}

/** All chunks of a tree, and how many nodes had come when the trace was not whole yet. */
async function followTree(trace: string): Promise<{ chunks: NodeColumns[]; early: number }> {
  const chunks: NodeColumns[] = []
  let early = 0
  await new Promise<void>((resolve, reject) => {
    bench.client.watch(
      'tree.nodes',
      { trace },
      {
        onItem: (chunk) => {
          chunks.push(chunk)
          if (early > 0) return
          void bench.client.call('trace.get', { trace }).then(({ recording }) => {
            if (recording) early = chunk.from + chunk.close.length
          }, reject)
        },
        onEnd: resolve,
        onError: reject,
      },
    )
  })
  return { chunks, early }
}

test('a trace can be looked at while it is recorded, and comes to its end', async () => {
  const { trace, ended } = await start(CODE)
  const { chunks, early } = await followTree(trace)
  expect(await ended).toBe('done')
  const nodes = chunks.reduce((count, { close }) => count + close.length, 0)
  expect(nodes).toBe(80_009)
  expect(early).toBeGreaterThan(0)
  expect(early).toBeLessThan(nodes)
  const detail = await bench.client.call('trace.get', { trace })
  expect(detail).toMatchObject({ recording: false, events: nodes, exit: 'normal' })
}, 60_000)

test('a recording that is cancelled takes the trace that was looked at with it', async () => {
  const { job, trace, ended } = await start('while True:\n    x = 1\n')
  const look = bench.client.call('trace.get', { trace })
  expect(await look).toMatchObject({ recording: true })
  const sampling = bench.client.call('trajectory.sample', {
    trace,
    where: '',
    policy: 'paper-mix',
    seed: 1,
    count: 1,
    direction: 'forward',
    entry: null,
  })
  await expect(sampling).rejects.toThrow(/still recorded/)
  const begun = bench.client.call('hand.begin', { trace, direction: 'forward', entry: null })
  await expect(begun).rejects.toThrow(/still recorded/)
  const following = followTree(trace)
  await bench.client.call('job.cancel', { job })
  await expect(following).rejects.toThrow(/There is no trace/)
  expect(await ended).toBe('cancelled')
}, 60_000)
