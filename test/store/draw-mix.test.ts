import { afterEach, describe, expect, it } from 'vitest'
import { sample } from '../../main/jobs/kinds/sample.ts'
import type { WritableDb } from '../../main/store/database.ts'
import { reads } from '../../main/store/reads.ts'
import type { TraceHead } from '../../main/store/write-types.ts'
import { must } from '../../shared/base/assert.ts'
import type { TraceId } from '../../shared/trace/event.ts'
import type { MixDocument } from '../../shared/trajectory/mix-document.ts'
import { runJob, storeWithJob } from './job-on-store.ts'
import { headOf } from './samples.ts'

const PLAIN: MixDocument = {
  format: 'mix@1',
  name: 'both ways',
  about: 'Two ways.',
  seed: 7,
  budget: { trajectories: 40 },
  parts: [
    { share: 3, policy: 'paper-mix', direction: 'forward' },
    { share: 1, policy: 'inverse-mix', direction: 'inverse' },
  ],
}
const MANY = { where: '', trace: null, offset: 0, limit: 500 }
const FOUR = ['a', 'b', 'c', 'd'].map((name) => headOf(name))
const opened: WritableDb[] = []

afterEach(() => {
  for (const db of opened.splice(0)) db.close()
})

async function drawn(change: Partial<MixDocument>, heads: readonly TraceHead[] = FOUR) {
  const db = await storeWithJob(heads)
  opened.push(db)
  const { outcome, told } = await runJob(db, sample, { mix: { ...PLAIN, ...change }, where: '' })
  const { rows } = reads.trajectoryPage(db, MANY)
  const details = rows.map(({ trajectory }) => reads.trajectoryGet(db, { trajectory }))
  return { db, outcome, told, rows, details }
}

/** How many rows there are of each value. */
function tally<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1)
  return counts
}

describe('a mix', () => {
  it('draws up to its budget, each part its share, evenly from the traces', async () => {
    const { rows, outcome, told } = await drawn({})
    expect(rows).toHaveLength(40)
    expect(tally(rows, ({ policy }) => policy)).toEqual(
      new Map([
        ['paper-mix', 30],
        ['inverse-mix', 10],
      ]),
    )
    expect([...tally(rows, ({ trace }) => trace).values()]).toEqual([10, 10, 10, 10])
    expect(outcome.result).toMatchObject({ drawn: 40, published: 40, spent: 40, traces: 4 })
    expect(outcome.text).toMatch(/^40 trajectories of both ways from 4 traces; 40 of 40 traj/)
    expect(told.map(({ done, total }) => [done, total])).toEqual([
      [10, 40],
      [20, 40],
      [30, 40],
      [40, 40],
    ])
  })

  it('draws the same of the same traces, in whatever order they came, and else by another seed', async () => {
    const first = await drawn({})
    const again = await drawn({}, [...FOUR].reverse())
    const other = await drawn({ seed: 8 })
    const courses = ({ details }: typeof first): string[] =>
      details.map(({ row, steps }) => JSON.stringify([row.trajectory, steps])).sort()
    expect(courses(again)).toEqual(courses(first))
    expect(courses(other)).not.toEqual(courses(first))
  })

  it('counts actions against a budget of them, and never goes beyond it', async () => {
    const { details, outcome } = await drawn({ budget: { actions: 101 } })
    const actions = details.reduce((sum, { steps }) => sum + steps.length, 0)
    expect(outcome.result).toMatchObject({ spent: actions, unit: 'actions', budget: 101 })
    expect(actions).toBeLessThanOrEqual(101)
    // A trajectory of these traces has at most four actions.
    expect(actions).toBeGreaterThan(97)
    const ofPart = (name: string) =>
      details
        .filter(({ row }) => row.policy === name)
        .reduce((sum, { steps }) => sum + steps.length, 0)
    expect(Math.abs(ofPart('paper-mix') - 3 * ofPart('inverse-mix'))).toBeLessThan(16)
  })

  it('counts tokens as its codec makes them', async () => {
    const spent = async (codec: string): Promise<number> => {
      const { outcome } = await drawn({
        codec,
        budget: { tokens: 3000 },
        parts: PLAIN.parts.slice(0, 1),
      })
      expect(Number(outcome.result.spent)).toBeLessThanOrEqual(3000)
      expect(Number(outcome.result.spent)).toBeGreaterThan(2500)
      return Number(outcome.result.drawn)
    }
    expect(await spent('nd@1')).not.toBe(await spent('slots@1'))
  })

  it('takes no more of a trace or of a program than its caps', async () => {
    const second = headOf('a', { trace: 't_00000000000000aa' as TraceId, entry: 'f(2)' })
    const ofTrace = await drawn({ caps: { per_trace: 3 } })
    expect([...tally(ofTrace.rows, ({ trace }) => trace).values()]).toEqual([3, 3, 3, 3])
    const ofProgram = await drawn({ caps: { per_program: 4 } }, [...FOUR.slice(0, 2), second])
    expect(tally(ofProgram.rows, ({ program }) => program)).toEqual(
      new Map([
        ['a', 4],
        ['b', 4],
      ]),
    )
  })

  it('leaves out a part of share 0', async () => {
    const [forward, inverse] = PLAIN.parts
    const parts = [must(forward, 'part'), { ...must(inverse, 'part'), share: 0 }]
    const { rows } = await drawn({ parts })
    expect(tally(rows, ({ policy }) => policy)).toEqual(new Map([['paper-mix', 40]]))
  })

  it('of less than a trajectory, or of no trace, is refused and leaves nothing', async () => {
    await expect(drawn({ budget: { tokens: 5 } })).rejects.toThrow(/^Nothing was drawn: .*smaller/)
    expect(reads.trajectoryCount(must(opened[0], 'store'), { where: '' })).toBe(0)
    await expect(drawn({}, [])).rejects.toThrow('No trace matches the filter.')
  })

  it('names a codec that there is not', async () => {
    await expect(drawn({ codec: 'nd@9', budget: { tokens: 100 } })).rejects.toThrow(
      /^There is no codec nd@9; there are nd@1/,
    )
  })
})
