import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as runKind } from '../../main/jobs/kinds/run.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import { RunRequest } from '../../shared/contract/runs.ts'
import { DIMENSIONS, pivotOf } from '../../shared/model/pivot.ts'
import { flipQuery, predictionsQuery } from '../../shared/query/run-query.ts'
import { directContext } from '../support/direct-store.ts'
import { storeWithTrajectories } from '../support/predicted-store.ts'

let db: WritableDb
const ids = { first: '', second: '' }

beforeAll(async () => {
  const made = await storeWithTrajectories(5, 4)
  db = made.db
  const run = async (seed: number, faults: string): Promise<string> => {
    const asked = { model: 'replay-with-faults', suite: 'next-state', seed, faults }
    const done = await runKind.run(RunRequest.parse(asked), directContext(made.store))
    return String(done.result.run)
  }
  ids.first = await run(3, 'wrong_value=0.2')
  ids.second = await run(4, 'wrong_value=0.1,malformed=0.1,wrong_line=0.1')
})
afterAll(() => db.close())

function kept(where: string): string[] {
  return [...reads.trajectoryIds(db, { where, after: null, limit: 500 })].sort()
}

function flips(flip: 'lost' | 'won') {
  const asked = { ...ids, flip, action: null, offset: 0, limit: 500 }
  return reads.runFlips(db, asked).rows
}

function trajectoriesOf(rows: readonly { readonly trajectory: string }[]): string[] {
  return [...new Set(rows.map(({ trajectory }) => trajectory))].sort()
}

describe('the query of what flipped between two runs', () => {
  it.each(['lost', 'won'] as const)('keeps the trajectories whose steps were %s', (flip) => {
    const rows = flips(flip)
    expect(rows.length).toBeGreaterThan(5)
    expect(kept(flipQuery({ ...ids, flip, action: null }))).toEqual(trajectoriesOf(rows))
    const action = rows[0]?.action ?? ''
    const own = rows.filter((row) => row.action === action)
    expect(own.length).toBeLessThan(rows.length)
    expect(kept(flipQuery({ ...ids, flip, action }))).toEqual(trajectoriesOf(own))
  })

  it('names engines too, and is lost before it is won', () => {
    const pair = `"${ids.first}", "${ids.second}"`
    const [lost, won] = [trajectoriesOf(flips('lost')), trajectoriesOf(flips('won'))]
    expect(kept(`flip(${pair}) == "won"`)).toEqual(won.filter((id) => !lost.includes(id)))
    expect(kept(`flip(${pair}) is None`)).toEqual([])
    expect(kept('flip("replay-with-faults", "nobody") is not None')).toEqual([])
    // Every step against itself, and against the other run of the same engine.
    expect(kept('flip("replay-with-faults", "replay-with-faults") == "lost"')).toEqual(
      [...new Set([...lost, ...won])].sort(),
    )
  })
})

describe('first_divergence()', () => {
  it('is the first action of a trajectory that a run has wrong', () => {
    const choice = { verdict: 'wrong', of: [] } as const
    const asked = { run: ids.second, choice: { ...choice, of: [] }, offset: 0, limit: 500 }
    const first = new Map<string, number>()
    for (const { trajectory, step } of reads.runPredictions(db, asked).rows) {
      first.set(trajectory, Math.min(step, first.get(trajectory) ?? step))
    }
    for (const below of [1, 3, 10]) {
      const expected = [...first].filter(([, step]) => step < below).map(([id]) => id)
      expect(kept(`first_divergence("${ids.second}") < ${below}`)).toEqual(expected.sort())
    }
    const right = kept(`first_divergence("${ids.second}") is None`)
    expect(right.length + first.size).toBe(40)
  })
})

describe('the query of a cell', () => {
  it('keeps the trajectories of the predictions behind it, whatever it is of', () => {
    let cells = 0
    for (const [at, rows] of DIMENSIONS.entries()) {
      const columns = DIMENSIONS[(at + 1) % DIMENSIONS.length] ?? 'action'
      const counts = reads.runPivot(db, { run: ids.second, rows, columns })
      for (const { row, column } of pivotOf(counts, { rows, columns }).cells) {
        const of = [
          ...(row === null ? [] : [{ dimension: rows, value: row }]),
          ...(column === null ? [] : [{ dimension: columns, value: column }]),
        ]
        for (const verdict of ['all', 'wrong', 'right'] as const) {
          const asked = { run: ids.second, choice: { verdict, of }, offset: 0, limit: 500 }
          const behind = trajectoriesOf(reads.runPredictions(db, asked).rows)
          const query = predictionsQuery(ids.second, { verdict, of })
          expect(kept(query), query).toEqual(behind)
          cells++
        }
      }
    }
    expect(cells).toBeGreaterThan(150)
  })
})
