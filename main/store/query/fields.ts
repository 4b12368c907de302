import { must } from '../../../shared/base/assert.ts'
import { ERROR_CLASSES } from '../../../shared/model/types.ts'
import type { Thing } from '../../../shared/query/fields.ts'
import { FLAG_RESUMED, FLAG_UNWOUND, FLAG_YIELDED } from '../../../shared/trace/event.ts'

type Columns = Readonly<Record<string, (row: string) => string>>

const column =
  (name: string) =>
  (row: string): string =>
    `${row}.${name}`

const flag =
  (bit: number) =>
  (row: string): string =>
    `(${row}.flags & ${bit}) <> 0`

const ofActivation =
  (what: string) =>
  (row: string): string =>
    `(SELECT qa.${what} FROM activation AS qa WHERE qa.trace_key = ${row}.trace_key AND qa.activation = ${row}.activation)`

const ofCode =
  (what: string) =>
  (row: string): string =>
    `(SELECT qc.${what} FROM activation AS qa JOIN code AS qc ON qc.code_key = qa.code_key WHERE qa.trace_key = ${row}.trace_key AND qa.activation = ${row}.activation)`

/** Of the predictions that a row owns by `key`. */
const ofPredictions =
  (what: string, key: string) =>
  (row: string): string =>
    `(SELECT ${what} FROM prediction_seen AS qp WHERE qp.${key} = ${row}.${key})`

const MATCHING = "avg(qp.verdict = 'match')"

/** The gravest error: of several the first in the order of the classes. */
const WORST_ERROR = ((): string => {
  const ranks = ERROR_CLASSES.map((name, rank) => `WHEN '${name}' THEN ${rank}`).join(' ')
  const names = ERROR_CLASSES.map((name, rank) => `WHEN ${rank} THEN '${name}'`).join(' ')
  return `CASE min(CASE qp.error ${ranks} END) ${names} END`
})()

/** Key of a variable's value before its last write. */
const oldKey = (row: string): string =>
  `(SELECT qo.value_key FROM binding AS qo WHERE qo.trace_key = ${row}.trace_key AND qo.frame = ${row}.frame AND qo.slot = ${row}.slot AND qo.from_seq < ${row}.from_seq ORDER BY qo.from_seq DESC LIMIT 1)`

/** What can be asked of a recorded value. */
export type Aspect = 'number' | 'string' | 'bool' | 'length' | 'text' | 'type' | 'size'

/** An aspect of the whole number that a key below zero stands for; see whole-numbers.ts. */
function wholeAspect(key: string, aspect: Aspect): string {
  const whole = `(CASE WHEN ${key} % 2 = 0 THEN ${key} / 2 ELSE (-1 - ${key}) / 2 END)`
  switch (aspect) {
    case 'number':
      return whole
    case 'text':
      return `CAST(${whole} AS TEXT)`
    case 'size':
      return `length(CAST(${whole} AS TEXT))`
    case 'type':
      return "'int'"
    default:
      return 'NULL'
  }
}

const STORED_ASPECTS: Readonly<Record<Aspect, string>> = {
  number: 'value_number(qv.text, qv.size, qv.type, qv.digest)',
  string: 'value_string(qv.text, qv.size, qv.type, qv.digest)',
  bool: 'value_bool(qv.text, qv.size, qv.type, qv.digest)',
  length: 'value_length(qv.text, qv.size, qv.type, qv.digest)',
  text: 'qv.text',
  type: 'qv.type',
  size: 'qv.size',
}

/** An aspect of the value with a key, which may be a whole number's. */
export function aspectSql(key: string, aspect: Aspect): string {
  const of = (one: string): string => {
    const stored = `(SELECT ${STORED_ASPECTS[aspect]} FROM value AS qv WHERE qv.value_key = ${one})`
    return `CASE WHEN ${one} < 0 THEN ${wholeAspect(one, aspect)} ELSE ${stored} END`
  }
  // A key that has to be looked for is looked for once.
  return COLUMN.test(key)
    ? `(${of(key)})`
    : `(SELECT ${of('qk.k')} FROM (SELECT ${key} AS k) AS qk)`
}
const COLUMN = /^\w+\.\w+$/

const aspect =
  (key: (row: string) => string, which: Aspect) =>
  (row: string): string =>
    aspectSql(key(row), which)

/** Keys of the fields that are recorded values. */
const VALUE_KEYS: Readonly<Partial<Record<Thing, Columns>>> = {
  trace: { result: column('result_value_key') },
  step: { value: column('arg_value_key') },
  variable: { value: column('value_key'), old: oldKey },
}

const COLUMNS: Readonly<Record<Thing, Columns>> = {
  program: {
    id: column('id'),
    name: column('name'),
    source: column('source'),
    origin: column('origin'),
    licence: column('licence'),
  },
  trace: {
    id: column('id'),
    entry: column('entry'),
    events: column('events'),
    depth: column('depth'),
    exceptions: column('exceptions'),
    exit: column('exit'),
    stop: column('stop_reason'),
    error: column('error'),
    error_line: column('error_line'),
    functions: column('functions'),
    engine: column('engine'),
    python: column('python_version'),
    backend: column('backend'),
    sandbox: column('sandbox'),
    imported: column('imported'),
    thread: column('thread'),
    seconds: (row) => `${row}.wall_ms / 1000.0`,
    stdout_bytes: column('stdout_bytes'),
    recorded: column('recorded_at'),
    labelled: (row) =>
      `EXISTS (SELECT 1 FROM trajectory AS qj JOIN label_in_force AS ql ON ql.trajectory_key = qj.trajectory_key WHERE qj.trace_key = ${row}.trace_key AND qj.staged_job_key IS NULL)`,
    predicted: ofPredictions('count(*)', 'trace_key'),
    accuracy: ofPredictions(MATCHING, 'trace_key'),
    worst_error: ofPredictions(WORST_ERROR, 'trace_key'),
  },
  step: {
    seq: column('seq'),
    event: (row) =>
      `CASE ${row}.kind WHEN 0 THEN 'call' WHEN 1 THEN 'line' WHEN 2 THEN 'return' ELSE 'exception' END`,
    line: column('line'),
    depth: column('depth'),
    function: ofCode('name'),
    qualname: ofCode('qualname'),
    file: ofCode('file'),
    thread: ofActivation('thread'),
    frame: ofActivation('frame'),
    size: (row) => `${row}.close_seq - ${row}.seq + 1`,
    yielded: flag(FLAG_YIELDED),
    resumed: flag(FLAG_RESUMED),
    unwound: flag(FLAG_UNWOUND),
  },
  variable: {
    name: (row) => `(SELECT qn.text FROM name AS qn WHERE qn.name_key = ${row}.name_key)`,
    text: aspect(column('value_key'), 'text'),
    type: aspect(column('value_key'), 'type'),
    size: aspect(column('value_key'), 'size'),
    length: aspect(column('value_key'), 'length'),
    since: column('from_seq'),
    old_type: aspect(oldKey, 'type'),
    old_size: aspect(oldKey, 'size'),
    old_length: aspect(oldKey, 'length'),
  },
  trajectory: {
    id: column('id'),
    policy: column('policy'),
    direction: column('direction'),
    exit: column('exit'),
    steps: column('step_count'),
    seed: column('seed'),
    resampled: column('resampled'),
    repeats: column('repeats'),
    gold: column('gold'),
    labelled: (row) =>
      `EXISTS (SELECT 1 FROM label_in_force AS ql WHERE ql.trajectory_key = ${row}.trajectory_key)`,
    predicted: ofPredictions('count(*)', 'trajectory_key'),
    accuracy: ofPredictions(MATCHING, 'trajectory_key'),
    worst_error: ofPredictions(WORST_ERROR, 'trajectory_key'),
  },
  act: { position: column('position'), action: column('action'), operand: column('operand') },
  label: { label: column('class'), position: column('step') },
  prediction: {
    model: column('engine'),
    run: column('run'),
    suite: column('suite'),
    verdict: column('verdict'),
    error: column('error'),
    path: column('path'),
    position: column('step'),
    action: column('action'),
    operand: column('operand'),
    direction: column('direction'),
    horizon: column('horizon'),
    depth: column('depth'),
    value_type: column('value_type'),
    event: column('event'),
    line: column('line'),
    locals: column('locals'),
    raw_locals: column('raw_locals'),
    argument: column('argument'),
    reasons: column('reasons'),
    predicted_line: column('line_number'),
    ambiguous: column('line_ambiguous'),
    text: column('text'),
    predicted: column('predicted_at'),
  },
}

/** Key of the recorded value that a field holds, for aspectSql. */
export function valueKeySql(thing: Thing, field: string, row: string): string {
  return must(VALUE_KEYS[thing]?.[field], `${thing}.${field} as a value`)(row)
}

/** A field of the row with this alias. */
export function fieldSql(thing: Thing, field: string, row: string): string {
  return `(${must(COLUMNS[thing][field], `${thing}.${field}`)(row)})`
}

const STORED_EVENTS: Readonly<Record<string, number>> = {
  call: 0,
  line: 1,
  return: 2,
  exception: 3,
}

/**
 * A field that equals a text as a condition on its column, so that an index of the column can be used; null where
 * there is nothing better than comparing the field. The text is one parameter of the condition, or none.
 */
export function equalsColumnSql(
  thing: Thing,
  field: string,
  row: string,
  text: string,
): { text: string; parameters: string[] } | null {
  if (thing === 'step' && field === 'event') {
    return { text: `${row}.kind = ${STORED_EVENTS[text] ?? -1}`, parameters: [] }
  }
  if (thing === 'variable' && field === 'name') {
    return {
      text: `${row}.name_key = (SELECT qn.name_key FROM name AS qn WHERE qn.text = ?)`,
      parameters: [text],
    }
  }
  return null
}
