import fc from 'fast-check'
import { connect, type WritableDb } from '../../main/store/database.ts'
import { runMigrations } from '../../main/store/migrate.ts'
import { EXTENTS_OF_BINDINGS } from '../../main/store/migrations/0011-extents.ts'
import { sql } from '../../main/store/sql.ts'
import { wholeNumberKey } from '../../main/store/whole-numbers.ts'
import { FAILURE_CLASSES } from '../../shared/corpus/failure-classes.ts'
import { EQUALITIES, EQUALITY_REASONS, ERROR_CLASSES, VERDICTS } from '../../shared/model/types.ts'
import { EXITS, STOP_REASONS, type Value } from '../../shared/trace/event.ts'
import { DIRECTIONS, FORWARD_ACTIONS, TRAJECTORY_EXITS } from '../../shared/trajectory/types.ts'
import { buildTree } from '../../shared/tree/build.ts'
import { type RandomTrace, runMachine } from './random-trace.ts'

/** Few letters, so that texts contain each other; and every one that a pattern, a quote or C could trip over. */
const LETTERS = ['a', 'B', 'b', '%', '_', "'", '"', '\\', ' ', '\n', '\0', 'é', 'É', 'İ', 'ς', '😀']
export const word = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''))
const line = (maxLength: number) => word(maxLength).map((text) => text.replaceAll('\n', 'n'))

function value(type: string, text: string): Value {
  return { type, text, size: [...text].length }
}

/** Values of every kind that a query looks into, and ones that must not be taken for them. */
export const VALUES: readonly Value[] = [
  ...[0, 1, -1, 3, 99, -7, 2 ** 40].map((number) => value('int', String(number))),
  value('int', '9'.repeat(20)),
  value('int', '9'.repeat(400)),
  ...['0.5', '-0.0', '1.0', 'nan', 'inf', '-inf', '1e+16', '3.0'].map((one) => value('float', one)),
  value('bool', 'True'),
  value('bool', 'False'),
  value('NoneType', 'None'),
  ...["'a'", "''", '"it\'s"', "'\\n\\x00\\\\'", "'😀é'", "'3'", "'\\ud83d'"].map((one) =>
    value('str', one),
  ),
  ...['[]', '[1]', '[1, 2, 3]', "['a,b', (1, 2)]", '[[...]]', '[<object at 0x1>]', "[<it's>]"].map(
    (one) => value('list', one),
  ),
  value('tuple', '(1,)'),
  value('tuple', '()'),
  value('dict', "{'a': 1, 'b': [2, 3]}"),
  value('dict', '{}'),
  value('set', 'set()'),
  value('set', '{1, 2}'),
  value('frozenset', 'frozenset({1})'),
  value('Box', '[1, 2]'),
  { type: 'list', text: '[1, 2', size: 5000, digest: '00112233aabbccdd' },
  { type: 'str', text: "'abc", size: 9000, digest: '00112233aabbccde' },
]

export interface DrawnTrajectory {
  readonly policy: string
  readonly direction: (typeof DIRECTIONS)[number]
  readonly exit: (typeof TRAJECTORY_EXITS)[number] | null
  readonly isVisible: boolean
  readonly labels: readonly (typeof FAILURE_CLASSES)[number][]
  readonly targets: readonly (number | null)[]
  readonly predictions: readonly DrawnPrediction[]
}
interface DrawnPrediction {
  readonly run: number
  readonly verdict: (typeof VERDICTS)[number]
  readonly error: (typeof ERROR_CLASSES)[number]
  readonly path: string | null
  readonly parts: readonly ((typeof EQUALITIES)[number] | null)[]
  readonly reasons: readonly (typeof EQUALITY_REASONS)[number][]
  readonly isAmbiguous: boolean
}
export interface DrawnTrace {
  readonly program: string
  readonly source: string
  readonly entry: string | null
  readonly functions: readonly string[]
  readonly error: string | null
  readonly errorLine: number | null
  readonly exit: (typeof EXITS)[number]
  readonly stop: (typeof STOP_REASONS)[number]
  readonly wallMs: number
  readonly isRecorded: boolean
  readonly result: number | null
  readonly run: RandomTrace
  /** Choose, one after another, which variables change and to which values. */
  readonly choices: readonly number[]
  readonly trajectories: readonly DrawnTrajectory[]
}

const prediction: fc.Arbitrary<DrawnPrediction> = fc.record({
  run: fc.constantFrom(1, 2, 3, 4),
  verdict: fc.constantFrom(...VERDICTS),
  error: fc.constantFrom(...ERROR_CLASSES),
  path: fc.option(word(3)),
  parts: fc.array(fc.constantFrom(...EQUALITIES, null), { minLength: 4, maxLength: 4 }),
  reasons: fc.subarray([...EQUALITY_REASONS], { maxLength: 2 }),
  isAmbiguous: fc.boolean(),
})

const trajectory: fc.Arbitrary<DrawnTrajectory> = fc.record({
  policy: fc.constantFrom('mix', 'Mix', 'b%'),
  direction: fc.constantFrom(...DIRECTIONS),
  exit: fc.constantFrom(...TRAJECTORY_EXITS, null),
  isVisible: fc.boolean(),
  labels: fc.subarray([...FAILURE_CLASSES], { maxLength: 2 }),
  targets: fc.array(fc.option(fc.nat({ max: 12 })), { maxLength: 3 }),
  predictions: fc.array(prediction, { maxLength: 6 }),
})

export const drawnTrace: fc.Arbitrary<DrawnTrace> = fc.record({
  program: word(3),
  source: word(4),
  entry: fc.option(word(3)),
  functions: fc.uniqueArray(line(2), { maxLength: 3 }),
  error: fc.option(word(3)),
  errorLine: fc.option(fc.nat({ max: 4 })),
  exit: fc.constantFrom(...EXITS),
  stop: fc.constantFrom(...STOP_REASONS),
  wallMs: fc.nat({ max: 4000 }),
  isRecorded: fc.boolean().map((one) => one || true),
  result: fc.option(fc.nat({ max: VALUES.length - 1 })),
  run: fc
    .array(fc.nat({ max: 9999 }), { maxLength: 25 })
    .map((numbers) => runMachine(numbers, false)),
  choices: fc.array(fc.nat({ max: 9999 }), { maxLength: 40 }),
  trajectories: fc.array(trajectory, { maxLength: 2 }),
})

class Filler {
  readonly db: WritableDb
  private readonly values = new Map<Value, number>()

  constructor(db: WritableDb) {
    this.db = db
  }

  private storedKey(of: Value): number {
    const known = this.values.get(of)
    if (known !== undefined) return known
    const { key } = this.db.run(sql`INSERT INTO value (hash, text, size, type, digest)
      VALUES (${Buffer.from(`${of.type} ${of.text}`)}, ${of.text}, ${of.size}, ${of.type}, ${of.digest ?? null})`)
    this.values.set(of, key)
    return key
  }

  private key(index: number): number {
    const of = VALUES[index % VALUES.length] as Value
    return wholeNumberKey(of) ?? this.storedKey(of)
  }

  private name(text: string): number {
    this.db.run(sql`INSERT OR IGNORE INTO name (text) VALUES (${text})`)
    return (
      this.db.get<{ key: number }>(sql`SELECT name_key AS key FROM name WHERE text = ${text}`)
        ?.key ?? 0
    )
  }

  trace(drawn: DrawnTrace, index: number): void {
    const { db } = this
    const { key: program } = db.run(sql`INSERT INTO program (id, name, source, code_sha256, origin)
      VALUES (${`p_${index}`}, ${drawn.program}, ${drawn.source}, '', ${drawn.error})`)
    const tree = buildTree(drawn.run.events)
    const result = drawn.result === null ? null : this.storedKey(VALUES[drawn.result] as Value)
    const { key } = db.run(sql`INSERT INTO trace (id, program_key, state, entry, engine, sandbox,
        python_version, tracer_version, max_steps, timeout_seconds, recorded_at, events, depth, exceptions,
        exit, stop_reason, error, error_line, result_value_key, functions, wall_ms, thread)
      VALUES (${`t_${index}`}, ${program}, ${drawn.isRecorded ? 'recorded' : 'recording'}, ${drawn.entry},
        'pyodide', 'deno', '3.14', '1', 1, 1, 1, ${tree.nodes.length},
        ${Math.max(0, ...tree.nodes.map(({ depth }) => depth))}, 0,
        ${drawn.exit}, ${drawn.stop}, ${drawn.error}, ${drawn.errorLine}, ${result},
        ${drawn.functions.join('\n')}, ${drawn.wallMs}, ${index % 2})`)
    this.nodes(key, program, drawn)
    this.bindings(key, drawn)
    for (const [ordinal, one] of drawn.trajectories.entries()) {
      this.trajectory(key, `${index}${ordinal}`, one)
    }
  }

  private nodes(trace: number, program: number, { run, choices }: DrawnTrace): void {
    const { db } = this
    const tree = buildTree(run.events)
    const seen = new Set<number>()
    for (const node of tree.nodes) {
      if (!seen.has(node.activation)) {
        seen.add(node.activation)
        const last = tree.nodes.findLast(({ activation }) => activation === node.activation)
        db.run(sql`INSERT OR IGNORE INTO code (program_key, name, qualname, file, first_line)
          VALUES (${program}, ${node.function}, ${`q.${node.function}`}, 'a.py', 1)`)
        const code = db.get<{ key: number }>(sql`SELECT code_key AS key FROM code
          WHERE program_key = ${program} AND name = ${node.function}`)
        db.run(sql`INSERT INTO activation VALUES (${trace}, ${node.activation}, ${node.frame}, ${code?.key ?? 0},
          0, ${node.seq}, ${last?.seq ?? node.seq})`)
      }
      const kind = ['call', 'line', 'return', 'exception'].indexOf(node.kind)
      const argument = kind >= 2 ? this.key((choices[node.seq % 7] ?? 0) + node.seq) : null
      db.run(sql`INSERT INTO node (trace_key, seq, close_seq, parent_seq, depth, activation, kind, line, flags, arg_value_key)
        VALUES (${trace}, ${node.seq}, ${node.close}, ${node.parent}, ${node.depth}, ${node.activation},
          ${kind}, ${node.line}, ${node.flags}, ${argument})`)
    }
  }

  private bindings(trace: number, { run, choices }: DrawnTrace): void {
    for (const [at, choice] of choices.entries()) {
      const event = run.events[choice % run.events.length]
      if (event === undefined) continue
      const slot = at % 3
      const name = this.name(['x', 'y', 'é'][slot] as string)
      const key = choice % 11 === 0 ? null : this.key(Math.floor(choice / 3))
      const seq = choice % run.events.length
      this.db.run(
        sql`INSERT OR IGNORE INTO binding VALUES (${trace}, ${event.frame}, ${slot}, ${seq}, ${name}, ${key})`,
      )
    }
  }

  private trajectory(trace: number, suffix: string, drawn: DrawnTrajectory): void {
    const { db } = this
    const { key } =
      db.run(sql`INSERT INTO trajectory (id, trace_key, policy, seed, ordinal, direction,
        scope_open, scope_close, start_seq, start_duplicate, step_count, exit, resampled, staged_job_key,
        gold, repeats)
      VALUES (${`j_${suffix}`}, ${trace}, ${drawn.policy}, 7, 0, ${drawn.direction}, 0, 0, 0, 0,
        ${drawn.targets.length}, ${drawn.exit}, ${drawn.labels.length}, ${drawn.isVisible ? null : 1},
        ${drawn.targets.length % 2}, ${drawn.labels.length % 2})`)
    for (const [position, target] of drawn.targets.entries()) {
      db.run(sql`INSERT INTO step VALUES (${key}, ${position}, ${FORWARD_ACTIONS[position] ?? 'continue'},
        ${position === 1 ? 'x = 1' : null}, ${target}, 0)`)
    }
    for (const [step, failureClass] of drawn.labels.entries()) {
      // An overruled and an undone act, which must not count.
      db.run(
        sql`INSERT INTO label_act (trajectory_key, step, class, at) VALUES (${key}, ${step}, 'malformed', 1)`,
      )
      db.run(
        sql`INSERT INTO label_act (trajectory_key, step, class, at) VALUES (${key}, ${step}, ${failureClass}, 2)`,
      )
      db.run(
        sql`INSERT INTO label_act (trajectory_key, step, class, at, undone_at) VALUES (${key}, ${step}, 'other', 3, 4)`,
      )
    }
    // Predictions are of what can be seen alone.
    if (drawn.isVisible) this.predictions(trace, key, drawn)
  }

  private predictions(trace: number, trajectory: number, drawn: DrawnTrajectory): void {
    for (const [at, one] of drawn.predictions.entries()) {
      const step = at % 3
      const target = drawn.targets[step]
      if (target === undefined) continue
      const [parts, error] = [one.parts, one.verdict === 'match' ? null : one.error]
      this.db.run(sql`INSERT OR IGNORE INTO prediction (run_key, trace_key, trajectory_key, step, from_seq,
          from_duplicate, direction, action, operand, target_seq, depth, horizon, seed, text, finish,
          verdict, error, path, event, line, locals, raw_locals, argument, reasons, differences_json,
          line_number, line_ambiguous, ms, predicted_at, value_type)
        VALUES (${one.run}, ${trace}, ${trajectory}, ${step}, 0, 0, ${drawn.direction},
          ${FORWARD_ACTIONS[step] ?? 'continue'}, ${step === 1 ? 'x = 1' : null}, ${target},
          ${target === null ? null : 1}, ${step + 1}, 1, ${one.path ?? ''}, 'stop', ${one.verdict},
          ${error}, ${one.path}, ${parts[0] ?? 'exact'}, ${parts[1] ?? null}, ${parts[2] ?? null},
          ${parts[1] ?? null}, ${parts[3] ?? null}, ${one.reasons.join('\n')}, '[]', ${target},
          ${one.isAmbiguous ? 1 : 0}, 1, ${at}, ${one.path === null ? null : 'int'})`)
    }
  }
}

/** Runs of two engines that are done, two of the same suite, and one that is not. */
function addRuns(db: WritableDb): void {
  for (const [at, state] of (['done', 'done', 'unfinished', 'done'] as const).entries()) {
    db.run(sql`INSERT INTO run (id, state, suite, engine, engine_kind, identity, codec, scorer,
        settings_json, seed, query, set_sha256, trajectories, steps, created_at)
      VALUES (${`r_${at}`}, ${state}, ${at === 1 ? 'horizon' : 'next-state'}, ${['mix0', 'mix1', 'mix2', 'mix1'][at] ?? ''}, 'local',
        '', 'nd@1', 'exact@1', '{}', 1, '', '', 1, 1, 1)`)
  }
}

/** A store in memory that holds the drawn traces as a recording, a sampling and a person would have left them. */
export function filledStore(traces: readonly DrawnTrace[]): WritableDb {
  const db = connect(':memory:', { readonly: false })
  runMigrations(db)
  db.run(sql`INSERT INTO job (id, kind, state, title, input_json, done, text, owner_pid, owner_started_at, created_at)
    VALUES ('k_1', 'sample', 'running', '', 'null', 0, '', 1, 1, 1)`)
  addRuns(db)
  const filler = new Filler(db)
  for (const [index, drawn] of traces.entries()) filler.trace(drawn, index)
  db.exec(EXTENTS_OF_BINDINGS)
  return db
}
