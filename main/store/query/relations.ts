import { must } from '../../../shared/base/assert.ts'
import type { Thing } from '../../../shared/query/fields.ts'

/** Where the rows of a relation are read from, and what ties them to their owner. */
export interface RelationSql {
  readonly from: string
  readonly where: string
}

const sameActivation = (owner: string, row: string): string =>
  `${row}.trace_key = ${owner}.trace_key AND ${row}.activation = ${owner}.activation`

const bound = (of: string, what: 'open_seq' | 'close_seq'): string =>
  `(SELECT qa.${what} FROM activation AS qa WHERE qa.trace_key = ${of}.trace_key AND qa.activation = ${of}.activation)`

/** The slots of a step's frame by a seek each: a loop makes a frame's history long, and it is never scanned. */
function slotsOf(step: string): string {
  const nextSlot = (frame: string, beyond: string): string =>
    `(SELECT min(b.slot) FROM binding AS b
      WHERE b.trace_key = ${step}.trace_key AND b.frame = ${frame} ${beyond})`
  return `(WITH RECURSIVE qs (frame, slot) AS (
    SELECT qa.frame, ${nextSlot('qa.frame', '')} FROM activation AS qa
    WHERE qa.trace_key = ${step}.trace_key AND qa.activation = ${step}.activation
    UNION ALL
    SELECT qs.frame, ${nextSlot('qs.frame', 'AND b.slot > qs.slot')} FROM qs WHERE qs.slot IS NOT NULL
  ) SELECT frame, slot FROM qs WHERE slot IS NOT NULL)`
}

function variablesOf(step: string, row: string, fromSeq: string): RelationSql {
  return {
    from: `${slotsOf(step)} AS slot_${row} CROSS JOIN binding AS ${row}`,
    where: `${row}.trace_key = ${step}.trace_key AND ${row}.frame = slot_${row}.frame
      AND ${row}.slot = slot_${row}.slot AND ${row}.from_seq = ${fromSeq} AND ${row}.value_key IS NOT NULL`,
  }
}

function latestWrite(step: string, row: string): string {
  return `(SELECT max(ql.from_seq) FROM binding AS ql WHERE ql.trace_key = ${step}.trace_key
    AND ql.frame = slot_${row}.frame AND ql.slot = slot_${row}.slot AND ql.from_seq <= ${step}.seq)`
}

/** Every step that a step lies under, from the innermost: a seek each. */
const ancestorsOf = (step: string): string => `(WITH RECURSIVE qu (seq) AS (
    SELECT ${step}.parent_seq WHERE ${step}.parent_seq >= 0
    UNION ALL
    SELECT up.parent_seq FROM qu JOIN node AS up ON up.trace_key = ${step}.trace_key AND up.seq = qu.seq
    WHERE up.parent_seq >= 0
  ) SELECT seq FROM qu)`

type Relation = (owner: string, row: string) => RelationSql

const simple =
  (table: string, where: (owner: string, row: string) => string): Relation =>
  (owner, row) => ({ from: `${table} AS ${row}`, where: where(owner, row) })

const toProgramOfTrace: Relation = (owner, row) => ({
  from: `trace AS via_${row} CROSS JOIN program AS ${row}`,
  where: `via_${row}.trace_key = ${owner}.trace_key AND ${row}.program_key = via_${row}.program_key`,
})

const toTrace = simple('trace', (owner, row) => `${row}.trace_key = ${owner}.trace_key`)

const predictionsOf = (key: string): Relation =>
  simple('prediction_seen', (owner, row) => `${row}.${key} = ${owner}.${key}`)

const RELATIONS: Readonly<Record<Thing, Readonly<Record<string, Relation>>>> = {
  program: {
    traces: simple(
      'trace',
      (owner, row) => `${row}.program_key = ${owner}.program_key AND ${row}.state = 'recorded'`,
    ),
  },
  trace: {
    program: simple('program', (owner, row) => `${row}.program_key = ${owner}.program_key`),
    steps: simple('node', (owner, row) => `${row}.trace_key = ${owner}.trace_key`),
    changes: simple(
      'binding',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.value_key IS NOT NULL`,
    ),
    trajectories: simple(
      'trajectory',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.staged_job_key IS NULL`,
    ),
    labels: (owner, row) => ({
      from: `trajectory AS via_${row} CROSS JOIN label_in_force AS ${row}`,
      where: `via_${row}.trace_key = ${owner}.trace_key AND via_${row}.staged_job_key IS NULL
        AND ${row}.trajectory_key = via_${row}.trajectory_key`,
    }),
    predictions: predictionsOf('trace_key'),
  },
  step: {
    trace: toTrace,
    program: toProgramOfTrace,
    parent: simple(
      'node',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.seq = ${owner}.parent_seq`,
    ),
    children: simple(
      'node',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.seq > ${owner}.seq
        AND ${row}.seq <= ${owner}.close_seq AND ${row}.parent_seq = ${owner}.seq`,
    ),
    descendants: simple(
      'node',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.seq > ${owner}.seq
        AND ${row}.seq <= ${owner}.close_seq`,
    ),
    ancestors: simple(
      'node',
      (owner, row) =>
        `${row}.trace_key = ${owner}.trace_key AND ${row}.seq IN ${ancestorsOf(owner)}`,
    ),
    before: simple(
      'node',
      (owner, row) => `${sameActivation(owner, row)} AND ${row}.seq >= ${bound(owner, 'open_seq')}
        AND ${row}.seq < ${owner}.seq`,
    ),
    after: simple(
      'node',
      (owner, row) => `${sameActivation(owner, row)} AND ${row}.seq > ${owner}.seq
        AND ${row}.seq <= ${bound(owner, 'close_seq')}`,
    ),
    vars: (owner, row) => variablesOf(owner, row, latestWrite(owner, row)),
    changes: (owner, row) => variablesOf(owner, row, `${owner}.seq`),
    predictions: simple(
      'prediction_seen',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.target_seq = ${owner}.seq`,
    ),
  },
  variable: {
    step: simple(
      'node',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.seq = ${owner}.from_seq`,
    ),
  },
  trajectory: {
    trace: toTrace,
    program: toProgramOfTrace,
    acts: simple('step', (owner, row) => `${row}.trajectory_key = ${owner}.trajectory_key`),
    labels: simple(
      'label_in_force',
      (owner, row) => `${row}.trajectory_key = ${owner}.trajectory_key`,
    ),
    predictions: predictionsOf('trajectory_key'),
  },
  act: {
    predictions: simple(
      'prediction_seen',
      (owner, row) =>
        `${row}.trajectory_key = ${owner}.trajectory_key AND ${row}.step = ${owner}.position`,
    ),
    step: (owner, row) => ({
      from: `trajectory AS via_${row} CROSS JOIN node AS ${row}`,
      where: `via_${row}.trajectory_key = ${owner}.trajectory_key
        AND ${row}.trace_key = via_${row}.trace_key AND ${row}.seq = ${owner}.target_seq`,
    }),
  },
  label: {
    trajectory: simple(
      'trajectory',
      (owner, row) =>
        `${row}.trajectory_key = ${owner}.trajectory_key AND ${row}.staged_job_key IS NULL`,
    ),
  },
  prediction: {
    trace: toTrace,
    step: simple(
      'node',
      (owner, row) => `${row}.trace_key = ${owner}.trace_key AND ${row}.seq = ${owner}.target_seq`,
    ),
    trajectory: simple(
      'trajectory',
      (owner, row) => `${row}.trajectory_key = ${owner}.trajectory_key`,
    ),
  },
}

/** The rows that a relation leads to from the row `owner`, which is in reach of the statement; `row` is their alias. */
export function relationSql(
  thing: Thing,
  relation: string,
  owner: string,
  row: string,
): RelationSql {
  return must(RELATIONS[thing][relation], `${thing}.${relation}`)(owner, row)
}
