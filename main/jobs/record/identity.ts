import { createHash } from 'node:crypto'
import type { ProgramInput, RecordLimits } from '../../../shared/contract/traces.ts'

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Prefix and 16 hex digits of the SHA-256 of the parts, so that equal content has equal ids everywhere. */
export function contentId(prefix: 'p' | 't' | 'j' | 'x', parts: readonly unknown[]): string {
  return `${prefix}_${sha256Hex(JSON.stringify(parts)).slice(0, 16)}`
}

export function programId(program: ProgramInput): string {
  return contentId('p', [program.name, program.code])
}

/**
 * A trace is the same when program, entry, limits and recorder are: recording it again finds it done. The seed of
 * a trajectory's random stream holds this id, so it must not depend on the machine or the time.
 */
export function traceId(program: ProgramInput, limits: RecordLimits, recorder: string): string {
  return contentId('t', [
    programId(program),
    program.entry,
    limits.maxSteps,
    limits.timeoutSeconds,
    recorder,
  ])
}
