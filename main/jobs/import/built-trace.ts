import { basename } from 'node:path'
import type { EndRecord, TracerRecord } from '../../../shared/trace/wire.ts'
import type { TraceHead } from '../../store/write-types.ts'
import { contentId, programId, sha256Hex } from '../record/identity.ts'

/** A trace of another format, all in memory. */
export interface BuiltTrace {
  readonly records: readonly TracerRecord[]
  readonly entry: string | null
  readonly end: Omit<EndRecord, 'kind'>
  readonly notes: readonly string[]
}

/** A program as another format tells of it. */
export interface ToldProgram {
  readonly name: string
  readonly code: string
  readonly origin: string | null
  readonly licence: string | null
}

/** A program's name where the file gives none: the file's, and the line when it holds several. */
export function nameFor(path: string, line: number): string {
  const name = basename(path).slice(0, 380)
  return line === 1 ? name : `${name}:${line}`
}

/** Name of the program's own file in the trace. */
export function fileFor({ name }: ToldProgram): string {
  const last = name.split('/').at(-1) ?? name
  return last.endsWith('.py') ? last : `${last}.py`
}

/** Head of a trace that was not recorded here; its id is made of what the file holds, so the same file is known again. */
export function importedHead(
  format: 'cwm' | 'pytutor',
  program: ToldProgram,
  told: { entry: string | null; text: string },
): TraceHead {
  const id = programId(program)
  return {
    trace: contentId('t', [id, told.entry, format, sha256Hex(told.text)]),
    program: {
      id,
      name: program.name,
      source: program.code,
      codeSha256: sha256Hex(program.code),
      origin: program.origin,
      licence: program.licence,
    },
    entry: told.entry,
    engine: 'imported',
    sandbox: 'not run here',
    pythonVersion: 'unknown',
    tracerVersion: 'unknown',
    maxSteps: 0,
    timeoutSeconds: 0,
    options: null,
    backend: 'settrace',
    imported: format,
    projectSha256: null,
    thread: 0,
    mainTrace: null,
    recordedAt: Date.now(),
  }
}
