import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ProgramInput, type ProgramSource } from '../../../shared/contract/recording.ts'
import { z } from '../../../shared/contract/schema.ts'
import { describeIssues } from '../../../shared/rpc/contract.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { decodeSource } from '../../../shared/trace/source-encoding.ts'
import type { ProjectTest } from '../../tracer/tracer.ts'
import { fileLines } from './file-lines.ts'
import type { Project } from './project.ts'

/** Larger sources are refused (reliability.md, limits by default). */
const MAX_SOURCE_BYTES = 1_048_576
/** Longest line of a JSONL, in characters: room for the largest source with everything in it escaped. */
const MAX_LINE = 16 * MAX_SOURCE_BYTES

/** A program, and where it is a test of a project which one. */
export type RecordedProgram = ProgramInput & {
  readonly test?: ProjectTest & {
    readonly project: Project
    /** Version of the pytest that runs it; null where it tells none. */
    readonly pytest: string | null
  }
}

/** A program to record, or why it cannot be read; the rest of a folder is still read. */
export type ReadProgram =
  | { readonly ok: true; readonly program: RecordedProgram }
  | {
      readonly ok: false
      readonly name: string
      readonly error: string
      /** Its project has it left out, so that this is no failure. */
      readonly isSkipped?: true
    }

/** Programs of a request's source, in order. */
export async function programsOf(
  source: Exclude<ProgramSource, { from: 'pytest' }>,
): Promise<ReadProgram[]> {
  if (source.from === 'path') return readPrograms(source.path, source.call)
  return source.programs.map((program) => ({ ok: true, program }))
}

/**
 * Programs of a path: a `.py` file, a folder of them (recursively, in name order), or a JSONL of programs as
 * resources/formats/programs-jsonl.md says. `call` replaces each program's own entry.
 * Throws a ServiceError with one sentence when the path as a whole cannot be used.
 */
export async function readPrograms(path: string, call: string | null): Promise<ReadProgram[]> {
  const kind = await kindOf(path)
  if (kind === 'jsonl') return readJsonl(path, call)
  if (kind === 'file') return [await readFileProgram(path, basename(path), call)]
  const names = await pythonFiles(path)
  if (names.length === 0) {
    throw new ServiceError('bad-input', `The folder ${path} holds no .py file.`)
  }
  const programs: ReadProgram[] = []
  for (const name of names) programs.push(await readFileProgram(join(path, name), name, call))
  return programs
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'jsonl'> {
  const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new ServiceError('not-found', `There is no file or folder ${path}.`)
    throw new ServiceError('failed', `${path} cannot be read: ${error.message}.`)
  })
  if (info.isDirectory()) return 'folder'
  if (!info.isFile()) throw new ServiceError('bad-input', `${path} is neither a file nor a folder.`)
  if (path.endsWith('.jsonl')) return 'jsonl'
  if (path.endsWith('.py')) return 'file'
  throw new ServiceError(
    'bad-input',
    `${path} is neither a .py file, a folder of them, nor a .jsonl file of programs.`,
  )
}

async function pythonFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ServiceError('failed', `The folder ${folder} cannot be read: ${error.message}.`)
    },
  )
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

async function readFileProgram(
  path: string,
  name: string,
  call: string | null,
): Promise<ReadProgram> {
  const source = await readSource(path)
  if (!source.ok) return { ok: false, name, error: source.error }
  const program = { name, code: source.text, entry: call, stdin: '', origin: null, licence: null }
  return { ok: true, program }
}

/** Text of a program's file, or why it is not read. */
export async function readSource(
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; error: string }> {
  try {
    const info = await stat(path)
    if (!info.isFile()) return { ok: false, error: `${path} is not a file.` }
    const { size } = info
    if (size > MAX_SOURCE_BYTES) {
      return {
        ok: false,
        error: `${path} has ${size} bytes; a program may have ${MAX_SOURCE_BYTES}.`,
      }
    }
    const decoded = decodeSource(await readFile(path), (bytes, encoding) =>
      new TextDecoder(encoding, { fatal: true }).decode(bytes),
    )
    if (decoded.ok) return decoded
    return { ok: false, error: `${path} ${decoded.problem}, so it is not read as Python.` }
  } catch (error) {
    return { ok: false, error: `${path} cannot be read: ${(error as Error).message}.` }
  }
}

const optional = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value) => value ?? null)

const JsonlRow = z
  .object({
    id: optional(z.string().min(1).max(400)),
    code: optional(z.string()),
    file: optional(z.string().min(1)),
    entry: optional(z.string().min(1)),
    input: optional(z.string()),
    stdin: optional(z.string()),
    source: optional(z.string().max(400)),
    licence: optional(z.string().max(200)),
  })
  .refine((row) => (row.code === null) !== (row.file === null), {
    message: 'exactly one of `code` and `file` is needed',
  })
  .refine((row) => row.entry === null || row.input === null, {
    message: 'only one of `entry` and `input` may be given',
  })

async function readJsonl(path: string, call: string | null): Promise<ReadProgram[]> {
  const programs: ReadProgram[] = []
  let number = 0
  for await (const line of fileLines(path, { longest: MAX_LINE })) {
    number++
    if (line.trim() === '') continue
    programs.push(await readRow(path, number, line, call))
  }
  if (programs.length === 0) throw new ServiceError('bad-input', `${path} holds no program.`)
  return programs
}

async function readRow(
  path: string,
  number: number,
  text: string,
  call: string | null,
): Promise<ReadProgram> {
  const place = `${path}, line ${number}`
  const row = parseRow(place, text)
  const name = row.id ?? `${basename(path)}:${number}`
  let code = row.code
  if (row.file !== null) {
    const source = await readSource(await fileBeside(path, row.file, place))
    if (!source.ok) return { ok: false, name, error: source.error }
    code = source.text
  }
  const entry = call ?? row.entry ?? (row.input === null ? null : `f(${row.input})`)
  const parsed = ProgramInput.safeParse({
    name,
    code,
    entry,
    stdin: row.stdin ?? '',
    origin: row.source,
    licence: row.licence,
  })
  if (!parsed.success)
    throw new ServiceError('bad-input', describeIssues(place, parsed.error.issues))
  const illFormed = Object.entries(parsed.data).find(
    ([, value]) => typeof value === 'string' && !value.isWellFormed(),
  )
  if (illFormed !== undefined) {
    throw new ServiceError(
      'bad-input',
      `${place}: ${illFormed[0]} holds a lone surrogate, which is not text.`,
    )
  }
  return { ok: true, program: parsed.data }
}

function parseRow(place: string, text: string): z.infer<typeof JsonlRow> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ServiceError('bad-input', `${place} is not JSON: ${(error as Error).message}.`)
  }
  const row = JsonlRow.safeParse(value)
  if (row.success) return row.data
  throw new ServiceError('bad-input', describeIssues(place, row.error.issues))
}

/** A file named by a row must lie inside the JSONL's folder: rows are data, not permission to read anything. */
async function fileBeside(jsonl: string, file: string, place: string): Promise<string> {
  const refuse = (): never => {
    throw new ServiceError(
      'bad-input',
      `${place}: the file ${file} is not inside the folder of the JSONL.`,
    )
  }
  if (isAbsolute(file)) refuse()
  const folder = await realpath(dirname(jsonl))
  const path = resolve(folder, file)
  if (!path.startsWith(folder + sep)) refuse()
  const real = await realpath(path).catch(() => {
    throw new ServiceError('not-found', `${place}: there is no file ${file} beside the JSONL.`)
  })
  if (!real.startsWith(folder + sep)) refuse()
  return real
}
