import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { querySql } from '../../main/store/query/compile.ts'
import { tracesAheadSql } from '../../main/store/readers/corpus-chunks.ts'
import { corpusFacetsSql, corpusRowsSql } from '../../main/store/readers/corpus-reader.ts'
import { STEPS_SQL } from '../../main/store/readers/difference-reader.ts'
import { nodeRangeSql } from '../../main/store/readers/node-reader.ts'
import { matchParameters } from '../../main/store/readers/search-match.ts'
import { firstHitsSql } from '../../main/store/readers/search-reader.ts'
import { sliceNodesSql } from '../../main/store/readers/slice-reader.ts'
import { ALIASES_AT_SQL, HISTORY_SQL, STATE_AT_SQL } from '../../main/store/readers/state-reader.ts'
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
import { type SqlQuery, sql } from '../../main/store/sql.ts'
import { parseStepCondition } from '../../shared/query/check.ts'
import type { Level } from '../../shared/query/fields.ts'
import { wordQuery } from '../../shared/query/search-words.ts'
import { RESEARCH_QUERIES } from './research-queries.ts'

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

  it('find what changed in frames by a range of the key each', () => {
    const plan = planOf(HISTORY_SQL, [{ trace: 1, frames: '[[2,3]]', until: 4 }])
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

  it('look for a stop, and compare steps, in a range of nodes', () => {
    const range = { trace: 1, from: 3, until: 4 }
    const searches = [
      { text: RAISED_SQL, parameters: { ...range, type: 'KeyError' } },
      { text: FRAMES_SQL, parameters: { ...range, function: 'f' } },
      { text: STEPS_SQL, parameters: range },
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

/** Every table that grows with traces, under every alias that compiled queries give it. */
const GROWING =
  /^SCAN (?:[qfe]\d+|n|j|t|p|host|via_\w+|q[acjlov]|ql|b|up|node|binding|step|activation|value|code|trace|program|variable_extent|trajectory|label_act|latest|later)\b/

const RANGES: Readonly<Record<Level, SqlQuery>> = {
  program: sql`p.program_key >= ${3} AND p.program_key < ${9}`,
  trace: sql`t.trace_key >= ${3} AND t.trace_key < ${9}`,
  step: sql`host.trace_key >= ${3} AND host.trace_key <= ${9}`,
  trajectory: sql`j.trajectory_key >= ${3} AND j.trajectory_key < ${9}`,
}

function corpusPlan(level: Level, where: string, range: SqlQuery = RANGES[level]): string[] {
  const { text, parameters } = corpusRowsSql({ level, where, columns: [] }, range, 100)
  return planOf(text, parameters)
}

describe('a query of the corpus', () => {
  it.each(RESEARCH_QUERIES.map(({ level, where }) => [level, where] as const))(
    'of %s looks at no more than a range of each table: %s',
    (level, where) => {
      const plan = corpusPlan(level, where)
      expect(plan.filter((line) => GROWING.test(line))).toEqual([])
      // In the order of the keys as they come, so that the first rows come first.
      expect(plan.join('\n')).not.toContain('ORDER BY')
    },
  )

  it('is one of this test: a scan inside is found', () => {
    const { text } = corpusRowsSql({ level: 'trace', where: '', columns: [] }, RANGES.trace, 9)
    const inside = text.replace(
      'ORDER BY',
      "AND EXISTS (SELECT 1 FROM value AS qv WHERE qv.type = 'int') ORDER BY",
    )
    expect(planOf(inside, [3, 9, 9]).filter((line) => GROWING.test(line))).toHaveLength(1)
  })

  it.each([
    ['step', 'event == "exception"'],
    ['step', 'event == "exception" and line > 3 and function == "f" and value == "a"'],
    ['step', 'trace.exit == "error" and event == "exception" and depth > 2'],
    ['trace', 'any(s.event == "exception" for s in steps)'],
    ['trace', 'count(s for s in steps if s.event == "exception" and s.depth > 3) > 2'],
    ['trajectory', 'any(s.event == "exception" for s in trace.steps)'],
    ['program', 'any(any(s.event == "exception" for s in t.steps) for t in traces)'],
    ['step', 'any(b.event == "exception" and b.line == line for b in before)'],
    ['step', 'any(d.event == "exception" for d in descendants)'],
  ] as const)('of %s finds exceptions without the events between: %s', (level, where) => {
    expect(corpusPlan(level, where).join('\n')).toMatch(
      /SEARCH \w+ (?:EXISTS )?USING COVERING INDEX node_exceptions \(trace_key=\?/,
    )
  })

  it('of a part of one long trace reads that part', () => {
    const range = sql`host.trace_key = ${3} AND n.seq >= ${5} AND n.seq < ${9}`
    const plan = corpusPlan('step', 'line > 3', range)
    expect(plan).toContain('SEARCH n USING PRIMARY KEY (trace_key=? AND seq>? AND seq<?)')
    const { text, parameters } = corpusFacetsSql(
      { level: 'step', where: '', facets: ['event', 'function', 'program.name'] },
      range,
    )
    expect(planOf(text, parameters).filter((line) => GROWING.test(line))).toEqual([])
  })

  it('of steps asks what speaks of the trace alone before it reads any of them', () => {
    for (const where of [
      'trace.id == "t_1"',
      'program == "a.py"',
      'trace.exit == "error" and "sort" in program.source',
      'any(t.policy == "mix" for t in trace.trajectories)',
    ]) {
      const { text } = corpusRowsSql({ level: 'step', where, columns: [] }, RANGES.step, 9)
      const condition = text.slice(text.indexOf('AND host.trace_key <= ?'))
      expect(condition.slice(0, condition.indexOf('ORDER BY')), where).not.toMatch(/\bn\./)
    }
  })

  it.each([
    [
      'trace',
      'any(c.name == "x" and c.value > 9 for c in changes)',
      '(trace_key=? AND name_key=?)',
    ],
    ['step', 'var("x") < 0', '(trace_key=? AND name_key=?)'],
    ['trace', 'max(c.value for c in changes) > 9', '(trace_key=?)'],
    ['step', 'any(v.size > 2000 for v in vars)', '(trace_key=?)'],
  ] as const)(
    'of %s asks for a rare value what is kept of the trace before it reads it: %s',
    (level, where, seek) => {
      const lines = corpusPlan(level, where)
      expect(lines).toContain(`SEARCH e0 USING PRIMARY KEY ${seek}`)
      const { text } = corpusRowsSql({ level, where, columns: [] }, RANGES[level], 9)
      const [asked, read] = ['variable_extent AS e0', 'binding AS'].map((name) =>
        text.indexOf(name),
      )
      expect(asked).toBeGreaterThan(0)
      expect(asked).toBeLessThan(read ?? 0)
    },
  )

  it('of steps passes over traces without a look at an event', () => {
    const where = 'depth > 99 and any(v.size > 2000 for v in vars) and var("x") < 0'
    const { text, parameters } = tracesAheadSql(where, 3)
    const plan = planOf(text, parameters)
    expect(plan[0]).toBe('SEARCH host USING INTEGER PRIMARY KEY (rowid>?)')
    const searches = plan.filter((line) => /^(SEARCH|SCAN)/.test(line)).slice(1)
    expect(searches).toEqual([
      'SEARCH e0 USING PRIMARY KEY (trace_key=?)',
      'SEARCH e1 USING PRIMARY KEY (trace_key=? AND name_key=?)',
      expect.stringContaining('SEARCH qn USING COVERING INDEX'),
    ])
  })

  it('of a variable’s name looks the name up once', () => {
    const plan = corpusPlan('step', 'var("x") < 0 and any(c.name == "y" for c in changes)')
    const [lookUp, ...more] = plan.filter((line) => line.includes('SEARCH qn'))
    expect(lookUp).toContain('(text=?)')
    // For each of the two once in what is asked of the trace, and once in what is asked of the step.
    expect(more).toHaveLength(3)
    expect(plan.filter((line) => line.startsWith('SCALAR SUBQUERY'))).toHaveLength(4)
  })
})
