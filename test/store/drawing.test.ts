import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import { runWrite } from '../../main/store/writes.ts'
import { HAND } from '../../shared/trajectory/hand.ts'
import type { Step, Trajectory } from '../../shared/trajectory/types.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL, trajectoryOf } from './samples.ts'

const { trace: TRACE } = headOf('one')
const INTO: Step = {
  action: { name: 'step_into', operand: null },
  target: { seq: 1, duplicate: false },
}
let db: WritableDb

beforeEach(async () => {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  db = workspace.db
  runWrite(db, 'traceWhole', { head: headOf('one'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
  const row = jobRow('k_1', { kind: 'sample', state: 'running' })
  runWrite(db, 'jobAdd', { row, input: { seed: 1 }, owner: SELF })
  runWrite(db, 'jobAdd', { row: { ...row, job: 'k_2' }, input: { seed: 1 }, owner: SELF })
})
afterEach(() => db.close())

function draw(trajectories: readonly (Trajectory & { document?: string })[]) {
  const staged = runWrite(db, 'trajectoriesStage', { job: 'k_1', trajectories })
  runWrite(db, 'trajectoriesPublish', { job: 'k_1' })
  return staged
}

function byHand(ordinal: number): Trajectory {
  const drawn = trajectoryOf(TRACE, ordinal)
  const id = `j_hand${ordinal}` as Trajectory['id']
  return { ...drawn, id, policy: HAND, steps: [], exit: null }
}

function detail(trajectory: string) {
  return reads.trajectoryGet(db, { trajectory })
}

describe('drawn trajectories', () => {
  it('with the start and steps of another of their trace are marked, in one job and over jobs', () => {
    const [first, second, other] = [0, 1, 2].map((ordinal) => trajectoryOf(TRACE, ordinal))
    if (!first || !second || !other) throw new Error('no samples')
    const steps = first.steps.slice(0, 1)
    expect(draw([first, second]).repeats).toBe(1)
    expect(draw([{ ...other, steps, exit: null }]).repeats).toBe(0)
    const again = { ...trajectoryOf(TRACE, 3), steps, exit: null }
    expect(draw([again]).repeats).toBe(1)
    const marked = reads.trajectoryPage(db, { where: '', trace: null, offset: 0, limit: 9 }).rows
    expect(marked.map(({ ordinal, repeats }) => [ordinal, repeats])).toEqual([
      [0, false],
      [1, true],
      [2, false],
      [3, true],
    ])
  })

  it('are compared with those of another job only once it has published them', () => {
    const staged = { job: 'k_2', trajectories: [trajectoryOf(TRACE, 0)] }
    runWrite(db, 'trajectoriesStage', staged)
    expect(draw([trajectoryOf(TRACE, 1)]).repeats).toBe(0)
    expect(draw([trajectoryOf(TRACE, 2)]).repeats).toBe(1)
  })

  it('of another scope, or by hand, are no repeats', () => {
    const [first, second, third] = [0, 1, 2].map((ordinal) => trajectoryOf(TRACE, ordinal))
    if (!first || !second || !third) throw new Error('no samples')
    for (const ordinal of [0, 1]) {
      const made = { ...byHand(ordinal), steps: first.steps, exit: first.exit }
      runWrite(db, 'handAdd', { trajectory: made, branch: null })
      expect(detail(made.id).row.repeats).toBe(false)
    }
    const narrow = { ...second, scope: { open: 0, close: 2 } }
    expect(draw([first, narrow]).repeats).toBe(0)
    expect(draw([third]).repeats).toBe(1)
  })

  it('keep the document they were drawn by, which is stored once', () => {
    draw([0, 1, 2].map((ordinal) => ({ ...trajectoryOf(TRACE, ordinal), document: '{"a":1}' })))
    draw([{ ...trajectoryOf(TRACE, 3), document: '{"b":2}' }])
    draw([trajectoryOf(TRACE, 4)])
    const texts = [0, 3, 4].map((ordinal) => detail(trajectoryOf(TRACE, ordinal).id).document)
    expect(texts).toEqual(['{"a":1}', '{"b":2}', null])
    expect(db.all(sql`SELECT text FROM policy ORDER BY text`)).toHaveLength(2)
  })
})

describe('trajectories made by hand', () => {
  it('grow by a step, are cut, and are numbered', () => {
    expect(reads.handCount(db, { trace: TRACE })).toEqual({ count: 0 })
    runWrite(db, 'handAdd', { trajectory: byHand(0), branch: null })
    expect(reads.handCount(db, { trace: TRACE })).toEqual({ count: 1 })
    const append = { trajectory: 'j_hand0', length: 0, step: INTO, exit: null }
    expect(runWrite(db, 'handAppend', append)).toEqual({ steps: 1 })
    const end = { ...INTO, target: null }
    runWrite(db, 'handAppend', { ...append, length: 1, step: end, exit: 'normal' })
    expect(detail('j_hand0')).toMatchObject({
      steps: [INTO, end],
      row: { exit: 'normal', steps: 2 },
    })
    expect(runWrite(db, 'handCut', { trajectory: 'j_hand0', length: 1 })).toEqual({ steps: 1 })
    expect(detail('j_hand0')).toMatchObject({ steps: [INTO], row: { exit: null, steps: 1 } })
    expect(runWrite(db, 'handCut', { trajectory: 'j_hand0', length: 5 })).toEqual({ steps: 1 })
  })

  it('are not changed by two writers that do not know of each other', () => {
    runWrite(db, 'handAdd', { trajectory: byHand(0), branch: null })
    const append = { trajectory: 'j_hand0', length: 0, step: INTO, exit: null }
    runWrite(db, 'handAppend', append)
    expect(() => runWrite(db, 'handAppend', append)).toThrow(/changed meanwhile: it has 1 step/)
  })

  it('keep their labelled steps', () => {
    runWrite(db, 'handAdd', { trajectory: byHand(0), branch: null })
    runWrite(db, 'handAppend', { trajectory: 'j_hand0', length: 0, step: INTO, exit: null })
    runWrite(db, 'labelSet', { trajectory: 'j_hand0', step: 0, class: 'wrong_line', at: 1 })
    expect(() => runWrite(db, 'handCut', { trajectory: 'j_hand0', length: 0 })).toThrow(
      /Step 1 of j_hand0 has a label/,
    )
    runWrite(db, 'labelSet', { trajectory: 'j_hand0', step: 0, class: null, at: 2 })
    expect(runWrite(db, 'handCut', { trajectory: 'j_hand0', length: 0 })).toEqual({ steps: 0 })
  })

  it('know what they were branched off', () => {
    const drawn = trajectoryOf(TRACE, 0)
    draw([drawn])
    const branch = { trajectory: drawn.id, step: 1 }
    runWrite(db, 'handAdd', { trajectory: { ...byHand(1), steps: [INTO] }, branch })
    expect(detail('j_hand1').branch).toEqual(branch)
    expect(detail(drawn.id).branch).toBeNull()
  })

  it('that are gold, and those a policy drew, stay as they are', () => {
    runWrite(db, 'handAdd', { trajectory: byHand(0), branch: null })
    runWrite(db, 'trajectoryGold', { trajectory: 'j_hand0', gold: true })
    expect(detail('j_hand0').row.gold).toBe(true)
    const append = { trajectory: 'j_hand0', length: 0, step: INTO, exit: null }
    expect(() => runWrite(db, 'handAppend', append)).toThrow(/is gold and stays as it is/)
    runWrite(db, 'trajectoryGold', { trajectory: 'j_hand0', gold: false })
    expect(runWrite(db, 'handAppend', append)).toEqual({ steps: 1 })
    const drawn = trajectoryOf(TRACE, 0)
    draw([drawn])
    expect(() => runWrite(db, 'handCut', { trajectory: drawn.id, length: 0 })).toThrow(
      /was drawn by .* branch it/,
    )
  })
})

describe('what policies ask of a trace', () => {
  it('is how many variables each event wrote', () => {
    const { counts } = reads.traceWriteCounts(db, { trace: TRACE })
    expect(counts).toHaveLength(4)
    const { count } = db.get<{ count: number }>(sql`SELECT count(*) AS count FROM binding`) ?? {}
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count)
    expect(count).toBeGreaterThan(0)
  })

  it('is how long what each event wrote is, whole numbers and arguments too', () => {
    const { sizes } = reads.traceSizes(db, { trace: TRACE })
    const states = reads.treeStates(db, { trace: TRACE, seqs: [0, 1, 2, 3] })
    const bound = db.all<{ seq: number; name: string }>(
      sql`SELECT b.from_seq AS seq, n.text AS name FROM binding AS b JOIN name AS n USING (name_key)
        WHERE b.value_key IS NOT NULL`,
    )
    const expected = states.map(({ seq, locals, arg }) => {
      const written = bound
        .filter((one) => one.seq === seq)
        .map(({ name }) => {
          const value = locals.find(([known]) => known === name)?.[1]
          return name.length + (value?.size ?? 0)
        })
      return written.reduce((sum, one) => sum + one, arg?.size ?? 0)
    })
    expect(sizes).toEqual(expected)
    expect(sizes.some((size) => size > 0)).toBe(true)
  })

  it('is which calls a query keeps', () => {
    const calls = (where: string) => reads.traceCalls(db, { trace: TRACE, where }).seqs
    const all = calls('')
    expect(all.length).toBeGreaterThan(0)
    expect(calls('depth >= 1')).toEqual(all)
    expect(calls('depth > 99')).toEqual([])
    expect(() => calls('dept > 1')).toThrow(/did you mean depth/)
  })
})
