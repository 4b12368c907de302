import { createHash } from 'node:crypto'
import { type ProgramInput, RecordOptions } from '../../../shared/contract/recording.ts'
import type { RecordedProgram } from './read-programs.ts'

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Prefix and 16 hex digits of the SHA-256 of the parts, so that equal content has equal ids everywhere. */
export function contentId(
  prefix: 'p' | 't' | 'j' | 'x' | 'r' | 's',
  parts: readonly unknown[],
): string {
  return `${prefix}_${sha256Hex(JSON.stringify(parts)).slice(0, 16)}`
}

export function programId(program: Pick<ProgramInput, 'name' | 'code'>): string {
  return contentId('p', [program.name, program.code])
}

/**
 * A trace is the same when program, entry, input, options, recorder and, of a test, project are: recording it again finds it done. The
 * seed of a trajectory's random stream holds this id, so it must not depend on the machine or the time.
 */
export function traceId(
  program: RecordedProgram,
  options: RecordOptions,
  recorder: string,
): string {
  const { entry, stdin, test } = program
  // In the schema's order, whatever the order they were given in.
  const canonical = RecordOptions.parse(options)
  const project = test === undefined ? [] : [test.nodeId, test.project.sha256]
  return contentId('t', [programId(program), entry, stdin, canonical, recorder, ...project])
}

/** The trace of another thread of the run whose main thread's trace is `mainTrace`. */
export function laneId(mainTrace: string, thread: number): string {
  return contentId('t', [mainTrace, 'thread', thread])
}
