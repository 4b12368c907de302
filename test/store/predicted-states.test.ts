import { afterEach, describe, expect, it } from 'vitest'
import { run as runKind } from '../../main/jobs/kinds/run.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { predictedStatesSql, sourcesSql } from '../../main/store/readers/prediction-reader.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import type { PredictedStates, PredictionsOf } from '../../shared/contract/predictions.ts'
import { RunRequest } from '../../shared/contract/runs.ts'
import { directContext } from '../support/direct-store.ts'
import { storeWithTrajectories } from '../support/predicted-store.ts'

const open: WritableDb[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

/** Three traces, on which two runs of one engine and one of another are done. */
async function scored() {
  const { db, store } = await storeWithTrajectories(3, 4)
  open.push(db)
  const run = async (changes: object): Promise<string> => {
    const request = RunRequest.parse({
      model: 'replay-with-faults',
      suite: 'next-state',
      ...changes,
    })
    const { result } = await runKind.run(request, directContext(store))
    return String(result.run)
  }
  const faults = 'wrong_value=0.3,malformed=0.2,wrong_event=0.1'
  const runs = [
    await run({ faults, seed: 1 }),
    await run({ faults, seed: 2, suite: 'horizon' }),
    await run({ model: 'next-line' }),
  ]
  return { db, runs }
}

/** All parts, one after the other. */
function readAll(db: WritableDb, trace: string, of: PredictionsOf) {
  const parts: PredictedStates[] = []
  for (let from: number | null = 0; from !== null; ) {
    const { states, next } = reads.predictedStates(db, { trace, of, from })
    parts.push(states)
    from = next
  }
  return parts.flatMap(({ seq, error, count }) =>
    seq.map((one, at) => [one, error[at] ?? null, count[at]] as const),
  )
}

interface Row {
  readonly seq: number | null
  readonly error: string | null
  readonly direction: string
  readonly whole: 0 | 1
}

/** Every prediction of a trace, one by one. */
function rowsOf(db: WritableDb, trace: string, which: string): Row[] {
  return db.all<Row>({
    text: `SELECT p.target_seq AS seq, p.error, p.direction,
        j.scope_open = 0 AND j.scope_close = t.events - 1 AS whole
      FROM prediction AS p JOIN trajectory AS j USING (trajectory_key)
        JOIN trace AS t ON t.trace_key = p.trace_key JOIN run AS r USING (run_key)
      WHERE t.id = ? AND ? IN (r.id, r.engine)`,
    parameters: [trace, which],
  })
}

function tally(rows: readonly Row[], events: number): string[] {
  const counts = new Map<string, number>()
  for (const { seq, error, direction, whole } of rows) {
    if (seq === null && (direction === 'inverse' || whole === 0)) continue
    const key = JSON.stringify([seq ?? events, error])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).sort()
}

describe('the predictions of a trace', () => {
  it('are counted by state and error, of a run and of an engine', async () => {
    const { db, runs } = await scored()
    for (const trace of ['t_0', 't_1', 't_2']) {
      const { events } = reads.traceGet(db, { trace })
      for (const of of [
        { run: runs[0] ?? '' },
        { run: runs[1] ?? '' },
        { engine: 'replay-with-faults' },
        { engine: 'next-line' },
      ]) {
        const told = readAll(db, trace, of)
        const rows = rowsOf(db, trace, 'run' in of ? of.run : of.engine)
        expect(rows.length).toBeGreaterThan(10)
        expect(
          told.map(([seq, error, count]) => `${JSON.stringify([seq, error])} ${count}`).sort(),
        ).toEqual(tally(rows, events))
        const seqs = told.map(([seq]) => seq)
        expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
      }
    }
  })

  it('are told of run by run, the newest first, and of none that is not done', async () => {
    const { db, runs } = await scored()
    const sources = () => reads.predictionSources(db, { trace: 't_1' })
    expect(sources().map(({ run }) => run)).toEqual([...runs].reverse())
    const [first] = sources()
    expect(first).toMatchObject({ engine: 'next-line', suite: 'next-state' })
    const rows = rowsOf(db, 't_1', runs[0] ?? '')
    expect(sources().at(-1)).toMatchObject({
      predictions: rows.length,
      right: rows.filter(({ error }) => error === null).length,
    })
    db.run(sql`UPDATE run SET state = 'unfinished' WHERE id = ${runs[0] ?? ''}`)
    expect(sources()).toHaveLength(2)
    expect(readAll(db, 't_1', { run: runs[0] ?? '' })).toEqual([])
    expect(() => reads.predictionSources(db, { trace: 't_9' })).toThrow(/t_9/)
  })

  it('are read from the index alone, without their rows', async () => {
    const { db } = await scored()
    for (const query of [
      sourcesSql(1),
      predictedStatesSql({ traceKey: 1, of: { engine: 'next-line' }, from: 0 }),
    ]) {
      const { text, parameters } = query
      const plan = db.all<{ detail: string }>({ text: `EXPLAIN QUERY PLAN ${text}`, parameters })
      const details = plan.map(({ detail }) => detail)
      expect(details.filter((line) => /^SCAN/.test(line))).toEqual([])
      expect(details.join('\n')).toContain('SEARCH p USING COVERING INDEX prediction_by_state')
    }
  })
})
