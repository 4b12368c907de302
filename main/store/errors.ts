import { ServiceError } from '../../shared/rpc/wire.ts'

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether SQLite says the file is not what it wrote. */
export function isDamage(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_CORRUPT') || codeOf(error) === 'SQLITE_NOTADB'
}

/** The sentence for a file whose contents are damaged; `detail` is SQLite's own finding. */
export function damagedError(path: string, detail: string): ServiceError {
  return new ServiceError(
    'unavailable',
    `The workspace file ${path} is damaged (${detail}); move it and its -wal and -shm files aside, then put a backup (${path}.backup-…) in its place or start with a new file.`,
  )
}

const PROBLEMS: readonly (readonly [prefix: string, tell: (path: string) => string])[] = [
  [
    'SQLITE_FULL',
    (path) =>
      `The disk that holds ${path} is full, so nothing of this was written; free some space and try again.`,
  ],
  [
    'SQLITE_BUSY',
    (path) =>
      `Another process is writing to ${path} and did not finish within 5 seconds; try again when it is done.`,
  ],
  [
    'SQLITE_READONLY',
    (path) => `The workspace file ${path} cannot be written; check its permissions.`,
  ],
  ['SQLITE_CANTOPEN', (path) => `The workspace file ${path} cannot be opened; check its folder.`],
  ['SQLITE_PERM', (path) => `The workspace file ${path} may not be opened; check its permissions.`],
  [
    'SQLITE_IOERR',
    (path) => `Reading or writing ${path} failed on the disk; check the disk and try again.`,
  ],
  ['ENOSPC', (path) => `The disk that holds ${path} is full; free some space and try again.`],
  ['EACCES', (path) => `${path} may not be written; check the permissions of its folder.`],
  ['EROFS', (path) => `${path} is on a read-only disk; choose another place.`],
]

/** Any failure of the driver or the file system as one plain sentence; a ServiceError stays as it is. */
export function toServiceError(error: unknown, path: string): ServiceError {
  if (error instanceof ServiceError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (isDamage(error)) return damagedError(path, message)
  const code = codeOf(error)
  const problem = PROBLEMS.find(([prefix]) => code.startsWith(prefix))
  if (problem !== undefined) return new ServiceError('unavailable', problem[1](path))
  return new ServiceError('failed', `The workspace ${path} failed inside: ${message}`)
}
