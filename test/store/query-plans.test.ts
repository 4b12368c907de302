import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { querySql } from '../../main/store/query/compile.ts'
import { nodeRangeSql } from '../../main/store/readers/node-reader.ts'
import { matchParameters } from '../../main/store/readers/search-match.ts'
import { firstHitsSql } from '../../main/store/readers/search-reader.ts'
import { sliceNodesSql } from '../../main/store/readers/slice-reader.ts'
import { ALIASES_AT_SQL, CHANGES_SQL, STATE_AT_SQL } from '../../main/store/readers/state-reader.ts'
import { FRAMES_SQL, RAISED_SQL, visitsSql } from '../../main/store/readers/stop-reader.ts'
import { tracePageSql } from '../../main/store/readers/trace-reader.ts'
import {
  trajectoryPageSql,
  trajectoryPositionSql,
} from '../../main/store/readers/trajectory-reader.ts'
import {
  BINDINGS_AHEAD_SQL,
  BINDINGS_BACK_SQL,
  CALL_AT_SQL,
  SLOTS_OF_NAME_SQL,
} from '../../main/store/readers/write-reader.ts'
import { parseStepCondition } from '../../shared/query/check.ts'
import { wordQuery } from '../../shared/query/words.ts'

const db = connect(':memory:', { readonly: false })
runMigrations(db)
afterAll(() => db.close())

/** Lines of SQLite's plan, which says SCAN where it reads a whole table and SEARCH where it seeks. */
function planOf(text: string, parameters: readonly unknown[]): string[] {
  return db
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...parameters)
    .map((row) => (row as { detail: string }).detail)
}

function scansOf(plan: readonly string[], tables: readonly string[]): string[] {
  return plan.filter((line) => tables.some((table) => new RegExp(`^SCAN ${table}\\b`).test(line)))
}

/** The big tables under every alias the queries give them. */
const BIG = ['node', 'n', 'binding', 'b', 'c', 'step', 'activation', 'a', 'value', 'label_act', 'l']

describe('the hot queries', () => {
  it('can be told apart by the test itself: a scan is found', () => {
    const plan = planOf('SELECT * FROM binding AS b WHERE b.value_key = ?', [1])
    expect(scansOf(plan, BIG)).toHaveLength(1)
  })

  it('read a range of nodes as a range', () => {
    const query = nodeRangeSql(1, 500, 500)
    const plan = planOf(query.text, query.parameters)
    expect(scansOf(plan, BIG)).toEqual([])
    expect(plan.join('\n')).toContain(
      'SEARCH n USING PRIMARY KEY (trace_key=? AND seq>? AND seq<?)',
    )
  })

  it('read a slice of a trace as a range', () => {
    const query = sliceNodesSql(1, 500, 500)
    const plan = planOf(query.text, query.parameters)
    expect(scansOf(plan, BIG)).toEqual([])
    expect(plan.join('\n')).toContain(
      'SEARCH n USING PRIMARY KEY (trace_key=? AND seq>? AND seq<?)',
    )
  })

  it('find the state at a seq by seeks in the key', () => {
    const plan = planOf(STATE_AT_SQL, [{ trace: 1, frame: 2, seq: 3 }])
    expect(scansOf(plan, BIG)).toEqual([])
    expect(plan.join('\n')).toContain('(trace_key=? AND frame=? AND slot=? AND from_seq<?)')
    expect(plan.join('\n')).not.toContain('TEMP B-TREE FOR GROUP BY')
  })

  it('find which variables share an object by one seek', () => {
    const plan = planOf(ALIASES_AT_SQL, [{ trace: 1, activation: 2, seq: 3 }])
    expect(plan).toEqual([
      'SEARCH node USING INDEX node_aliases (trace_key=? AND activation=? AND seq<?)',
    ])
  })

  it('find what changed in a page by a range of the key', () => {
    const plan = planOf(CHANGES_SQL, [{ trace: 1, frame: 2, after: 3, until: 4 }])
    expect(scansOf(plan, BIG)).toEqual([])
    expect(plan.join('\n')).toContain(
      '(trace_key=? AND frame=? AND slot=? AND from_seq>? AND from_seq<?)',
    )
  })

  it('find the writes of a variable by seeks in the key, in its order', () => {
    const at = { trace: 1, frame: 2, slot: 3, seq: 4 }
    expect(planOf(BINDINGS_BACK_SQL, [at])).toEqual([
      'SEARCH binding USING PRIMARY KEY (trace_key=? AND frame=? AND slot=? AND from_seq<?)',
    ])
    expect(planOf(BINDINGS_AHEAD_SQL, [at])).toEqual([
      'SEARCH binding USING PRIMARY KEY (trace_key=? AND frame=? AND slot=? AND from_seq>?)',
    ])
    const slots = planOf(SLOTS_OF_NAME_SQL, [{ trace: 1, frame: 2, name: 3 }])
    expect(scansOf(slots, BIG)).toEqual([])
    expect(slots.join('\n')).toContain('SEARCH b USING PRIMARY KEY (trace_key=? AND frame=?')
    expect(slots.join('\n')).not.toContain('TEMP B-TREE')
    const call = planOf(CALL_AT_SQL, [1, 2])
    expect(scansOf(call, BIG)).toEqual([])
    expect(call).toHaveLength(2)
  })

  it('look for a stop in a range of nodes', () => {
    const range = { trace: 1, from: 3, until: 4 }
    const searches = [
      { text: RAISED_SQL, parameters: { ...range, type: 'KeyError' } },
      { text: FRAMES_SQL, parameters: { ...range, function: 'f' } },
    ]
    const parsed = parseStepCondition('n == 3 and depth > 2')
    if (!parsed.ok) throw new Error(parsed.error.message)
    const visits = { ...range, line: 5, kind: 1, direction: 'backward' as const }
    const { text, parameters } = visitsSql(visits, querySql(parsed.value))
    const plan = planOf(text, parameters)
    expect(scansOf(plan, BIG)).toEqual([])
    expect(plan.join('\n')).toContain(
      'SEARCH n USING PRIMARY KEY (trace_key=? AND seq>? AND seq<?)',
    )
    for (const { text, parameters } of searches) {
      const plan = planOf(text, [parameters])
      expect(scansOf(plan, [...BIG, 'v'])).toEqual([])
      expect(plan.join('\n')).toContain('(trace_key=? AND seq>? AND seq<?)')
    }
  })

  it('page through traces without touching a node, a binding or a step', () => {
    for (const where of [
      '',
      '"word" and "wrong_line" in labels and not any(j.policy == "mix" for j in trajectories) and events > 3',
    ]) {
      const query = tracePageSql({ where, sort: null, offset: 0, limit: 500 })
      const plan = planOf(query.text, query.parameters)
      expect(plan.filter((line) => /^(SCAN|SEARCH) (node|binding|step)\b/.test(line))).toEqual([])
      expect(plan.join('\n')).toContain('trajectory_by_trace')
    }
  })

  it('page through trajectories without touching a step, and count labels by seeks', () => {
    const window = { offset: 0, limit: 500, trace: null }
    for (const where of ['', '"word" and "wrong_line" in labels and policy == "mix"']) {
      for (const traceKey of [null, 1]) {
        const query = trajectoryPageSql({ ...window, where }, traceKey)
        const plan = planOf(query.text, query.parameters)
        expect(plan.filter((line) => /^(SCAN|SEARCH) step\b/.test(line))).toEqual([])
        expect(plan.join('\n')).toContain('label_act_by_step (trajectory_key=?')
        if (traceKey !== null) expect(plan.join('\n')).toContain('trajectory_by_trace (trace_key=?')
      }
    }
  })

  it('find the place of a trajectory by ranges of the key', () => {
    for (const where of ['', 'not labelled and policy == "mix"']) {
      const query = trajectoryPositionSql(where, null, 7)
      const plan = planOf(query.text, query.parameters)
      expect(scansOf(plan, ['j', ...BIG])).toEqual([])
      expect(plan.join('\n')).toContain('SEARCH j USING INTEGER PRIMARY KEY (rowid<?)')
    }
  })

  it.each(['value', 'name'] as const)('search seeks each found %s and where it shows', (of) => {
    const text = firstHitsSql(of)
    const parameters = matchParameters(wordQuery('ab cd'))
    const plan = planOf(text, [{ ...parameters, limit: 10, offset: 0 }])
    expect(scansOf(plan, [...BIG, 'x', 'f', 't', 'p', 'm', 'tf'])).toEqual([])
  })
})
