import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { runWrite } from '../../main/store/writes.ts'
import { temporaryFolder } from './folders.ts'
import { headOf, jobRow, SELF, SMALL_BATCH, SMALL_TAIL, trajectoryOf } from './samples.ts'

const { trace: TRACE } = headOf('one')
const ALL = { where: '', trace: null, offset: 0, limit: 100 }
let db: WritableDb

beforeEach(async () => {
  const workspace = await openWorkspace(join(temporaryFolder(), 'some.ndw'))
  if (workspace.kind !== 'writable') throw new Error(workspace.reason)
  db = workspace.db
  runWrite(db, 'traceWhole', { head: headOf('one'), batches: [SMALL_BATCH], tail: SMALL_TAIL })
  for (const id of ['k_1', 'k_2']) {
    const row = jobRow(id, { kind: 'sample', state: 'running' })
    runWrite(db, 'jobAdd', { row, input: { seed: 1 }, owner: SELF })
  }
})
afterEach(() => db.close())

function stage(job: string, ordinals: readonly number[]) {
  const trajectories = ordinals.map((ordinal) => trajectoryOf(TRACE, ordinal))
  return runWrite(db, 'trajectoriesStage', { job, trajectories })
}

describe('trajectories', () => {
  it('are invisible until published, then as they were drawn', () => {
    expect(stage('k_1', [0, 1])).toEqual({ staged: 2, skipped: 0, repeats: 1 })
    expect(reads.trajectoryPage(db, ALL)).toEqual({ rows: [], total: 0 })
    expect(runWrite(db, 'trajectoriesPublish', { job: 'k_1' })).toEqual({ published: 2 })
    const drawn = trajectoryOf(TRACE, 1)
    const detail = reads.trajectoryGet(db, { trajectory: drawn.id })
    expect(detail).toMatchObject({
      scope: drawn.scope,
      start: drawn.start,
      steps: drawn.steps,
      resampled: 1,
      labels: [],
      row: { trajectory: drawn.id, trace: TRACE, program: 'one', steps: 3, exit: 'normal' },
    })
    const [row] = reads.tracePage(db, { where: '', sort: null, offset: 0, limit: 1 }).rows
    expect(row?.trajectories).toBe(2)
  })

  it('staged or published before are skipped, and published once when two jobs drew them', () => {
    stage('k_1', [0])
    expect(stage('k_1', [0, 1])).toMatchObject({ staged: 1, skipped: 1 })
    expect(stage('k_2', [0, 2])).toMatchObject({ staged: 2, skipped: 0 })
    runWrite(db, 'trajectoriesPublish', { job: 'k_2' })
    expect(runWrite(db, 'trajectoriesPublish', { job: 'k_1' })).toEqual({ published: 1 })
    expect(reads.trajectoryCount(db, { where: '' })).toBe(3)
    expect(stage('k_1', [0, 1, 2])).toEqual({ staged: 0, skipped: 3, repeats: 0 })
  })

  it('are gone when discarded', () => {
    stage('k_1', [0, 1])
    expect(runWrite(db, 'trajectoriesDiscard', { job: 'k_1' })).toEqual({ discarded: 2 })
    expect(runWrite(db, 'trajectoriesPublish', { job: 'k_1' })).toEqual({ published: 0 })
  })

  it('that visit an event the trace does not have are refused as a whole', () => {
    const drawn = trajectoryOf(TRACE, 0)
    const stray = { ...drawn, start: { seq: 4, duplicate: false } }
    expect(() =>
      runWrite(db, 'trajectoriesStage', { job: 'k_1', trajectories: [drawn, stray] }),
    ).toThrow(/visits event 4, but its trace has 4 events/)
    expect(stage('k_1', [0])).toMatchObject({ staged: 1, skipped: 0 })
  })

  it('are listed in pages of ids, each once and in the order of ids', () => {
    stage('k_1', [0, 1, 2, 3, 4])
    runWrite(db, 'trajectoriesPublish', { job: 'k_1' })
    const found: string[] = []
    for (let after: string | null = null; ; ) {
      const ids: string[] = reads.trajectoryIds(db, { where: '', after, limit: 2 })
      found.push(...ids)
      after = ids.at(-1) ?? null
      if (after === null) break
    }
    expect(found).toEqual([0, 1, 2, 3, 4].map((ordinal) => trajectoryOf(TRACE, ordinal).id).sort())
  })
})

describe('the place of a trajectory in the list', () => {
  const ids = [0, 1, 2, 3, 4].map((ordinal) => trajectoryOf(TRACE, ordinal).id)
  const placeOf = (trajectory: string, where: string, trace: string | null = null) =>
    reads.trajectoryPosition(db, { trajectory, where, trace })

  beforeEach(() => {
    stage('k_2', [8, 9])
    stage('k_1', [0, 1, 2, 3, 4])
    runWrite(db, 'trajectoriesPublish', { job: 'k_1' })
    for (const trajectory of [ids[1] ?? '', ids[3] ?? '']) {
      runWrite(db, 'labelSet', { trajectory, step: 0, class: 'other', at: 1 })
    }
  })

  it('is its offset in the pages, under every filter', () => {
    for (const where of [
      '',
      'not labelled',
      'labelled',
      'program == "one"',
      `trace == "${TRACE}"`,
    ]) {
      for (const trace of [null, TRACE]) {
        const { rows } = reads.trajectoryPage(db, { ...ALL, where, trace })
        expect(rows.length).toBeGreaterThan(0)
        const places = rows.map((row) => placeOf(row.trajectory, where, trace))
        expect(places).toEqual(rows.map((_, position) => ({ position, kept: true })))
      }
    }
  })

  it('is where it would be when the filter does not keep it', () => {
    expect(ids.map((id) => placeOf(id, 'not labelled'))).toEqual([
      { position: 0, kept: true },
      { position: 1, kept: false },
      { position: 1, kept: true },
      { position: 2, kept: false },
      { position: 2, kept: true },
    ])
    expect(placeOf(ids[4] ?? '', 'program == "none"')).toEqual({ position: 0, kept: false })
  })

  it('is of trajectories and filters that exist', () => {
    expect(() => placeOf(trajectoryOf(TRACE, 8).id, '')).toThrow('no trajectory')
    expect(() => placeOf(ids[0] ?? '', 'labelled == maybe')).toThrow('maybe')
    expect(() => placeOf(ids[0] ?? '', '', 't_none')).toThrow('t_none')
  })
})

describe('jobs', () => {
  it('move from the state they are in only', () => {
    const done = jobRow('k_1', { kind: 'sample', state: 'done', result: { made: 2 }, endedAt: 5 })
    expect(runWrite(db, 'jobUpdate', { row: done, from: 'queued' })).toEqual({ changed: false })
    expect(reads.jobGet(db, { job: 'k_1' }).state).toBe('running')
    expect(runWrite(db, 'jobUpdate', { row: done, from: 'running' })).toEqual({ changed: true })
    expect(reads.jobGet(db, { job: 'k_1' })).toEqual(done)
    expect(reads.jobInput(db, { job: 'k_1' })).toEqual({
      job: 'k_1',
      kind: 'sample',
      input: { seed: 1 },
    })
    expect(reads.jobPage(db, { offset: 0, limit: 1 })).toMatchObject({
      rows: [{ job: 'k_2' }],
      total: 2,
    })
  })

  it('tell how they ended even with half of a surrogate pair in the words, which is escaped', () => {
    const row = jobRow('k_1', {
      state: 'failed',
      error: 'bad \ud83d here',
      result: { x: '\udc00' },
    })
    runWrite(db, 'jobUpdate', { row, from: 'running' })
    expect(reads.jobGet(db, { job: 'k_1' })).toMatchObject({
      error: 'bad \\ud83d here',
      result: { x: '\udc00' },
    })
  })

  it('whose process is gone are interrupted and what they left half done is swept', () => {
    const gone = { pid: SELF.pid, startedAt: SELF.startedAt - 60_000 }
    const row = jobRow('k_3', { state: 'running' })
    runWrite(db, 'jobAdd', { row, input: null, owner: gone })
    runWrite(db, 'jobAdd', {
      row: jobRow('k_4'),
      input: null,
      owner: { pid: 2 ** 30, startedAt: 1 },
    })
    runWrite(db, 'programTraceBegin', { job: 'k_3', head: headOf('half') })
    runWrite(db, 'programTraceBegin', { job: 'k_1', head: headOf('going on') })
    stage('k_3', [0, 1])
    stage('k_1', [2])
    expect(runWrite(db, 'jobsAdopt', { at: 77, self: SELF })).toEqual({
      interrupted: ['k_3', 'k_4'],
      tracesSwept: 1,
      trajectoriesSwept: 2,
    })
    expect(reads.jobGet(db, { job: 'k_3' })).toMatchObject({ state: 'interrupted', endedAt: 77 })
    expect(reads.jobGet(db, { job: 'k_1' }).state).toBe('running')
    expect(runWrite(db, 'trajectoriesPublish', { job: 'k_1' })).toEqual({ published: 1 })
    expect(runWrite(db, 'jobsAdopt', { at: 78, self: SELF }).interrupted).toEqual([])
  })
})

describe('exports', () => {
  it('are listed newest first as they were added', () => {
    const row = {
      export: 'x_1',
      format: 'jsonl' as const,
      codec: 'nd@1',
      directory: '/out/é',
      where: 'labelled',
      rows: 3,
      files: [{ name: 'rows.jsonl', bytes: 12, sha256: 'ab' }],
      createdAt: 5,
    }
    runWrite(db, 'exportAdd', { export: row, job: 'k_1' })
    runWrite(db, 'exportAdd', { export: { ...row, export: 'x_2' }, job: null })
    const page = reads.exportPage(db, { offset: 0, limit: 5 })
    expect(page).toEqual({ rows: [{ ...row, export: 'x_2' }, row], total: 2 })
  })
})
