import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { connect, type ReadableDb, type WritableDb } from './database.ts'
import { damagedError, toServiceError } from './errors.ts'
import { ensureFolder, requireOwnFile, unwritablePart } from './file-check.ts'
import { runMigrations, schemaVersionOf, upgrade } from './migrate.ts'
import { APPLICATION_ID, SCHEMA_VERSION } from './migrations/list.ts'

/** Older builds can corrupt a file under write-ahead logging (reliability.md (a)). */
const SQLITE_FLOOR = [3, 51, 3] as const

/** Files up to this size are checked page by page whenever they are opened. */
const CHECKED_BYTES = 64 * 1024 * 1024

/** A workspace that can be worked on, or one that can only be looked at and why. */
export type Workspace =
  | { readonly kind: 'writable'; readonly path: string; readonly db: WritableDb }
  | {
      readonly kind: 'read-only'
      /** The file to read, which may be a copy. */
      readonly path: string
      readonly reason: string
      /** Folder of the copy, to be removed in the end; null when the file itself is read. */
      readonly temporaryFolder: string | null
    }

function requireSqlite(db: ReadableDb): void {
  const { version } = db.get<{ version: string }>({
    text: 'SELECT sqlite_version() AS version',
    parameters: [],
  }) ?? { version: '0.0.0' }
  const parts = version.split('.').map(Number)
  const firstDifference = SQLITE_FLOOR.findIndex((least, index) => parts[index] !== least)
  if (firstDifference < 0) return
  if ((parts[firstDifference] ?? 0) > (SQLITE_FLOOR[firstDifference] ?? 0)) return
  throw new ServiceError(
    'unavailable',
    `This build carries SQLite ${version}, but ${SQLITE_FLOOR.join('.')} or newer is needed; install the workbench's packages again.`,
  )
}

/** The settings of reliability.md (d), in its order. */
function setPragmas(db: WritableDb): void {
  const mode = db.pragma('journal_mode = WAL')
  if (mode !== 'wal') {
    throw new ServiceError(
      'unavailable',
      `The disk that holds ${db.path} does not support write-ahead logging, as network disks do not; keep the workspace on a local disk.`,
    )
  }
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  db.pragma('mmap_size = 0')
  db.pragma('wal_autocheckpoint = 1000')
  db.pragma('journal_size_limit = 67108864')
  db.pragma('temp_store = MEMORY')
  db.pragma('checkpoint_fullfsync = ON')
  // 64 MiB: the index over value hashes is hit at random.
  db.pragma('cache_size = -65536')
}

/** Built under another name and linked into place, so that a workspace is never there half made. */
function createFile(path: string): void {
  ensureFolder(path)
  const draft = `${path}.new-${process.pid}`
  rmSync(draft, { force: true })
  try {
    const db = connect(draft, { readonly: false })
    try {
      requireSqlite(db)
      db.pragma(`application_id = ${APPLICATION_ID}`)
      setPragmas(db)
      runMigrations(db)
    } finally {
      db.close()
    }
    moveIntoPlace(draft, path)
  } catch (error) {
    throw toServiceError(error, path)
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true })
  }
}

function moveIntoPlace(draft: string, path: string): void {
  try {
    // Unlike a rename, a link never replaces the file of a process that was faster.
    linkSync(draft, path)
    unlinkSync(draft)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    renameSync(draft, path)
  }
}

/** The schema as SQLite keeps it: one text a table, index and view, in order. */
export function schemaTexts(db: ReadableDb): string[] {
  return db
    .all<{ sql: string }>({
      text: `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        ORDER BY type DESC, name`,
      parameters: [],
    })
    .map((record) => record.sql)
}

function expectedSchema(): string[] {
  const model = connect(':memory:', { readonly: false })
  runMigrations(model)
  const texts = schemaTexts(model)
  model.close()
  return texts
}

/** Refuses a file whose pages or tables are not as we wrote them. */
function requireSound(db: WritableDb): void {
  if (statSync(db.path).size <= CHECKED_BYTES) {
    const answer = db.pragma('quick_check(1)')
    if (answer !== 'ok') throw damagedError(db.path, String(answer).replace(/\s+/g, ' '))
  }
  if (schemaTexts(db).join('\n') !== expectedSchema().join('\n')) {
    throw damagedError(db.path, 'its tables are not those of a workspace')
  }
}

/** Format of the file, read without changing a byte of it. */
function peekVersion(path: string): number {
  const db = connect(path, { readonly: true })
  try {
    requireSqlite(db)
    return schemaVersionOf(db)
  } finally {
    db.close()
  }
}

function newerReason(path: string, version: number): string {
  return `The workspace ${path} has format ${version}, written by a newer version of the workbench; this version writes format ${SCHEMA_VERSION}, so the workspace is open for reading only. Update the workbench to change it.`
}

async function openExisting(path: string): Promise<Workspace> {
  const version = peekVersion(path)
  if (version > SCHEMA_VERSION) {
    return {
      kind: 'read-only',
      path,
      reason: newerReason(path, version),
      temporaryFolder: null,
    }
  }
  if (version < 1) throw damagedError(path, 'it has no tables yet')
  const db = connect(path, { readonly: false })
  try {
    setPragmas(db)
    await upgrade(db)
    requireSound(db)
    return { kind: 'writable', path, db }
  } catch (error) {
    db.close()
    throw error
  }
}

/** A copy in a temporary folder, as SQLite cannot even read a workspace where it may not write beside it. */
async function openCopy(path: string, why: string): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), 'ndw-copy-'))
  try {
    const copy = join(folder, basename(path))
    copyFileSync(path, copy)
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
    const opened = await openExisting(copy)
    if (opened.kind === 'writable') opened.db.close()
    const reason =
      opened.kind === 'read-only'
        ? opened.reason.replaceAll(copy, path)
        : `The workspace ${path} cannot be written (${why}), so a copy of it is open for reading only; copy it to a folder of yours to work on it.`
    return { kind: 'read-only', path: copy, reason, temporaryFolder: folder }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/**
 * Opens the workspace at an absolute path, making it when there is none. An older format is upgraded after a backup;
 * a newer one, and one in a read-only place, can be looked at; anything else that is not a sound workspace is
 * refused with a ServiceError of one sentence, its bytes untouched.
 */
export async function openWorkspace(path: string): Promise<Workspace> {
  try {
    if (!existsSync(path)) createFile(path)
    requireOwnFile(path)
    const why = unwritablePart(path)
    return why === null ? await openExisting(path) : await openCopy(path, why)
  } catch (error) {
    throw toServiceError(error, path)
  }
}

/** A connection for reads, on a workspace that was opened before. Throws a ServiceError. */
export function openReader(path: string): ReadableDb {
  try {
    const db = connect(path, { readonly: true })
    db.pragma('query_only = ON')
    db.pragma('trusted_schema = OFF')
    db.pragma('cell_size_check = ON')
    db.pragma('mmap_size = 0')
    db.pragma('temp_store = MEMORY')
    return db
  } catch (error) {
    throw toServiceError(error, path)
  }
}
