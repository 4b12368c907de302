import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { corpusRowsSql } from '../../main/store/readers/corpus-reader.ts'
import { flipsSql, pivotSql, standingSql } from '../../main/store/readers/run-cells.ts'
import { runAnswersSql } from '../../main/store/readers/run-reader.ts'
import { runPredictionsSql } from '../../main/store/readers/run-rows.ts'
import { type SqlQuery, sql } from '../../main/store/sql.ts'
import type { Level } from '../../shared/query/fields.ts'

const db = connect(':memory:', { readonly: false })
runMigrations(db)
afterAll(() => db.close())

function planOf({ text, parameters }: SqlQuery): string[] {
  return db
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...parameters)
    .map((row) => (row as { detail: string }).detail)
}

const RANGES: Readonly<Record<Level, SqlQuery>> = {
  program: sql`p.program_key >= ${3} AND p.program_key < ${9}`,
  trace: sql`t.trace_key >= ${3} AND t.trace_key < ${9}`,
  step: sql`host.trace_key >= ${3} AND host.trace_key <= ${9}`,
  trajectory: sql`j.trajectory_key >= ${3} AND j.trajectory_key < ${9}`,
}

describe('a query of predictions', () => {
  it.each([
    ['step', '"mismatch" in predictions', 'prediction_by_state (trace_key=? AND target_seq=?)'],
    [
      'step',
      'any(p.model == "a" and p.error == "wrong_value" for p in predictions)',
      'prediction_by_state (trace_key=? AND target_seq=?)',
    ],
    [
      'trajectory',
      'min(p.position for p in predictions if p.verdict != "match") < 10',
      'prediction_by_trajectory (trajectory_key=?)',
    ],
    ['trajectory', 'first_divergence("a") < 10', 'prediction_by_trajectory (trajectory_key=?)'],
    ['trajectory', 'flip("a", "b") == "lost"', 'prediction_by_trajectory (trajectory_key=?'],
    [
      'trajectory',
      'any(a.flip("a", "b") == "won" for a in acts)',
      'prediction_by_trajectory (trajectory_key=? AND step=?)',
    ],
    ['trace', 'flip("a", "b") == "lost"', 'prediction_by_state (trace_key=?)'],
    ['step', 'flip("a", "b") == "lost"', 'prediction_by_state (trace_key=? AND target_seq=?)'],
    ['trajectory', 'accuracy < 0.9', 'prediction_by_trajectory (trajectory_key=?)'],
    ['trace', 'accuracy < 0.5 and predicted > 100', 'prediction_by_state (trace_key=?)'],
    [
      'trace',
      'any(p.path.startswith("d[") for p in predictions)',
      'prediction_by_state (trace_key=?)',
    ],
    [
      'trajectory',
      'any(p.verdict == "mismatch" for p in predictions if p.action == "step_over" and p.step.depth > 2)',
      'prediction_by_trajectory (trajectory_key=?)',
    ],
    [
      'program',
      'any(any(p.verdict == "unparseable" for p in t.predictions) for t in traces)',
      'prediction_by_state (trace_key=?)',
    ],
  ] as const)('of %s seeks them, and the run of each: %s', (level, where, seek) => {
    const query = corpusRowsSql({ level, where, columns: [] }, RANGES[level], 100)
    const plan = planOf(query)
    expect(plan.filter((line) => /^SCAN (?!host|n\b)/.test(line))).toEqual([])
    expect(plan.join('\n')).toContain(seek)
    expect(plan.join('\n')).toMatch(/SEARCH r USING INTEGER PRIMARY KEY \(rowid=\?\)/)
  })

  it('shows the accuracy of a page of traces by seeks', () => {
    const columns = ['accuracy', 'predicted']
    const plan = planOf(corpusRowsSql({ level: 'trace', where: '', columns }, RANGES.trace, 100))
    expect(plan.filter((line) => /^SCAN/.test(line))).toEqual([])
  })
})

describe('the reads of a run', () => {
  it('find the answers of a trajectory by the unique key', () => {
    const plan = planOf(runAnswersSql(1, 'j_1'))
    expect(plan.filter((line) => /^SCAN|TEMP B-TREE/.test(line))).toEqual([])
    expect(plan.join('\n')).toContain('(run_key=? AND trajectory_key=?)')
  })

  it('page through predictions in the order of the set without sorting them', () => {
    const of = [
      { dimension: 'depth', value: '2' },
      { dimension: 'value_type', value: 'int' },
    ] as const
    const choice = { verdict: 'wrong' as const, of: [...of] }
    const plan = planOf(runPredictionsSql(1, { choice, offset: 0, limit: 500 }))
    expect(plan.filter((line) => /^SCAN/.test(line))).toEqual([])
    expect(plan.join('\n')).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  })

  it.each([
    ['how it stands', standingSql(1)],
    ['its pivot', pivotSql(1, 'depth', 'value_type')],
    ['its errors', pivotSql(1, 'error', 'horizon')],
  ])('answer %s from the index of its predictions alone', (_, query) => {
    const plan = planOf(query).filter((line) => /\bp\b/.test(line))
    expect(plan).toHaveLength(1)
    expect(plan[0]).toMatch(/^SEARCH p USING COVERING INDEX prediction_by_run \(run_key=\? AND /)
  })

  it('find what flipped between two runs by the step of each', () => {
    const from = flipsSql({ first: 1, second: 2 }, { flip: 'lost', action: 'step_over' })
    const plan = planOf(sql`SELECT count(*) ${from}`)
    expect(plan.filter((line) => /^SCAN/.test(line))).toEqual([])
    for (const side of ['p', 'q']) {
      const [line] = plan.filter((one) => one.startsWith(`SEARCH ${side} `))
      expect(line).toMatch(/run_key=\? AND trajectory_key=\? AND step=\?/)
    }
  })
})
