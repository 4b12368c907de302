import { describe, expect, it } from 'vitest'
import { TraceSink } from '../../main/jobs/record/trace-sink.ts'
import { sql } from '../../main/store/sql.ts'
import type { Store } from '../../main/store/store.ts'
import type { TracerRecord } from '../../shared/trace/wire-records.ts'
import { directContext, openDirectStore } from '../support/direct-store.ts'
import { headOf } from './samples.ts'

/** Events of each of two threads, by turns: more than fit in one batch. */
const EVENTS = 9000

function twoThreads(): TracerRecord[] {
  const code = {
    kind: 'code',
    id: 0,
    name: 'f',
    qualname: 'f',
    file: 'a.py',
    firstLine: 1,
  } as const
  const events = Array.from({ length: 2 * EVENTS }, (_, at): TracerRecord => {
    const thread = at % 2
    const event = at < 2 ? 'call' : 'line'
    const place = { code: 0, line: 1, frame: thread, thread, flags: 0 }
    return { kind: 'event', event, ...place, arg: -1, changes: [] }
  })
  return [code, ...events]
}

/** A store that calls `before` with the number of each write of records, before it is done. */
function watched(store: Store, before: (write: number) => void): Store {
  let writes = 0
  return {
    ...store,
    write: async (name, input) => {
      if (name === 'programTraceBegin' || name === 'traceAppend') before(++writes)
      return store.write(name, input)
    },
  }
}

describe('threads that have events by turns', () => {
  it('are kept with when each had its own', async () => {
    const { db, store } = openDirectStore()
    const sink = new TraceSink(headOf('turns'), directContext(store))
    await sink.take(twoThreads())
    await sink.take([{ kind: 'end', stop: 'ended', exit: 'normal', error: null, result: null }])
    await sink.finish(1)
    const { lanes } = await store.read('traceTurns', { trace: headOf('turns').trace })
    expect(lanes.map(({ thread, events }) => [thread, events])).toEqual([
      [0, EVENTS],
      [1, EVENTS],
    ])
    for (const { thread, turns } of lanes) {
      expect(turns).toEqual(
        Array.from({ length: EVENTS }, (_, seq) => [seq, 2 * seq + thread]).flat(),
      )
    }
    const other = lanes[1]?.trace ?? ''
    expect(await store.read('traceTurns', { trace: other })).toEqual({ lanes })
    db.close()
  })

  it('have no turns where there is one of them', async () => {
    const { db, store } = openDirectStore()
    const sink = new TraceSink(headOf('alone'), directContext(store))
    await sink.take(twoThreads().filter((one) => one.kind !== 'event' || one.thread === 0))
    await sink.take([{ kind: 'end', stop: 'ended', exit: 'normal', error: null, result: null }])
    await sink.finish(1)
    const { lanes } = await store.read('traceTurns', { trace: headOf('alone').trace })
    expect(lanes).toMatchObject([{ thread: 0, turns: null }])
    db.close()
  })
})

describe('a run that is discarded while its records are taken', () => {
  // Two traces, begun and appended to twice each.
  it.each([1, 2, 3, 4, 5, 6])('leaves nothing, at write %i', async (at) => {
    const { db, store } = openDirectStore()
    let discarding: Promise<void> | null = null
    const cancelled = watched(store, (write) => {
      if (write === at) discarding = sink.discard()
    })
    const sink = new TraceSink(headOf('cancelled'), directContext(cancelled))
    await sink.take(twoThreads())
    if (discarding === null) throw new Error(`there was no write ${at}`)
    await discarding
    // Nor do records that come too late.
    await sink.take(twoThreads())
    expect(db.all(sql`SELECT id FROM trace`)).toEqual([])
    db.close()
  })
})
