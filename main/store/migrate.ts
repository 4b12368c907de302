import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { connect, type WritableDb } from './database.ts'
import { toServiceError } from './errors.ts'
import { MIGRATIONS, SCHEMA_VERSION } from './migrations/list.ts'

const BACKUPS_KEPT = 3
/** Room that stays free beside the copy and the rewritten pages. */
const RESERVE_BYTES = 64 * 1024 * 1024

export function schemaVersionOf(db: WritableDb): number {
  return Number(db.pragma('user_version'))
}

/** Runs every pending step up to `target`, each in a transaction that also raises `user_version`. */
export function runMigrations(db: WritableDb, target: number = SCHEMA_VERSION): void {
  for (const [index, migration] of MIGRATIONS.slice(0, target).entries()) {
    db.transaction(() => {
      // Looked up inside the transaction: another process may have run the step while we waited.
      if (schemaVersionOf(db) !== index) return
      db.exec(migration.sql)
      db.pragma(`user_version = ${index + 1}`)
    })
  }
}

function requireRoom(path: string): void {
  const needed = 2 * statSync(path).size + RESERVE_BYTES
  const disk = statfsSync(dirname(path))
  const free = disk.bavail * disk.bsize
  if (free >= needed) return
  throw new ServiceError(
    'unavailable',
    `Upgrading ${path} needs ${Math.ceil(needed / 1e6)} MB of free disk space for a backup and the new pages, but only ${Math.floor(free / 1e6)} MB are free; make room and try again.`,
  )
}

function backupsOf(path: string): string[] {
  const prefix = `${basename(path)}.backup-`
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(dirname(path), name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs || a.localeCompare(b))
}

/** Also makes the copy one file by itself, which a restore then simply puts in place. */
function requireSound(path: string): void {
  const copy = connect(path, { readonly: false })
  try {
    copy.pragma('journal_mode = DELETE')
    const answer = copy.pragma('quick_check(1)')
    if (answer !== 'ok') throw new Error(String(answer))
  } finally {
    copy.close()
  }
}

/** A verified copy of the file as it is now; only the newest three are kept. */
async function backUp(db: WritableDb, version: number): Promise<string> {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('.', '-')
  const destination = `${db.path}.backup-v${version}-${stamp}`
  await db.backup(destination)
  requireSound(destination)
  for (const old of backupsOf(db.path).slice(0, -BACKUPS_KEPT)) rmSync(old)
  return destination
}

/** Brings an existing file to this build's schema; a backup is made and checked first. */
export async function upgrade(db: WritableDb): Promise<void> {
  const version = schemaVersionOf(db)
  if (version >= SCHEMA_VERSION) return
  let backup: string | null = null
  try {
    requireRoom(db.path)
    backup = await backUp(db, version)
    runMigrations(db)
  } catch (error) {
    const { message } = toServiceError(error, db.path)
    const kept = backup === null ? '' : ` A backup is at ${backup}.`
    throw new ServiceError(
      'unavailable',
      `Upgrading the workspace from format ${version} to ${SCHEMA_VERSION} failed, and it stays as it was: ${message}${kept}`,
    )
  }
}
