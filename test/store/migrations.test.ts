import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type WritableDb } from '../../main/store/database.ts'
import { runMigrations, schemaVersionOf } from '../../main/store/migrate.ts'
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from '../../main/store/migrations/list.ts'
import { openWorkspace, schemaTexts } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import { temporaryFolder } from './folders.ts'

const GOLDEN = join(import.meta.dirname, 'schema.sql')

/** Rows of every table a file of that version has, written as its own version would have. */
const ROWS: readonly string[] = [
  `INSERT INTO program VALUES (1, 'p_1', 'one', 'x = 1', 'sha', NULL, NULL);
   INSERT INTO value (value_key, hash, text, size, type) VALUES (1, x'00', '1.5', 3, 'float');
   INSERT INTO name VALUES (1, 'x');
   INSERT INTO trace (trace_key, id, program_key, state, engine, sandbox, python_version,
     tracer_version, max_steps, timeout_seconds, recorded_at, events, depth, exit, stop_reason, functions)
   VALUES (1, 't_1', 1, 'recorded', 'pyodide', 'deno', '3.14', '1', 10, 1.5, 5, 2, 1, 'normal', 'ended', 'f');
   INSERT INTO code VALUES (1, 1, 'f', 'f', 'a.py', 1);
   INSERT INTO activation VALUES (1, 0, 0, 1, 1, 0, 1);
   INSERT INTO node (trace_key, seq, close_seq, parent_seq, depth, activation, kind, line, flags, arg_value_key)
   VALUES (1, 0, 0, -1, 1, 0, 0, 1, 0, NULL), (1, 1, 1, -1, 1, 0, 2, 1, 0, 1);
   INSERT INTO binding VALUES (1, 0, 0, 1, 1, 1);
   INSERT INTO output VALUES (1, 0, -1, 'stdout', 'hi');`,
  `INSERT INTO trajectory (trajectory_key, id, trace_key, policy, seed, ordinal, direction, scope_open,
     scope_close, start_seq, start_duplicate, step_count, exit, resampled)
   VALUES (1, 'j_1', 1, 'mix', 3, 0, 'forward', 0, 1, 0, 0, 1, NULL, 0);
   INSERT INTO step VALUES (1, 0, 'step_into', NULL, 1, 0);`,
  `INSERT INTO label_act (trajectory_key, step, class, at) VALUES (1, 0, 'wrong_line', 9);
   INSERT INTO export (id, format, codec, directory, filter, rows, files_json, created_at)
   VALUES ('x_1', 'jsonl', 'nd@1', '/out', '', 1, '[]', 7);`,
  `INSERT INTO job (id, kind, state, title, input_json, done, text, owner_pid, owner_started_at, created_at)
   VALUES ('k_1', 'record', 'done', 'Record', '{}', 1, 'Done', 1, 1, 1);`,
  `INSERT INTO setting VALUES ('consent', '{}');
   UPDATE value SET digest = '00ff';
   INSERT INTO options VALUES (1, '{}');
   UPDATE trace SET options_key = 1, imported = 'jsonl', determinism = '{"verdict":"same"}';
   UPDATE node SET aliases = '[0,0,1,0]' WHERE seq = 1;`,
  `INSERT INTO source VALUES (1, 'sha', 'x = 1');
   INSERT INTO trace_file VALUES (1, 0, 'a.py', 1);
   UPDATE trace SET project_sha256 = 'sha';`,
  // Two steps that add no table.
  '',
  '',
  `INSERT INTO value_first VALUES (1, 1, 0, 0, 1);
   INSERT INTO name_first VALUES (1, 1, 0, 0, 1);`,
  '',
  'INSERT INTO variable_extent VALUES (1, 1, 1.5, 1.5, 3);',
  `INSERT INTO run (run_key, id, state, suite, engine, engine_kind, identity, mark, codec, scorer,
     settings_json, seed, query, set_sha256, trajectories, steps, done, job_key, created_at, ended_at)
   VALUES (1, 'r_1', 'done', 'next-state', 'copy', 'baseline', 'copy@1', 'baseline',
     'nd@1', '1', '{}', 0, '', 'sha', 1, 1, 1, NULL, 1, 2);
   INSERT INTO run_trajectory VALUES (1, 0, 1, 1);
   INSERT INTO prediction (run_key, trace_key, trajectory_key, step, from_seq, from_duplicate, direction,
     action, horizon, seed, text, finish, verdict, event, reasons, differences_json, line_ambiguous, ms,
     predicted_at)
   VALUES (1, 1, 1, 0, 0, 0, 'forward', 'step_into', 1, 0, 'x', 'stop', 'match', 'match', '', '[]', 0,
     1.5, 3);`,
  `INSERT INTO policy VALUES (1, 'sha', '{}');`,
  `INSERT INTO step_prediction VALUES (1, 's_1', 1, 1, '{}', '"x"', 'stop', NULL, NULL, 'match', NULL, 1.5, 3);`,
]

const open: WritableDb[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

function connectAt(path: string): WritableDb {
  const db = connect(path, { readonly: false })
  open.push(db)
  return db
}

/** A file as version `version` left it, with rows in every table. */
function fileOfVersion(version: number): string {
  const path = join(temporaryFolder(), 'old.ndw')
  const db = connect(path, { readonly: false })
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma('journal_mode = WAL')
  runMigrations(db, version)
  for (const rows of ROWS.slice(0, version)) db.exec(rows)
  db.close()
  return path
}

/** Everything in the tables of the first `version` steps, by the columns those had. */
function contents(db: WritableDb, columns: ReadonlyMap<string, string>): Record<string, unknown[]> {
  const all: Record<string, unknown[]> = {}
  for (const [table, list] of columns) {
    all[table] = db.all({ text: `SELECT ${list} FROM ${table} ORDER BY 1, 2`, parameters: [] })
  }
  return all
}

function columnsOf(db: WritableDb): Map<string, string> {
  const found = db.all<{ name: string; columns: string }>(
    sql`SELECT t.name, group_concat('"' || c.name || '"') AS columns
      FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
        -- Indexes of words are tables of SQLite's own.
        AND t.name IN (SELECT name FROM pragma_table_list WHERE type = 'table') GROUP BY t.name`,
  )
  return new Map(found.map((row) => [row.name, row.columns]))
}

describe('the schema', () => {
  it('is the one in schema.sql (UPDATE_SCHEMA=1 writes it anew)', () => {
    const db = connectAt(':memory:')
    runMigrations(db)
    const text = `${schemaTexts(db).join(';\n\n')};\n`
    if (process.env.UPDATE_SCHEMA === '1' || !existsSync(GOLDEN)) writeFileSync(GOLDEN, text)
    expect(text).toBe(readFileSync(GOLDEN, 'utf8'))
  })

  it('has a file for each step, in order and without gaps', () => {
    const folder = join(import.meta.dirname, '../../main/store/migrations')
    const files = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
    expect(files).toEqual(MIGRATIONS.map((migration) => `${migration.name}.ts`))
    expect(MIGRATIONS.map((migration) => Number(migration.name.slice(0, 4)))).toEqual(
      MIGRATIONS.map((_, index) => index + 1),
    )
  })
})

describe('each migration', () => {
  for (let version = 1; version < SCHEMA_VERSION; version++) {
    it(`keeps what a file of format ${version} holds, step by step`, () => {
      const path = fileOfVersion(version)
      const db = connectAt(path)
      const columns = columnsOf(db)
      const before = contents(db, columns)
      expect(Object.keys(before).length).toBeGreaterThan(0)
      expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true)
      runMigrations(db, version + 1)
      expect(schemaVersionOf(db)).toBe(version + 1)
      expect(contents(db, columns)).toEqual(before)
      expect(db.pragma('integrity_check')).toBe('ok')
      expect(db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([])
    })

    it(`from format ${version} to the newest leaves a file whose rows are read, and a backup`, async () => {
      const path = fileOfVersion(version)
      const workspace = await openWorkspace(path)
      if (workspace.kind !== 'writable') throw new Error(workspace.reason)
      open.push(workspace.db)
      expect(schemaVersionOf(workspace.db)).toBe(SCHEMA_VERSION)
      const events = reads.traceEvents(workspace.db, { trace: 't_1', offset: 0, limit: 10 })
      const digest = version >= 5 ? { digest: '00ff' } : {}
      expect(events.rows.map((row) => [row.kind, row.locals])).toEqual([
        ['call', []],
        ['return', [['x', { text: '1.5', size: 3, type: 'float', ...digest }]]],
      ])
      expect(reads.trajectoryCount(workspace.db, { where: '' })).toBe(version >= 2 ? 1 : 0)
      expect(reads.trajectoryCount(workspace.db, { where: '"wrong_line" in labels' })).toBe(
        version >= 3 ? 1 : 0,
      )
      const backups = readdirSync(join(path, '..')).filter((name) => name.includes('.backup-'))
      expect(backups).toHaveLength(1)
      const backup = connectAt(join(path, '..', backups[0] ?? ''))
      expect(schemaVersionOf(backup)).toBe(version)
    })
  }

  it('makes whole numbers their own keys, and every state stays what it was', () => {
    const path = fileOfVersion(5)
    const old = connectAt(path)
    const texts = [
      '0',
      '1',
      '-1',
      '999999999999999',
      '-999999999999999',
      '1000000000000000',
      '-0',
      '01',
    ]
    old.exec('DELETE FROM binding')
    for (const [index, text] of texts.entries()) {
      const key = index + 10
      old
        .prepare("INSERT INTO value VALUES (?, ?, ?, ?, 'int', NULL)")
        .run(key, Buffer.from([key]), text, text.length)
      old.prepare('INSERT INTO name VALUES (?, ?)').run(key, `n${index}`)
      old.prepare('INSERT INTO binding VALUES (1, 0, ?, 1, ?, ?)').run(index, key, key)
    }
    old.exec(
      'UPDATE node SET arg_value_key = 12 WHERE seq = 1; UPDATE trace SET result_value_key = 11',
    )
    runMigrations(old)
    const { rows } = reads.traceEvents(old, { trace: 't_1', offset: 1, limit: 1 })
    expect(rows[0]?.arg).toEqual({ text: '-1', size: 2, type: 'int' })
    expect(rows[0]?.locals.map(([, { text, size, type }]) => [text, size, type])).toEqual(
      texts.map((text) => [text, text.length, 'int']),
    )
    expect(reads.traceGet(old, { trace: 't_1' }).result?.text).toBe('1')
    const left = old.all<{ text: string }>(sql`SELECT text FROM value WHERE type = 'int'`)
    expect(left.map(({ text }) => text)).toEqual(['1', '1000000000000000', '-0', '01'])
  })

  it('finds how far the values of each variable reach', () => {
    const old = connectAt(fileOfVersion(10))
    old.exec('DELETE FROM binding')
    const values = [
      [20, '-2.5', 4, 'float'],
      [21, 'nan', 3, 'float'],
      [22, "'abcdefgh'", 10, 'str'],
      [23, '1000000000000000000', 19, 'int'],
      [24, "'ab", 9000, 'str'],
    ]
    for (const [key, text, size, type] of values) {
      old
        .prepare('INSERT INTO value (value_key, hash, text, size, type) VALUES (?, ?, ?, ?, ?)')
        .run(key, Buffer.from([Number(key)]), text, size, type)
    }
    old.exec("INSERT INTO name VALUES (2, 'y'), (3, 'z')")
    // x: 3, -12, -2.5, gone; y: nan, a text; z: a large number, a long text.
    const bindings = [
      [0, 1, -7],
      [1, 1, -24],
      [2, 1, 20],
      [3, 1, null],
      [4, 2, 21],
      [5, 2, 22],
      [6, 3, 23],
      [7, 3, 24],
    ]
    for (const [seq, name, value] of bindings) {
      old.prepare('INSERT INTO binding VALUES (1, 0, ?, ?, ?, ?)').run(name, seq, name, value)
    }
    runMigrations(old)
    const found = old.all(
      sql`SELECT name_key, least, most, size FROM variable_extent ORDER BY name_key`,
    )
    expect(found).toEqual([
      { name_key: 1, least: -12, most: 3, size: 4 },
      { name_key: 2, least: null, most: null, size: 10 },
      { name_key: 3, least: 1e18, most: 1e18, size: 9000 },
    ])
    expect(old.get(sql`SELECT value_size FROM trace`)).toEqual({ value_size: 9000 })
  })

  it('is undone as a whole when it fails', () => {
    const path = fileOfVersion(1)
    const db = connectAt(path)
    // A table in the way of the last statement but one of the step.
    db.exec('CREATE TABLE step (x)')
    expect(() => runMigrations(db)).toThrow(/step/)
    expect(schemaVersionOf(db)).toBe(1)
    expect(columnsOf(db).has('trajectory')).toBe(false)
  })
})

describe('backups', () => {
  it('keep the newest three', async () => {
    const path = fileOfVersion(2)
    const folder = join(path, '..')
    for (const name of ['a', 'b', 'c']) writeFileSync(`${path}.backup-${name}`, name)
    const workspace = await openWorkspace(path)
    if (workspace.kind !== 'writable') throw new Error(workspace.reason)
    open.push(workspace.db)
    const kept = readdirSync(folder).filter((name) => name.includes('.backup-'))
    expect(kept).toHaveLength(3)
    expect(kept.some((name) => name.includes('.backup-v2-'))).toBe(true)
  })
})
