import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { TRACE_LABELS_SQL } from '../../main/store/readers/label-reader.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL, trajectoryOf } from './samples.ts'

const { trace: TRACE } = headOf('one')
let db: WritableDb

describe('labels', () => {
  const { id } = trajectoryOf(TRACE, 0)
  const set = (step: number, failureClass: 'wrong_line' | 'other' | null, at: number) =>
    runWrite(db, 'labelSet', { trajectory: id, step, class: failureClass, at })
  const undo = (act: number | null = null) => runWrite(db, 'labelUndo', { act, at: 9 })
  const inForce = () => reads.labelsOf(db, { trajectory: id })

  beforeEach(async () => {
    const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
    if (workspace.kind !== 'writable') throw new Error(workspace.reason)
    db = workspace.db
    runWrite(db, 'traceWhole', { head: headOf('one'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
    runWrite(db, 'jobAdd', {
      row: jobRow('k_1', { kind: 'sample', state: 'running' }),
      input: { seed: 1 },
      owner: SELF,
    })
    const trajectories = [0, 1].map((ordinal) => trajectoryOf(TRACE, ordinal))
    runWrite(db, 'trajectoriesStage', { job: 'k_1', trajectories })
    runWrite(db, 'trajectoriesPublish', { job: 'k_1' })
  })
  afterEach(() => db.close())

  it('replace, clear and come back act by act when undone', () => {
    expect(set(1, 'wrong_line', 1).labels).toEqual([{ step: 1, class: 'wrong_line' }])
    set(1, 'other', 2)
    set(2, 'wrong_line', 3)
    set(1, null, 4)
    expect(inForce()).toEqual([{ step: 2, class: 'wrong_line' }])
    expect(undo().undone).toMatchObject({ trajectory: id, step: 1, class: null, at: 4 })
    expect(inForce()).toEqual([
      { step: 1, class: 'other' },
      { step: 2, class: 'wrong_line' },
    ])
    undo()
    undo()
    expect(inForce()).toEqual([{ step: 1, class: 'wrong_line' }])
    // A new act after an undo is the latest one.
    set(0, 'other', 5)
    expect(undo().undone).toMatchObject({ step: 0 })
    expect(undo().undone).toMatchObject({ step: 1, class: 'wrong_line' })
    expect(undo()).toEqual({ undone: null, label: null })
    expect(inForce()).toEqual([])
  })

  it('are undone by the act named and no other, once', () => {
    const first = set(1, 'wrong_line', 1).act?.act ?? 0
    const second = set(1, 'other', 2).act?.act ?? 0
    set(2, 'other', 3)
    // What was labelled over it since stays.
    expect(undo(first)).toMatchObject({ undone: { act: first, step: 1 }, label: 'other' })
    expect(undo(first)).toEqual({ undone: null, label: 'other' })
    expect(undo(second)).toMatchObject({ undone: { act: second }, label: null })
    expect(inForce()).toEqual([{ step: 2, class: 'other' }])
    expect(() => undo(99)).toThrow('no decision 99')
  })

  it('are told by the events of their trace, as often as they are in force there', () => {
    const other = trajectoryOf(TRACE, 1)
    const ofTrace = () => reads.labelsOfTrace(db, { trace: TRACE })
    const { seq } = trajectoryOf(TRACE, 0).steps[0]?.target ?? {}
    expect(seq).toBe(other.steps[0]?.target?.seq)
    set(0, 'other', 1)
    set(0, 'wrong_line', 2)
    runWrite(db, 'labelSet', { trajectory: other.id, step: 0, class: 'other', at: 3 })
    expect(ofTrace()).toEqual([
      { seq, class: 'other', count: 1 },
      { seq, class: 'wrong_line', count: 1 },
    ])
    set(0, 'other', 4)
    expect(ofTrace()).toEqual([{ seq, class: 'other', count: 2 }])
    undo()
    undo()
    expect(ofTrace()).toEqual([{ seq, class: 'wrong_line', count: 1 }])
    expect(() => reads.labelsOfTrace(db, { trace: 't_0' })).toThrow('t_0')
  })

  it('of a trace are found by seeks from its trajectories', () => {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${TRACE_LABELS_SQL}`).all(1)
    const lines = plan.map((row) => (row as { detail: string }).detail)
    expect(lines.filter((line) => line.startsWith('SCAN'))).toEqual([])
    expect(lines.join('\n')).toContain('INDEX trajectory_by_trace (trace_key=?')
    expect(lines.join('\n')).toContain('latest USING INDEX label_act_by_step (trajectory_key=?)')
  })

  it('make no act where they change nothing', () => {
    expect(set(0, null, 1)).toEqual({ act: null, labels: [] })
    set(1, 'other', 2)
    expect(set(1, 'other', 3)).toEqual({ act: null, labels: [{ step: 1, class: 'other' }] })
    expect(reads.labelRecent(db, { limit: 10 })).toMatchObject([{ step: 1, at: 2 }])
    undo()
    expect(inForce()).toEqual([])
    expect(set(1, null, 4).act).toBeNull()
  })

  it('are listed newest first, undone ones left out', () => {
    set(0, 'other', 1)
    set(1, 'other', 2)
    set(2, 'other', 3)
    undo()
    expect(reads.labelRecent(db, { limit: 10 }).map((act) => act.step)).toEqual([1, 0])
    expect(reads.labelRecent(db, { limit: 1 }).map((act) => act.step)).toEqual([1])
  })

  it('count in the tables and answer filters', () => {
    set(1, 'wrong_line', 1)
    const [row] = reads.tracePage(db, {
      where: '"wrong_line" in labels',
      sort: null,
      offset: 0,
      limit: 9,
    }).rows
    expect(row?.labels).toBe(1)
    expect(
      reads.trajectoryPage(db, { where: 'labelled', trace: null, offset: 0, limit: 9 }).rows[0]
        ?.labels,
    ).toBe(1)
    expect(reads.trajectoryCount(db, { where: 'not labelled' })).toBe(1)
  })

  it('go on steps that exist', () => {
    expect(() => set(3, 'other', 1)).toThrow('its steps are 0 to 2')
    expect(() =>
      runWrite(db, 'labelSet', { trajectory: 'j_none', step: 0, class: 'other', at: 1 }),
    ).toThrow('no trajectory j_none')
  })
})
