import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { connect } from '../../../main/store/database.ts'
import { runMigrations } from '../../../main/store/migrate.ts'
import { EXTENTS_OF_BINDINGS } from '../../../main/store/migrations/0011-extents.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from '../../../main/store/migrations/list.ts'
import { addQueryFunctions } from '../../../main/store/query/functions.ts'
import { createPrng, type Prng } from '../../../shared/base/prng.ts'
import { FAILURE_CLASSES } from '../../../shared/corpus/failure-classes.ts'
import { FORWARD_ACTIONS } from '../../../shared/trajectory/types.ts'
import { actOut, CODES, FIRST_LINES, type Shape, sourceOf } from './made-program.ts'
import type { MadeTrace } from './made-trace.ts'
import { StoreFiller } from './store-filler.ts'

/** To be raised whenever the same numbers make other rows. */
const VERSION = 1
/** With room to spare; a bench must never fill a disk. */
const BYTES_PER_TRACE = 40_000
const MOST_BYTES = 12_000_000_000

export interface Sizes {
  readonly traces: number
  /** Events of the one long trace. */
  readonly long: number
  /** Nodes of the one trace that is a deep tree of calls. */
  readonly tree: number
}

export interface BigStore {
  readonly path: string
  readonly nodes: number
  readonly bindings: number
  readonly values: number
  readonly trajectories: number
  readonly seconds: number
  readonly bytes: number
}

/** The long traces keep their share of a smaller store. */
export function sizesFor(traces: number): Sizes {
  const whole = traces >= 100_000
  return { traces, long: whole ? 1_000_000 : traces * 10, tree: whole ? 100_000 : traces }
}

/** Ids of the two traces that are not like the others. */
export const LONG = 't_long'
export const TREE = 't_tree'

function requireRoom(folder: string, { traces }: Sizes): void {
  const needed = Math.min(MOST_BYTES, traces * BYTES_PER_TRACE + 200_000_000)
  const disk = statfsSync(folder)
  const free = disk.bavail * disk.bsize
  if (free >= needed) return
  throw new Error(
    `A store of ${traces.toLocaleString('en')} traces may take ${(needed / 1e9).toFixed(1)} GB, and only ${(free / 1e9).toFixed(1)} GB are free in ${folder}; make room, or ask for fewer with --traces.`,
  )
}

/** Where the store of this size is kept, which is under no version control, and what is known of it. */
export function keptStore(folder: string, { traces }: Sizes): { path: string; about: string } {
  const name = `store-v${VERSION}-${SCHEMA_VERSION}-${traces}`
  return { path: join(folder, `${name}.ndw`), about: join(folder, `${name}.json`) }
}

/** What an earlier run has built, or null. */
export function builtStore(folder: string, sizes: Sizes): BigStore | null {
  const { path, about } = keptStore(folder, sizes)
  if (!existsSync(path) || !existsSync(about)) return null
  return { ...(JSON.parse(readFileSync(about, 'utf8')) as BigStore), path }
}

/**
 * Builds the store of these sizes, the same rows each time, with the schema of this build and none of the writer's
 * care: nothing is safe until it is whole, and then it is put in its place.
 */
export function buildStore(folder: string, sizes: Sizes): BigStore {
  mkdirSync(folder, { recursive: true })
  requireRoom(folder, sizes)
  const started = performance.now()
  const { path, about } = keptStore(folder, sizes)
  const draft = `${path}.part`
  rmSync(draft, { force: true })
  const empty = connect(draft, { readonly: false })
  empty.pragma(`application_id = ${APPLICATION_ID}`)
  runMigrations(empty)
  empty.close()
  const db = new Sqlite(draft)
  addQueryFunctions(db)
  for (const setting of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = OFF']) {
    db.pragma(setting)
  }
  for (const setting of ['cache_size = -1000000', 'temp_store = MEMORY']) db.pragma(setting)
  new Builder(db, sizes).fill()
  db.pragma('journal_mode = WAL')
  const count = (table: string): number =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
  const bytes = Number(db.pragma('page_count', { simple: true })) * 4096
  const built = {
    path,
    nodes: count('node'),
    bindings: count('binding'),
    values: count('value'),
    trajectories: count('trajectory'),
    bytes,
    seconds: Math.round((performance.now() - started) / 1000),
  }
  db.close()
  renameSync(draft, path)
  writeFileSync(about, JSON.stringify(built))
  return built
}

class Builder {
  private readonly db: Sqlite.Database
  private readonly sizes: Sizes
  private readonly random: Prng
  private readonly filler: StoreFiller
  private readonly made: MadeTrace[] = []
  private readonly programs: number

  constructor(db: Sqlite.Database, sizes: Sizes) {
    this.db = db
    this.sizes = sizes
    this.random = createPrng('big store', VERSION)
    this.filler = new StoreFiller(db)
    this.programs = Math.max(20, Math.round(sizes.traces / 50))
  }

  fill(): void {
    this.db.transaction(() => this.keepPrograms())()
    const { traces } = this.sizes
    for (let from = 0; from < traces; from += 2000) {
      this.db.transaction(() => {
        for (let at = from; at < Math.min(from + 2000, traces); at++) this.addTrace(at)
      })()
    }
    this.db.transaction(() => this.db.exec(EXTENTS_OF_BINDINGS))()
    this.db.transaction(() => this.addTrajectories())()
  }

  /** Many short ones, some long, about 89 events each: what the two long traces leave of 10 million. */
  private shapeOf(program: number): Shape {
    if (program === this.programs) return this.longShape(this.sizes.long, 0)
    if (program === this.programs + 1) return this.longShape(this.sizes.tree, 14)
    const events = Math.round(25 + 68 * -Math.log(1 - this.random.nextFloat()))
    const raises = [1.5, 0.4, 0.1, 0, 0, 0, 0, 0][this.random.nextBelow(8)] as number
    const generates = this.random.nextBelow(5) === 0
    const recursion = this.random.nextBelow(6) === 0 ? 3 : 0
    return { events, raises, generates, recursion }
  }

  private longShape(events: number, recursion: number): Shape {
    return { events, raises: 0.001, generates: recursion > 0, recursion }
  }

  private keepPrograms(): void {
    const program = this.db.prepare('INSERT INTO program VALUES (?, ?, ?, ?, ?, NULL, ?)')
    const code = this.db.prepare('INSERT INTO code VALUES (NULL, ?, ?, ?, ?, ?)')
    for (let at = 0; at < this.programs + 2; at++) {
      const [key, name] = [at + 1, `program_${String(at).padStart(4, '0')}.py`]
      program.run(key, `p_${key}`, name, sourceOf(at), `sha ${at}`, at % 3 === 0 ? 'MIT' : null)
      const codes = CODES.map((text, index) =>
        Number(code.run(key, text, text, 'program.py', FIRST_LINES[index]).lastInsertRowid),
      )
      const trace = actOut(at, this.shapeOf(at), this.random)
      this.filler.keep(at, trace, codes)
      // Of the rows only their number is needed from here on.
      this.made.push({ ...trace, bindings: [], activations: [], values: [] })
    }
  }

  private addTrace(at: number): void {
    const { traces } = this.sizes
    const long = at === Math.floor(traces / 3)
    const tree = at === Math.floor((traces * 2) / 3)
    const made = long ? this.programs : tree ? this.programs + 1 : at % this.programs
    const { nodes, depth, exceptions, error, codes } = this.made[made] as MadeTrace
    const id = long ? LONG : tree ? TREE : `t_${at}`
    this.db
      .prepare(`INSERT INTO trace (trace_key, id, program_key, state, entry, engine, sandbox, python_version,
        tracer_version, max_steps, timeout_seconds, recorded_at, events, depth, exceptions, exit, stop_reason,
        error, result_value_key, functions, wall_ms)
        VALUES (?, ?, ?, 'recorded', 'main(9)', 'pyodide', 'deno', '3.14.2', '1.0.0', 1000000, 10, ?, ?, ?, ?,
        ?, 'ended', ?, 1, ?, ?)`)
      .run(
        ...[at + 1, id, made + 1, 1_700_000_000_000 + at, nodes.length, depth, exceptions],
        ...[error === null ? 'normal' : 'error', error],
        ...[codes.map((code) => CODES[code]).join('\n'), nodes.length / 50],
      )
    this.filler.copy(made, at + 1, Math.floor(at / this.programs))
  }

  /** Two to a trace, six actions each; of a hundred one has a label. */
  private addTrajectories(): void {
    const { db } = this
    db.exec(`INSERT INTO trajectory (trajectory_key, id, trace_key, policy, seed, ordinal, direction, scope_open,
        scope_close, start_seq, start_duplicate, step_count, exit, resampled)
      SELECT trace_key * 2 + n.value, 'j_' || trace_key || '_' || n.value, trace_key,
        CASE WHEN trace_key % 3 = 0 THEN 'uniform' ELSE 'paper-mix' END, 7, n.value,
        CASE WHEN (trace_key + n.value) % 5 = 0 THEN 'inverse' ELSE 'forward' END, 0, events - 1, 0, 0, 6,
        CASE WHEN trace_key % 4 = 0 THEN NULL ELSE 'normal' END, 0
      FROM trace, json_each('[0, 1]') AS n ORDER BY 1`)
    // A breakpoint would need its line.
    const plain = FORWARD_ACTIONS.filter((action) => action !== 'breakpoint')
    const actions = JSON.stringify(plain)
    db.prepare(`INSERT INTO step SELECT j.trajectory_key, n.value,
        json_extract(?, '$[' || ((j.trajectory_key + n.value) % ${plain.length}) || ']'), NULL,
        min(n.value * (1 + j.trajectory_key % 7), j.scope_close), 0
      FROM trajectory AS j, json_each('[0, 1, 2, 3, 4, 5]') AS n ORDER BY 1, 2`).run(actions)
    db.prepare(`INSERT INTO label_act (trajectory_key, step, class, at)
      SELECT trajectory_key, trajectory_key % 6, json_extract(?, '$[' || (trajectory_key / 100 % ${FAILURE_CLASSES.length}) || ']'), 1
      FROM trajectory WHERE trajectory_key % 100 = 0`).run(JSON.stringify(FAILURE_CLASSES))
  }
}
