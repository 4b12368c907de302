import {
  DEFAULT_MAX_STEPS,
  DEFAULT_TIMEOUT_SECONDS,
  type GivenRequest,
} from '../../../../shared/contract/recording.ts'

/** What the form holds: text as typed. */
export interface RecordDraft {
  readonly from: 'programs' | 'path'
  /** A .py file, a folder of them or a JSONL of programs, on the machine of the services. */
  readonly path: string
  readonly name: string
  readonly code: string
  readonly entry: string
  readonly maxSteps: string
  readonly seconds: string
}

export const FIRST_RECORD: RecordDraft = {
  from: 'programs',
  path: '',
  name: '',
  code: '',
  entry: '',
  maxSteps: String(DEFAULT_MAX_STEPS),
  seconds: String(DEFAULT_TIMEOUT_SECONDS),
}

/** A draft as it was kept; null when that is none. */
export function acceptRecord(stored: unknown): RecordDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const kept = stored as Readonly<Record<string, unknown>>
  const isWhole = Object.keys(FIRST_RECORD).every((key) => typeof kept[key] === 'string')
  if (!isWhole || (kept.from !== 'programs' && kept.from !== 'path')) return null
  return { ...(kept as unknown as RecordDraft) }
}

export interface CheckedRecord {
  readonly request: GivenRequest | null
  readonly errors: Partial<Record<keyof RecordDraft, string>>
}

const MOST_STEPS = 5_000_000
const MOST_SECONDS = 3600
const LEAST_SECONDS = 0.05

// Names as Python knows them, which may be written in any script.
const CALLED = /^([\p{XIDS}_][\p{XIDC}]*)\s*\(/u
const DEFINITION = /^[^\S\n]*(?:async\s+)?(?:def|class)\s+([\p{XIDS}_][\p{XIDC}]*)/mu

/** A name for a program that was given none: the function called, else the first it defines. */
export function nameOf(code: string, entry: string | null): string {
  const called = CALLED.exec(entry ?? '')?.[1]
  return called ?? firstDefinition(code) ?? 'program'
}

function firstDefinition(code: string): string | undefined {
  return DEFINITION.exec(code)?.[1]
}

function sourceOf(draft: RecordDraft): GivenRequest['source'] {
  const entry = draft.entry.trim() === '' ? null : draft.entry.trim()
  if (draft.from === 'path') return { from: 'path', path: draft.path.trim(), call: entry }
  const name = draft.name.trim() || nameOf(draft.code, entry)
  const program = { name, code: draft.code, entry, origin: null, licence: null }
  return { from: 'programs', programs: [program] }
}

/** The request a draft stands for, or what is wrong with which field, in words. */
export function checkRecord(draft: RecordDraft): CheckedRecord {
  const errors: Partial<Record<keyof RecordDraft, string>> = {}
  const maxSteps = Number(draft.maxSteps.replaceAll(',', ''))
  const timeoutSeconds = Number(draft.seconds)
  if (draft.from === 'programs' && draft.code.trim() === '') {
    errors.code = 'Paste the program here, or open its file.'
  }
  if (draft.from === 'path' && draft.path.trim() === '') {
    errors.path = 'Write the path of a file or folder.'
  }
  if (!Number.isInteger(maxSteps) || maxSteps < 1 || maxSteps > MOST_STEPS) {
    errors.maxSteps = 'A whole number from 1 to 5,000,000.'
  }
  if (!(timeoutSeconds >= LEAST_SECONDS && timeoutSeconds <= MOST_SECONDS)) {
    errors.seconds = 'A number from 0.05 to 3600.'
  }
  if (Object.keys(errors).length > 0) return { request: null, errors }
  return { request: { source: sourceOf(draft), limits: { maxSteps, timeoutSeconds } }, errors }
}
