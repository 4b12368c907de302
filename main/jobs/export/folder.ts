import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { ExportRequest } from '../../../shared/contract/exports.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { makeFolders } from '../../store/make-folders.ts'
import type { Store } from '../../store/store.ts'

/** Where a job writes before its folder has its final name: beside it, so that the rename is one step. */
function partialPath(directory: string, jobId: string): string {
  return join(dirname(directory), `.${basename(directory)}.partial-${jobId}`)
}

/** Refuses a target that holds anything: an export never mixes with what was there. */
export async function checkTarget(directory: string): Promise<void> {
  if (!isAbsolute(directory)) {
    throw new ServiceError('bad-input', `${directory} is not an absolute path.`)
  }
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') {
      throw new ServiceError(
        'conflict',
        `${directory} is a file or lies below one; an export needs a folder.`,
      )
    }
    throw fileError(directory, error)
  })
  if (entries.length > 0) {
    throw new ServiceError(
      'conflict',
      `The folder ${directory} is not empty; choose a new or an empty one.`,
    )
  }
}

/** Makes the hidden folder of an export and answers with its path. */
export async function makePartial(directory: string, jobId: string): Promise<string> {
  await checkTarget(directory)
  const path = partialPath(directory, jobId)
  try {
    makeFolders(dirname(directory))
    await mkdir(path)
  } catch (error) {
    throw fileError(directory, error as NodeJS.ErrnoException)
  }
  return path
}

/** Gives the finished folder its name; afterwards both it and the name are on the disk. */
export async function publish(partial: string, directory: string): Promise<void> {
  try {
    await syncFolder(partial)
    // Only an empty folder can be here: anything else was refused, or appeared since and makes this fail.
    await rmdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(partial, directory)
    await syncFolder(dirname(directory))
  } catch (error) {
    throw fileError(directory, error as NodeJS.ErrnoException)
  }
}

export async function removePartial(partial: string): Promise<void> {
  await rm(partial, { recursive: true, force: true })
}

/** Removes what an export job that never ended left beside its target. */
export async function sweepPartialExports(store: Store, jobId: string): Promise<void> {
  const { kind, input } = await store.read('jobInput', { job: jobId })
  const request = ExportRequest.safeParse(input)
  if (kind !== 'export' || !request.success) return
  await removePartial(partialPath(request.data.directory, jobId))
}

/** A file operation's failure as one sentence that names the place. */
export function fileError(path: string, error: NodeJS.ErrnoException): ServiceError {
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full; free some space or choose another place',
    EDQUOT: 'the disk quota is used up; free some space or choose another place',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'the place is read-only',
    ENOTDIR: 'a part of the path is a file',
    ENOENT: 'the place takes no new folders',
    ENOTEMPTY: 'something else was written there meanwhile',
  }
  const reason = reasons[error.code ?? ''] ?? error.message
  return new ServiceError('failed', `${path} cannot be written: ${reason}.`)
}

/** Folders cannot be opened for syncing everywhere (Windows); there the rename alone must do. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null)
  if (handle === null) return
  try {
    await handle.sync()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EINVAL' && code !== 'EPERM') throw error
  } finally {
    await handle.close()
  }
}
