import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type WritableDb } from '../../main/store/database.ts'
import { filterSql } from '../../main/store/filter-sql.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { sql } from '../../main/store/sql.ts'
import { FAILURE_CLASSES, type FailureClass } from '../../shared/corpus/failure-classes.ts'
import {
  COMPARISONS,
  CONTAINS_FIELDS,
  type Filter,
  type FilterLevel,
  type FilterRow,
  type FilterTest,
  foldText,
  matches,
  NUMBER_FIELDS,
} from '../../shared/corpus/filter.ts'
import { parseFilter } from '../../shared/corpus/filter-parse.ts'
import { EXITS, STOP_REASONS } from '../../shared/trace/event.ts'
import { DIRECTIONS, TRAJECTORY_EXITS } from '../../shared/trajectory/types.ts'

/** Few letters, so that texts contain each other; and every one that a pattern, a quote or C could trip over. */
const letter = fc.constantFrom(
  ...[
    'a',
    'B',
    'b',
    '%',
    '_',
    "'",
    '"',
    '\\',
    ' ',
    '\n',
    '\0',
    'é',
    'É',
    'İ',
    'Σ',
    'ς',
    '😀',
    ':',
    '-',
  ],
)
const word = (maxLength: number) =>
  fc.array(letter, { maxLength }).map((letters) => letters.join(''))
const small = fc.integer({ min: 0, max: 4 })

interface DrawnTrajectory {
  readonly id: string
  readonly policy: string
  readonly direction: (typeof DIRECTIONS)[number]
  readonly exit: (typeof TRAJECTORY_EXITS)[number] | null
  readonly visible: boolean
  readonly labels: readonly FailureClass[]
}
interface DrawnTrace {
  readonly program: string
  readonly entry: string | null
  readonly functions: readonly string[]
  readonly error: string | null
  readonly exit: (typeof EXITS)[number]
  readonly stopReason: (typeof STOP_REASONS)[number]
  readonly events: number
  readonly depth: number
  readonly exceptions: number
  readonly trajectories: readonly DrawnTrajectory[]
}

const policies = ['mix', 'Mix', 'b%']
const trajectory: fc.Arbitrary<DrawnTrajectory> = fc.record({
  id: word(3),
  policy: fc.constantFrom(...policies),
  direction: fc.constantFrom(...DIRECTIONS),
  exit: fc.constantFrom(...TRAJECTORY_EXITS, null),
  visible: fc.boolean(),
  labels: fc.subarray([...FAILURE_CLASSES], { maxLength: 2 }),
})
const trace: fc.Arbitrary<DrawnTrace> = fc.record({
  program: word(4),
  entry: fc.option(word(4)),
  functions: fc.uniqueArray(word(3), { maxLength: 3 }),
  error: fc.option(word(4)),
  exit: fc.constantFrom(...EXITS),
  stopReason: fc.constantFrom(...STOP_REASONS),
  events: small,
  depth: small,
  exceptions: small,
  trajectories: fc.array(trajectory, { maxLength: 3 }),
})

function testAt(level: FilterLevel): fc.Arbitrary<FilterTest> {
  const exits = level === 'trace' ? EXITS : ([...TRAJECTORY_EXITS, 'none'] as const)
  const text = word(3).map(foldText)
  return fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text }),
    fc.record({
      kind: fc.constant('contains' as const),
      field: fc.constantFrom(...CONTAINS_FIELDS),
      text,
    }),
    fc.record({ kind: fc.constant('exit' as const), value: fc.constantFrom(...exits) }),
    fc.record({ kind: fc.constant('stop' as const), value: fc.constantFrom(...STOP_REASONS) }),
    fc.record({ kind: fc.constant('policy' as const), value: fc.constantFrom(...policies) }),
    fc.record({ kind: fc.constant('direction' as const), value: fc.constantFrom(...DIRECTIONS) }),
    fc.record({ kind: fc.constant('label' as const), value: fc.constantFrom(...FAILURE_CLASSES) }),
    fc.record({ kind: fc.constant('labelled' as const), value: fc.boolean() }),
    fc.record({
      kind: fc.constant('number' as const),
      field: fc.constantFrom(...NUMBER_FIELDS),
      comparison: fc.constantFrom(...COMPARISONS),
      value: small,
    }),
  )
}

const filterAt = (level: FilterLevel): fc.Arbitrary<Filter> =>
  fc.array(fc.record({ negated: fc.boolean(), test: testAt(level) }), { maxLength: 3 })

function insertTrace(db: WritableDb, drawn: DrawnTrace, index: number): void {
  const { key: program } = db.run(sql`INSERT INTO program (id, name, source, code_sha256)
    VALUES (${`p_${index}`}, ${drawn.program}, '', '')`)
  const { key } = db.run(sql`INSERT INTO trace (id, program_key, state, entry, engine, sandbox,
      python_version, tracer_version, max_steps, timeout_seconds, recorded_at, events, depth,
      exceptions, exit, stop_reason, error, functions)
    VALUES (${`t_${index}`}, ${program}, 'recorded', ${drawn.entry}, '', '', '', '', 1, 1, 1,
      ${drawn.events}, ${drawn.depth}, ${drawn.exceptions}, ${drawn.exit}, ${drawn.stopReason},
      ${drawn.error}, ${drawn.functions.join('\n')})`)
  for (const [ordinal, one] of drawn.trajectories.entries())
    insertTrajectory(db, key, `${index}${ordinal}`, one)
}

function insertTrajectory(
  db: WritableDb,
  traceKey: number,
  suffix: string,
  drawn: DrawnTrajectory,
): void {
  const { key } =
    db.run(sql`INSERT INTO trajectory (id, trace_key, policy, seed, ordinal, direction,
      scope_open, scope_close, start_seq, start_duplicate, step_count, exit, resampled, staged_job_key)
    VALUES (${`j_${suffix}${drawn.id}`}, ${traceKey}, ${drawn.policy}, 0, 0, ${drawn.direction}, 0, 0, 0, 0,
      9, ${drawn.exit}, 0, ${drawn.visible ? null : 1})`)
  for (const [step, failureClass] of drawn.labels.entries()) {
    // An overruled and an undone act, which must not count.
    db.run(
      sql`INSERT INTO label_act (trajectory_key, step, class, at) VALUES (${key}, ${step}, 'malformed', 1)`,
    )
    db.run(
      sql`INSERT INTO label_act (trajectory_key, step, class, at) VALUES (${key}, ${step}, ${failureClass}, 2)`,
    )
    db.run(sql`INSERT INTO label_act (trajectory_key, step, class, at, undone_at)
      VALUES (${key}, ${step}, 'other', 3, 4)`)
  }
}

function rowOf(drawn: DrawnTrace, index: number): FilterRow {
  return {
    ...drawn,
    trajectory: null,
    trace: `t_${index}`,
    trajectories: drawn.trajectories.filter((one) => one.visible),
  }
}

function trajectoryRowsOf(drawn: DrawnTrace, index: number): FilterRow[] {
  return drawn.trajectories.flatMap((one, ordinal) =>
    one.visible
      ? [
          {
            ...rowOf(drawn, index),
            trajectory: `j_${index}${ordinal}${one.id}`,
            exit: one.exit,
            trajectories: [one],
          },
        ]
      : [],
  )
}

function filled(traces: readonly DrawnTrace[]): WritableDb {
  const db = connect(':memory:', { readonly: false })
  runMigrations(db)
  db.run(sql`INSERT INTO job (id, kind, state, title, input_json, done, text, owner_pid, owner_started_at, created_at)
    VALUES ('k_1', 'sample', 'running', '', 'null', 0, '', 1, 1, 1)`)
  for (const [index, drawn] of traces.entries()) insertTrace(db, drawn, index)
  return db
}

let open: WritableDb | null = null
afterEach(() => {
  open?.close()
  open = null
})

function withRows(traces: readonly DrawnTrace[], check: (db: WritableDb) => void): void {
  open?.close()
  open = filled(traces)
  check(open)
}

describe('a filter in memory and the same filter in SQL', () => {
  it('keep the same traces', () => {
    fc.assert(
      fc.property(
        fc.array(trace, { maxLength: 6 }),
        fc.array(filterAt('trace'), { minLength: 1, maxLength: 8 }),
        (traces, filters) => {
          withRows(traces, (db) => {
            for (const filter of filters) {
              const kept = db.all<{
                id: string
              }>(sql`SELECT t.id FROM trace AS t JOIN program AS p USING (program_key)
              WHERE ${filterSql(filter, 'trace')} ORDER BY t.trace_key`)
              const expected = traces.map(rowOf).filter((row) => matches(filter, row))
              expect(kept.map((row) => row.id)).toEqual(expected.map((row) => row.trace))
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('keep the same trajectories', () => {
    fc.assert(
      fc.property(
        fc.array(trace, { maxLength: 6 }),
        fc.array(filterAt('trajectory'), { minLength: 1, maxLength: 8 }),
        (traces, filters) => {
          withRows(traces, (db) => {
            for (const filter of filters) {
              const kept = db.all<{
                id: string
              }>(sql`SELECT j.id FROM trajectory AS j JOIN trace AS t USING (trace_key)
              JOIN program AS p USING (program_key)
              WHERE j.staged_job_key IS NULL AND ${filterSql(filter, 'trajectory')} ORDER BY j.trajectory_key`)
              const expected = traces
                .flatMap(trajectoryRowsOf)
                .filter((row) => matches(filter, row))
              expect(kept.map((row) => row.id)).toEqual(expected.map((row) => row.trajectory))
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('depends on the values in its parameters alone: equal shapes have equal texts', () => {
    fc.assert(
      fc.property(word(6), word(6), (one, other) => {
        const textFor = (text: string): string =>
          filterSql([{ negated: false, test: { kind: 'text', text } }], 'trajectory').text
        expect(textFor(one)).toBe(textFor(other))
      }),
    )
  })
})

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function printTest(test: FilterTest): string {
  switch (test.kind) {
    case 'text':
      return quoted(test.text)
    case 'contains':
      return `${test.field}:${quoted(test.text)}`
    case 'labelled':
      return `labelled:${test.value ? 'yes' : 'no'}`
    case 'number':
      return `${test.field}:${test.comparison}${test.value}`
    default:
      return `${test.kind}:${test.value}`
  }
}

describe('a filter text', () => {
  it('reads back as the filter it was printed from', () => {
    const readable = filterAt('trajectory').filter((filter) =>
      filter.every(({ test }) => test.kind !== 'contains' || test.text !== ''),
    )
    fc.assert(
      fc.property(readable, (filter) => {
        const text = filter
          .map((term) => `${term.negated ? '-' : ''}${printTest(term.test)}`)
          .join('  ')
        expect(parseFilter(text, 'trajectory')).toEqual({ ok: true, value: filter })
      }),
    )
  })

  it('is read or refused with a place in it, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.array(letter),
        (any, letters) => {
          for (const text of [any, letters.join(''), `events:${any}`]) {
            const parsed = parseFilter(text, 'trace')
            if (parsed.ok) continue
            expect(parsed.error.position).toBeGreaterThanOrEqual(0)
            expect(parsed.error.position).toBeLessThanOrEqual(text.length)
            expect(parsed.error.message).toMatch(/[.?]$/)
          }
        },
      ),
    )
  })
})
