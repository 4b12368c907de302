import { afterEach, describe, expect, it } from 'vitest'
import { run as runKind } from '../../main/jobs/kinds/run.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { sql } from '../../main/store/sql.ts'
import type { Store } from '../../main/store/store.ts'
import { must } from '../../shared/base/assert.ts'
import type { GivenState, StepSide } from '../../shared/contract/stepping.ts'
import type { TrajectoryDetail } from '../../shared/contract/trajectories.ts'
import { directContext } from '../support/direct-store.ts'
import { storeWithTrajectories } from '../support/predicted-store.ts'
import { fedBack, stepOf, stepsOn } from '../support/steps.ts'

const open: WritableDb[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

async function prepared(traces = 2, each = 2) {
  const { db, store } = await storeWithTrajectories(traces, each)
  open.push(db)
  return { db, store, ...stepsOn(store) }
}

async function detailsOf(store: Store): Promise<TrajectoryDetail[]> {
  const ids = await store.read('trajectoryIds', { where: '', after: null, limit: 100 })
  return Promise.all(ids.map((trajectory) => store.read('trajectoryGet', { trajectory })))
}

async function ran(store: Store, suite: 'next-state' | 'horizon'): Promise<string> {
  const request = runKind.input.parse({ model: 'next-line', where: '', suite })
  const { result } = await runKind.run(request, directContext(store))
  return String(result?.run)
}

function stateOf({ outcome }: StepSide): GivenState['state'] {
  if (outcome.kind === 'exit') throw new Error('a state was expected')
  return outcome.state
}

describe('a step', () => {
  it('predicted after recorded states is what a run of next states predicts, and so scored', async () => {
    const { store, predict, handlers } = await prepared()
    const run = await ran(store, 'next-state')
    for (const detail of await detailsOf(store)) {
      const { trajectory } = detail.row
      for (const step of detail.steps.keys()) {
        const own = await predict({ model: 'next-line', ...stepOf(detail, step) })
        const input = { run, trajectory, step }
        const signal = new AbortController().signal
        const kept = await handlers['step.stored'](input, { signal } as never)
        const { text, before, predicted, real, score, tokens, finish } = own
        expect({ text, before, predicted, real, score, tokens, finish }).toEqual({
          ...{ text: kept.text, before: kept.before, predicted: kept.predicted },
          ...{ real: kept.real, score: kept.score, tokens: kept.tokens, finish: kept.finish },
        })
      }
    }
  })

  it('predicted after predicted states is what a rollout predicts, up to where it ends', async () => {
    const { store, predict, handlers } = await prepared()
    const run = await ran(store, 'horizon')
    const signal = new AbortController().signal
    let deep = 0
    for (const detail of await detailsOf(store)) {
      const { trajectory } = detail.row
      const given: (GivenState | null)[] = [null]
      for (const step of detail.steps.keys()) {
        const own = await predict({ model: 'next-line', ...stepOf(detail, step, given) })
        const input = { run, trajectory, step }
        const kept = await handlers['step.stored'](input, { signal } as never)
        expect([own.text, own.score, own.before, own.predicted]).toEqual([
          kept.text,
          kept.score,
          kept.before,
          kept.predicted,
        ])
        deep = Math.max(deep, step)
        const back = fedBack(own)
        if (back === null) break
        given.push(back)
      }
    }
    expect(deep).toBeGreaterThan(3)
  })

  it('is kept once, found when it is asked for again, and the same when the model is asked again', async () => {
    const { db, store, ask, handlers } = await prepared(1, 1)
    const [detail] = await detailsOf(store)
    const input = { model: 'replay-with-faults', ...stepOf(must(detail, 'trajectory'), 2), seed: 5 }
    const first = await ask(input)
    expect(first.map(({ kind }) => kind)).toEqual(['tokens', 'prediction'])
    const again = await ask(input)
    expect(again).toEqual(first.slice(1))
    const last = first.at(-1)
    const prediction = must(
      last?.kind === 'prediction' ? last.prediction.prediction : null,
      'prediction',
    )
    const { request, text } = await handlers['step.request']({ prediction }, {
      signal: new AbortController().signal,
    } as never)
    const fresh = (await ask({ ...request, fresh: true })).at(-1)
    expect(fresh).toMatchObject({ prediction: { text, prediction } })
    const other = (await ask({ ...input, sample: 1 })).at(-1)
    expect(other).not.toMatchObject({ prediction: { prediction } })
    const kept = db.get(sql`SELECT count(*) AS count FROM step_prediction`)
    expect(kept).toEqual({ count: 2 })
    // Predictions asked for one by one are in no list of runs.
    expect((await store.read('runPage', { offset: 0, limit: 10 })).total).toBe(0)
  })

  it('after a state changed by hand has nothing to be held against, and a replay refuses it', async () => {
    const { store, predict } = await prepared(1, 1)
    const detail = must(
      (await detailsOf(store)).find(({ row }) => row.direction === 'forward'),
      'trajectory',
    )
    const { before } = await predict({ model: 'next-line', ...stepOf(detail, 1) })
    const state = {
      ...stateOf(before),
      event: 'line' as const,
      locals: { omitted: false, entries: [['z', '41']] as const },
    }
    const line = before.line?.number ?? null
    const given = [null, { state: { ...state, arg: null }, line, edited: true }]
    const asked = stepOf(detail, 1, given as never)
    const edited = await predict({ model: 'next-line', ...asked })
    expect(edited.score).toBeNull()
    expect(edited.lost).toMatch(/changed by hand/)
    expect(edited.before.known).toEqual({
      variables: [{ name: 'z', text: '41', stale: false }],
      hasUnknown: false,
    })
    // What really followed is shown all the same.
    expect(edited.real).not.toBeNull()
    await expect(predict({ model: 'replay-with-faults', ...asked })).rejects.toThrow(
      /repeats the recording, and there is none here/,
    )
  })

  it('goes on where the recorded run does not, unscored, and says why', async () => {
    const { store, predict } = await prepared(1, 1)
    const detail = must(
      (await detailsOf(store)).find(({ row }) => row.direction === 'forward'),
      'trajectory',
    )
    const { before } = await predict({ model: 'next-line', ...stepOf(detail, 0) })
    const again = {
      state: stateOf(before),
      line: 1,
      edited: false,
    }
    const gone = { name: 'continue', operand: null } as const
    const input = { ...stepOf(detail, 0), history: [{ action: gone, given: again }], given: again }
    const further = await predict({ model: 'next-line', ...input })
    expect(further).toMatchObject({ score: null, real: null })
    expect(further.lost).toBe('The recorded run had ended before this action.')
  })

  it('is refused in a sentence where its states or its place make no sense', async () => {
    const { store, predict } = await prepared(1, 1)
    const [detail] = await detailsOf(store)
    const asked = { model: 'next-line', ...stepOf(must(detail, 'trajectory'), 1) }
    const { before } = await predict(asked)
    const state = stateOf(before)
    const mixed = { ...asked, given: { state, line: 1, edited: false } }
    await expect(predict(mixed)).rejects.toThrow(/State 0 is given and a later one is not/)
    await expect(predict({ ...asked, scope: { open: 1, close: 3 } })).rejects.toThrow(/no call/)
    await expect(predict({ ...asked, scope: { open: 9e6, close: 9e6 } })).rejects.toThrow(
      /has no event 9000000/,
    )
    await expect(predict({ ...asked, start: { seq: 9e6, duplicate: false } })).rejects.toThrow(
      /is outside/,
    )
    const valued = {
      state: { ...state, event: 'return' as const, arg: null },
      line: 1,
      edited: true,
    }
    const [taken] = asked.history ?? []
    const history = [{ ...must(taken, 'action'), given: valued }]
    await expect(predict({ ...asked, history })).rejects.toThrow(/a return has a value/)
    await expect(predict({ ...asked, forced: '<' })).rejects.toThrow(/is no model/)
    await expect(predict({ ...asked, codec: 'x@1' })).rejects.toThrow(/no codec x@1/)
  })

  it('that is no longer wanted is not kept', async () => {
    const { db, store, ask } = await prepared(1, 1)
    const [detail] = await detailsOf(store)
    const stop = new AbortController()
    stop.abort()
    const asked = ask({ model: 'next-line', ...stepOf(must(detail, 'trajectory'), 1) }, stop.signal)
    await expect(asked).rejects.toThrow(/no longer wanted/)
    expect(db.get(sql`SELECT count(*) AS count FROM step_prediction`)).toEqual({ count: 0 })
  })
})
