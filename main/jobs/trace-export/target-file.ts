import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { TraceExportRequest } from '../../../shared/contract/trace-files.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { makeFolders } from '../../store/make-folders.ts'
import type { Store } from '../../store/store.ts'
import { fileError, syncFolder } from '../export/folder.ts'

/** Bytes gathered before they go to the disk. */
const BUFFER = 1 << 20

/** Where a job writes before its file has its final name: beside it, so that the rename is one step. */
function partialFile(path: string, jobId: string): string {
  return join(dirname(path), `.${basename(path)}.partial-${jobId}`)
}

/** Refuses a target that is there already: an export never takes the place of something else. */
export async function checkTargetFile(path: string): Promise<void> {
  if (!isAbsolute(path)) throw new ServiceError('bad-input', `${path} is not an absolute path.`)
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw fileError(path, error)
  })
  if (info === null) return
  const what = info.isDirectory() ? 'is a folder' : 'is there already'
  throw new ServiceError('conflict', `${path} ${what}; choose another name for the file.`)
}

/** Writes lines to a hidden file and gives it its name at the end; after a failure there is nothing of it. */
export async function writeWholeFile(
  path: string,
  jobId: string,
  lines: AsyncIterable<string>,
): Promise<{ bytes: number }> {
  await checkTargetFile(path)
  const partial = partialFile(path, jobId)
  try {
    makeFolders(dirname(path))
    const handle = await open(partial, 'wx')
    const bytes = await writeLines(handle, lines).finally(() => handle.close())
    await checkTargetFile(path)
    await rename(partial, path)
    await syncFolder(dirname(path))
    return { bytes }
  } catch (error) {
    await rm(partial, { force: true })
    throw isFileError(error) ? fileError(path, error) : error
  }
}

/** Removes what a job that never ended left beside its target. */
export async function sweepPartialFile(store: Store, jobId: string): Promise<void> {
  const { kind, input } = await store.read('jobInput', { job: jobId })
  const request = TraceExportRequest.safeParse(input)
  if (kind !== 'trace-export' || !request.success) return
  await rm(partialFile(request.data.path, jobId), { force: true })
}

async function writeLines(handle: FileHandle, lines: AsyncIterable<string>): Promise<number> {
  let pending: string[] = []
  let length = 0
  let bytes = 0
  const flush = async (): Promise<void> => {
    const chunk = Buffer.from(pending.join(''), 'utf8')
    pending = []
    length = 0
    bytes += chunk.length
    await handle.writeFile(chunk)
  }
  for await (const line of lines) {
    pending.push(line, '\n')
    length += line.length + 1
    if (length >= BUFFER) await flush()
  }
  await flush()
  await handle.sync()
  return bytes
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
}
