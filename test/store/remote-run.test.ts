import { afterEach, describe, expect, it } from 'vitest'
import type { JobContext } from '../../main/jobs/kind.ts'
import { run as runKind } from '../../main/jobs/kinds/run.ts'
import type { RemoteOptions } from '../../main/runtime/remote/source.ts'
import type { WritableDb } from '../../main/store/database.ts'
import type { Store } from '../../main/store/store.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { RunRequest } from '../../shared/contract/runs.ts'
import { directContext } from '../support/direct-store.ts'
import { FAULTS } from '../support/endpoint-faults.ts'
import { type SimulatorOptions, startSimulator } from '../support/endpoint-simulator.ts'
import { nextLineAnswer } from '../support/next-line-server.ts'
import { storeWithTrajectories } from '../support/predicted-store.ts'
import { QUICK, remoteModel, remoteSource } from '../support/remote-engine.ts'
import { dyingStore, Killed, rowsOf } from '../support/runs.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function prepared() {
  const made = await storeWithTrajectories(4, 4)
  closing.push(() => made.db.close())
  return made
}

/** A server that says what the baseline says, and a run's way to it. */
async function farNextLine(options: SimulatorOptions = {}, way: Partial<RemoteOptions> = {}) {
  const server = await startSimulator({ ...options, answer: nextLineAnswer })
  const { source, logged } = remoteSource(way)
  closing.push(
    () => source.close(),
    () => server.close(),
  )
  const model = remoteModel(server.url, { concurrency: 8 })
  const context = (store: Store): JobContext => ({
    ...directContext(store),
    engines: { get: () => source.open(model) },
  })
  return { server, logged, context }
}

const request = (suite: 'next-state' | 'horizon') => RunRequest.parse({ model: 'far', suite })

/** Rows of the baseline, run here, which a server that says the same must come to. */
async function expectedOf(suite: 'next-state' | 'horizon'): Promise<unknown[]> {
  const { db, store } = await prepared()
  await runKind.run({ ...request(suite), model: 'next-line' }, directContext(store))
  return rowsOf(db)
}

const steps = (db: WritableDb): number => rowsOf(db).length

describe('a run of a model behind an address', () => {
  it.each(['next-state', 'horizon'] as const)(
    'of %s asks for many at a time and keeps what one after another would',
    async (suite) => {
      const { db, store } = await prepared()
      const { server, context } = await farNextLine({ delayMs: 20 })
      const { result } = await runKind.run(request(suite), context(store))
      expect(result.state).toBe('done')
      expect(rowsOf(db)).toEqual(await expectedOf(suite))
      expect(server.highest()).toBe(8)
      // One more is the token of the check.
      expect(server.asked()).toHaveLength(steps(db) + 1)
    },
  )

  it.each(['next-state', 'horizon'] as const)(
    'of %s that is killed again and again loses and doubles nothing',
    async (suite) => {
      const prng = createPrng('kills of a far run', suite)
      const { db, store } = await prepared()
      const { server, context } = await farNextLine()
      let [kills, isDone] = [0, false]
      while (!isDone) {
        const dying = dyingStore(store, 1 + prng.nextBelow(kills < 6 ? 2 : 9))
        try {
          await runKind.run(request(suite), context(dying))
          isDone = true
        } catch (error) {
          if (!(error instanceof Killed)) throw error
          kills++
        }
      }
      expect(kills).toBeGreaterThan(3)
      expect(rowsOf(db)).toEqual(await expectedOf(suite))
      const asked = server.asked().map(({ prompt, seed }) => `${String(seed)} ${prompt}`)
      expect(new Set(asked).size).toBeGreaterThan(steps(db) / 2)
    },
  )

  it('overcomes what passes, and each try is counted', async () => {
    const passing = [
      ...(['fails', 'busy', 'busy, says when', 'closes before it answers'] as const),
      ...(['closes in the middle of an event', 'ends before the last event'] as const),
    ]
    let faults = 0
    const { db, store } = await prepared()
    const { server, logged, context } = await farNextLine(
      {
        fault: ({ number, completion }) => {
          // One of a single part is whole before it could break off.
          const parts = completion?.events().length ?? 0
          if (number < 1 || number % 5 !== 0 || parts < 4) return null
          return FAULTS[passing[faults++ % passing.length] ?? 'fails']
        },
      },
      { rules: { ...QUICK, tries: 8 } },
    )
    await runKind.run(request('next-state'), context(store))
    expect(rowsOf(db)).toEqual(await expectedOf('next-state'))
    expect(faults).toBeGreaterThan(10)
    expect(logged).toHaveLength(faults)
    expect(server.asked()).toHaveLength(steps(db) + 1 + faults)
  })

  it('keeps what was answered when the server goes away, and goes on from there', async () => {
    const { db, store } = await prepared()
    const expected = await expectedOf('next-state')
    let isAway = false
    const { server, context } = await farNextLine({
      fault: ({ number }) => (isAway || number === 40 ? FAULTS['no such path'] : null),
    })
    await expect(runKind.run(request('next-state'), context(store))).rejects.toThrow(
      /has no \/v1\/completions \(HTTP 404\)/,
    )
    const kept = steps(db)
    expect(kept).toBeGreaterThanOrEqual(31)
    expect(kept).toBeLessThan(expected.length)
    isAway = false
    const before = server.asked().length
    await runKind.run(request('next-state'), context(store))
    expect(rowsOf(db)).toEqual(expected)
    expect(server.asked().length - before).toBe(expected.length - kept)
  })

  it('is given up at once and not at a deadline, when it is cancelled', async () => {
    const { db, store } = await prepared()
    const { server, context } = await farNextLine({
      fault: ({ number }) => (number > 20 ? FAULTS['half open'] : null),
    })
    const stop = new AbortController()
    const waiting = runKind.run(request('next-state'), {
      ...context(store),
      signal: stop.signal,
    })
    const ended = waiting.catch((error: Error) => error)
    await expect.poll(() => server.asked().length).toBeGreaterThan(28)
    const began = performance.now()
    stop.abort()
    await ended
    expect(performance.now() - began).toBeLessThan(2000)
    expect(steps(db)).toBeGreaterThanOrEqual(20)
  })
})
