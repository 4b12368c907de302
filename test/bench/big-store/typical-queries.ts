import type { Level } from '../../../shared/query/fields.ts'

/** A query as a person types it, and the simplest SQL by hand that answers with the ids of the same rows. */
export interface TypicalQuery {
  readonly level: Level
  readonly where: string
  /** Rows of the level with a key below @until, the first @limit of them. */
  readonly bare: string
}

export const COLUMNS: Readonly<Record<Level, readonly string[]>> = {
  program: ['name', 'len(traces)'],
  trace: ['program', 'events', 'exit'],
  step: ['event', 'line', 'function'],
  trajectory: ['policy', 'direction', 'steps'],
}

const TRACE = `SELECT t.id, p.name, t.events, t.exit FROM trace AS t JOIN program AS p USING (program_key)
  WHERE t.trace_key < @until`
const STEP_COLUMNS = `SELECT n.trace_key, n.seq, n.kind, n.line, c.name`
const STEP_FROM = `JOIN activation AS a ON a.trace_key = n.trace_key AND a.activation = n.activation
  JOIN code AS c USING (code_key)`
const IN_ORDER = 'ORDER BY n.trace_key, n.seq LIMIT @limit'
const TRAJECTORY = `SELECT j.id, j.policy, j.direction, j.step_count FROM trajectory AS j
  WHERE j.trajectory_key < @until AND j.staged_job_key IS NULL`

/** A list of the change's own slot had more items before: by the number of commas, as hand-written SQL would. */
const SHRUNK = (of: string): string => `v.type = 'list' AND old.type = 'list'
  AND (v.text = '[]' AND old.text <> '[]' OR v.text <> '[]' AND
    length(v.text) - length(replace(v.text, ',', '')) < length(old.text) - length(replace(old.text, ',', '')))
  FROM binding AS was JOIN value AS old ON old.value_key = was.value_key, value AS v
  WHERE v.value_key = ${of}.value_key AND was.trace_key = ${of}.trace_key AND was.frame = ${of}.frame
    AND was.slot = ${of}.slot AND was.from_seq < ${of}.from_seq ORDER BY was.from_seq DESC LIMIT 1`

export const TYPICAL_QUERIES: readonly TypicalQuery[] = [
  { level: 'trace', where: '', bare: `${TRACE} ORDER BY t.trace_key LIMIT @limit` },
  {
    level: 'trace',
    where: 'exceptions > 0 and events > 100',
    bare: `${TRACE} AND t.exceptions > 0 AND t.events > 100 ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'trace',
    where: 'program == "program_0013.py"',
    bare: `${TRACE} AND p.name = 'program_0013.py' ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'trace',
    where: 'any(s.event == "exception" for s in steps)',
    bare: `${TRACE} AND EXISTS (SELECT 1 FROM node AS n WHERE n.trace_key = t.trace_key AND n.kind = 3)
      ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'trace',
    where: '"wrong_line" in labels',
    bare: `${TRACE} AND t.trace_key IN (SELECT j.trace_key FROM label_in_force AS l JOIN trajectory AS j
      USING (trajectory_key) WHERE l.class = 'wrong_line') ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'trace',
    where: 'any(c.type == "list" and c.length < c.old_length for c in changes)',
    bare: `${TRACE} AND EXISTS (SELECT 1 FROM binding AS b WHERE b.trace_key = t.trace_key AND b.value_key > 0
      AND (SELECT ${SHRUNK('b')})) ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'step',
    where: 'event == "exception"',
    bare: `${STEP_COLUMNS} FROM node AS n ${STEP_FROM} WHERE n.trace_key < @until AND n.kind = 3 ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'trace.exit == "error" and event == "return" and unwound',
    bare: `${STEP_COLUMNS} FROM trace AS t CROSS JOIN node AS n USING (trace_key) ${STEP_FROM}
      WHERE t.trace_key < @until AND t.exit = 'error' AND n.kind = 2 AND n.flags & 4 ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'program == "program_0013.py" and event == "call" and function == "walk"',
    bare: `${STEP_COLUMNS} FROM trace AS t JOIN program AS p USING (program_key) CROSS JOIN node AS n USING (trace_key)
      ${STEP_FROM} WHERE t.trace_key < @until AND p.name = 'program_0013.py' AND n.kind = 0 AND c.name = 'walk' ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'var("x") < 0',
    bare: `${STEP_COLUMNS} FROM node AS n ${STEP_FROM} WHERE n.trace_key < @until AND EXISTS (SELECT 1
      FROM (SELECT b.value_key FROM binding AS b JOIN name USING (name_key) WHERE b.trace_key = n.trace_key
        AND b.frame = a.frame AND b.from_seq <= n.seq AND name.text = 'x' ORDER BY b.from_seq DESC LIMIT 1)
      WHERE value_key < 0 AND value_key % 2 = 0) ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'any(c.name == "items" and c.length < c.old_length for c in changes)',
    bare: `${STEP_COLUMNS} FROM node AS n ${STEP_FROM} WHERE n.trace_key < @until AND EXISTS (SELECT 1
      FROM binding AS b JOIN name USING (name_key) WHERE b.trace_key = n.trace_key AND b.frame = a.frame
      AND b.from_seq = n.seq AND name.text = 'items' AND b.value_key > 0 AND (SELECT ${SHRUNK('b')})) ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'event == "return" and value is None and any(b.event == "exception" for b in before)',
    bare: `${STEP_COLUMNS} FROM node AS n ${STEP_FROM} WHERE n.trace_key < @until AND n.kind = 2
      AND (SELECT type FROM value WHERE value_key = n.arg_value_key) = 'NoneType' AND EXISTS (SELECT 1 FROM node AS b
      WHERE b.trace_key = n.trace_key AND b.seq >= a.open_seq AND b.seq < n.seq AND b.activation = n.activation
        AND b.kind = 3) ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'event == "exception" and depth > 99',
    bare: `${STEP_COLUMNS} FROM node AS n ${STEP_FROM} WHERE n.trace_key < @until AND n.kind = 3 AND n.depth > 99
      ${IN_ORDER}`,
  },
  {
    level: 'step',
    where: 'any(v.size > 2000 for v in vars)',
    bare: `${STEP_COLUMNS} FROM node AS n ${STEP_FROM} WHERE n.trace_key < @until AND EXISTS (SELECT 1
      FROM (SELECT b.value_key, max(b.from_seq) FROM binding AS b WHERE b.trace_key = n.trace_key
        AND b.frame = a.frame AND b.from_seq <= n.seq GROUP BY b.slot) JOIN value AS v USING (value_key)
      WHERE v.size > 2000) ${IN_ORDER}`,
  },
  {
    level: 'trace',
    where: 'any(c.name == "x" and c.value > 1000000 for c in changes)',
    bare: `${TRACE} AND EXISTS (SELECT 1 FROM binding AS b WHERE b.trace_key = t.trace_key AND b.value_key < 0
      AND b.name_key = (SELECT name_key FROM name WHERE text = 'x') AND b.value_key % 2 = 1 AND b.value_key < -2000001)
      ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'trace',
    where: 'max(s.depth for s in steps if s.event == "call") > 12',
    bare: `${TRACE} AND (SELECT max(n.depth) FROM node AS n WHERE n.trace_key = t.trace_key AND n.kind = 0) > 12
      ORDER BY t.trace_key LIMIT @limit`,
  },
  {
    level: 'trajectory',
    where: 'labelled and direction == "inverse"',
    bare: `${TRAJECTORY} AND j.direction = 'inverse' AND EXISTS (SELECT 1 FROM label_in_force AS l
      WHERE l.trajectory_key = j.trajectory_key) ORDER BY j.trajectory_key LIMIT @limit`,
  },
  {
    level: 'trajectory',
    where: 'trace.exit == "error" and any(a.action == "step_into" for a in acts)',
    bare: `${TRAJECTORY} AND (SELECT exit FROM trace AS t WHERE t.trace_key = j.trace_key) = 'error' AND EXISTS
      (SELECT 1 FROM step AS s WHERE s.trajectory_key = j.trajectory_key AND s.action = 'step_into')
      ORDER BY j.trajectory_key LIMIT @limit`,
  },
  {
    level: 'program',
    where: '"def walk" in source and any(t.exit == "error" for t in traces)',
    bare: `SELECT p.id, p.name, (SELECT count(*) FROM trace AS t WHERE t.program_key = p.program_key) FROM program AS p
      WHERE p.program_key < @until AND instr(p.source, 'def walk') AND EXISTS (SELECT 1 FROM trace AS t
      WHERE t.program_key = p.program_key AND t.exit = 'error') ORDER BY p.program_key LIMIT @limit`,
  },
]
