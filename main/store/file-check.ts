import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { toServiceError } from './errors.ts'
import { makeFolders } from './make-folders.ts'
import { APPLICATION_ID } from './migrations/list.ts'

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const APPLICATION_ID_OFFSET = 68

function refuse(message: string): never {
  throw new ServiceError('unavailable', message)
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

/** Refuses a file that is not one of ours, by its first bytes alone and without touching it. */
export function requireOwnFile(path: string): void {
  if (statSync(path).isDirectory()) {
    refuse(`${path} is a folder, not a workspace file; name a file in it instead.`)
  }
  const header = readHeader(path)
  if (header.length === 0) {
    refuse(
      `${path} is an empty file, not a workspace; delete it to start a new one there, or choose another place.`,
    )
  }
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    refuse(
      `${path} is not a workspace of the Neural Debugger Workbench (it is no SQLite file, or an encrypted or damaged one); choose another file or restore a backup.`,
    )
  }
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    refuse(
      `${path} is a database of another program, not a workspace of the Neural Debugger Workbench; choose another file.`,
    )
  }
}

/** Makes the folder a new file goes into, or refuses in words. */
export function ensureFolder(path: string): void {
  const folder = dirname(path)
  try {
    makeFolders(folder)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      refuse(`The folder ${folder} for the workspace cannot be made: a file is in its way.`)
    }
    if (code === 'ENOENT') {
      refuse(`The folder ${folder} for the workspace cannot be made: no folders can be made there.`)
    }
    throw toServiceError(error, folder)
  }
  if (existsSync(`${path}-wal`)) {
    refuse(
      `${path}-wal is there without its workspace file ${path}; put the file back or move the -wal file away.`,
    )
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** What of an existing file cannot be written, in words, or null when all of it can. */
export function unwritablePart(path: string): string | null {
  const folder = dirname(path)
  if (!mayWrite(folder)) return `its folder ${folder} is read-only`
  if (!mayWrite(path)) return 'the file is read-only'
  return null
}

/**
 * What tells whether the file at a path is still the one that is there now: the function it gives refuses, in words,
 * once that was removed or another was put in its place. What is written to an open file without a name is lost.
 */
export function fileGuard(path: string): () => void {
  const identity = (): string | null => {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return found === undefined ? null : `${found.dev} ${found.ino}`
  }
  const opened = identity()
  return () => {
    const now = identity()
    if (now === opened) return
    const what = now === null ? 'was removed' : 'was replaced by another'
    refuse(
      `The workspace file ${path} ${what} while it was open, so nothing of this was written; put it back, or start the workbench again with the file that is to be used.`,
    )
  }
}
