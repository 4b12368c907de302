import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '../../../shared/base/words.ts'
import { quoted, refuse } from '../refuse.ts'
import type { FileStamp } from './types.ts'

/** The folder without links; a refusal where there is none. */
export async function openFolder(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real === null) return refuse(`There is no folder ${path}.`)
  const about = await stat(real)
  if (!about.isDirectory()) refuse(`${path} is no folder; name the folder of the model.`)
  return real
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ELOOP: 'it is a link',
}

/** A file of the folder, open to be read. */
export interface ModelFile {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly stamp: FileStamp
  readonly handle: FileHandle
}

/**
 * Opens a file of the folder by its name: a regular file with no other name, which is no link, so that what is read is
 * of this folder and of no other place. Null where there is none such.
 */
export async function openFile(
  folder: string,
  name: string,
  largest: number,
): Promise<ModelFile | null> {
  const path = join(folder, name)
  const about = await lstat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? null : refuse(`${quoted(name)} cannot be read: ${reasonOf(error)}.`),
  )
  if (about === null) return null
  const shown = quoted(name).slice(1, -1)
  if (about.isSymbolicLink()) {
    refuse(`${shown} is a link; copy the file itself into the folder (cp -L).`)
  }
  if (!about.isFile()) refuse(`${shown} is no regular file.`)
  // Not to wait for the other end, if it has become a pipe meanwhile.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) =>
    refuse(`${shown} cannot be read: ${reasonOf(error)}.`),
  )
  try {
    const opened = await handle.stat()
    const { size, nlink } = opened
    if (!opened.isFile()) refuse(`${shown} is no regular file.`)
    if (nlink > 1) {
      refuse(
        `${shown} has another name somewhere else (a hard link); copy the file itself into the folder.`,
      )
    }
    if (size > largest) {
      refuse(`${shown} has ${formatBytes(size)}; at most ${formatBytes(largest)} are read.`)
    }
    return { name, path, size, stamp: await stampOf(path), handle }
  } catch (error) {
    await handle.close()
    throw error
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return REASONS[error.code ?? ''] ?? error.message
}

/** What tells whether the file of this path is another now; of one that is not there, that it is not. */
export async function stampOf(path: string): Promise<FileStamp> {
  const about = await lstat(path, { bigint: true }).catch(() => null)
  if (about === null) return { path, size: 0, stamp: 'absent' }
  const { dev, ino, size, mtimeNs, ctimeNs } = about
  return { path, size: Number(size), stamp: [dev, ino, mtimeNs, ctimeNs].join(':') }
}

/** The first of the files that is another than it was; null where all are the same. */
export async function changedFile(files: readonly FileStamp[]): Promise<string | null> {
  for (const file of files) {
    const now = await stampOf(file.path)
    if (now.size !== file.size || now.stamp !== file.stamp) return file.path
  }
  return null
}

const PIECE = 1_048_576
/** Checksums of files that have not changed since; a few bytes each. */
const KNOWN = new Map<string, string>()
const MOST_KNOWN = 1000

/** SHA-256 of the file, read piece by piece once for as long as it does not change. */
export async function checksumOf({ handle, size, stamp }: ModelFile): Promise<string> {
  const key = JSON.stringify([stamp.path, stamp.size, stamp.stamp])
  const known = KNOWN.get(key)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(Math.min(PIECE, size))
  for (let at = 0; at < size; ) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, size - at), at)
    if (bytesRead === 0) break
    hash.update(piece.subarray(0, bytesRead))
    at += bytesRead
  }
  const checksum = hash.digest('hex')
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  KNOWN.set(key, checksum)
  return checksum
}

/** All bytes of a small file. */
export async function bytesOf({ handle, size }: ModelFile): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size)
  const { bytesRead } = await handle.read(bytes, 0, size, 0)
  return bytes.subarray(0, bytesRead)
}
