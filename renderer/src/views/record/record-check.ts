import type { EngineAbout, GivenRequest } from '../../../../shared/contract/recording.ts'
import { LIMIT_NAMES, type LimitName, readLimit } from './limits.ts'
import { type RecordDraft, SCOPE_NAMES, type ScopeName } from './record-draft.ts'

export type FieldName =
  | LimitName
  | ScopeName
  | 'path'
  | 'test'
  | 'code'
  | 'files'
  | 'call'
  | 'name'
  | 'engine'
  | 'python'
  | 'hashSeed'
  | 'workers'
export type FieldErrors = Readonly<Partial<Record<FieldName, string>>>

export interface CheckedRecord {
  readonly request: GivenRequest | null
  readonly errors: FieldErrors
}

const MOST_SEED = 4_294_967_295
const MOST_WORKERS = 64
const MOST_GLOBS = 100
const LONGEST_GLOB = 400
const MOST_FILES = 500
const LONGEST = { path: 4000, test: 10_000, call: 100_000, name: 400 } as const

// Names as Python knows them, which may be written in any script.
const CALLED = /^([\p{XIDS}_][\p{XIDC}]*)\s*\(/u
const DEFINITION = /^[^\S\n]*(?:async\s+)?(?:def|class)\s+([\p{XIDS}_][\p{XIDC}]*)/mu

/** A name for a program that was given none: the function called, else the first it defines. */
export function nameOf(code: string, entry: string | null): string {
  const called = CALLED.exec(entry ?? '')?.[1]
  return called ?? DEFINITION.exec(code)?.[1] ?? 'program'
}

function emptyAsNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

/** The globs of a field: separated by commas or line ends. */
export function globsOf(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '')
}

function sourceOf(draft: RecordDraft): GivenRequest['source'] {
  const entry = emptyAsNull(draft.calls[draft.from])
  if (draft.from === 'tests') return { from: 'pytest', test: draft.test.trim() }
  if (draft.from === 'path') return { from: 'path', path: draft.path.trim(), call: entry }
  const named = { name: draft.name.trim() || nameOf(draft.code, entry), code: draft.code }
  const files = draft.from === 'files' ? draft.files : [named]
  const rest = { entry, stdin: draft.stdin, origin: null, licence: null }
  return { from: 'programs', programs: files.map(({ name, code }) => ({ name, code, ...rest })) }
}

type Errors = Partial<Record<FieldName, string>>

function checkSource(draft: RecordDraft, errors: Errors): void {
  const { from, code, files, path, test, name } = draft
  if (from === 'code' && code.trim() === '') {
    errors.code = 'Paste the program here, or open its file.'
  }
  if (from === 'files' && files.length === 0) errors.files = 'Open one or more .py files.'
  if (from === 'files' && files.length > MOST_FILES) {
    errors.files = `${files.length} files are open; ${MOST_FILES} can be recorded at once. Give the path of their folder instead.`
  }
  if (from === 'path' && path.trim() === '') errors.path = 'Write the path of a file or folder.'
  if (from === 'tests' && test.trim() === '') {
    errors.test = 'Write the path of a test, a file of tests or a folder of them.'
  }
  const lengths = {
    path: path.length,
    test: test.length,
    name: name.length,
    call: draft.calls[from].length,
  }
  for (const field of ['path', 'test', 'name', 'call'] as const) {
    if (lengths[field] > LONGEST[field]) {
      errors[field] = `At most ${LONGEST[field].toLocaleString('en')} characters.`
    }
  }
}

function checkScope(draft: RecordDraft, errors: Errors): void {
  for (const name of SCOPE_NAMES) {
    const globs = globsOf(draft.scope[name])
    if (globs.length > MOST_GLOBS) errors[name] = `At most ${MOST_GLOBS} patterns.`
    if (globs.some((glob) => glob.length > LONGEST_GLOB)) {
      errors[name] = `A pattern has at most ${LONGEST_GLOB} characters.`
    }
  }
}

/** `engine` is what is known of the chosen one; null while nothing is. */
function checkEngine(draft: RecordDraft, engine: EngineAbout | null, errors: Errors): void {
  if (draft.from === 'tests' && draft.engine !== 'cpython') {
    errors.engine = 'Tests are run by pytest in a Python of this machine: choose that.'
  }
  if (engine === null) return
  if (engine.problem !== null) errors[draft.python === '' ? 'engine' : 'python'] = engine.problem
  else if (engine.needsConsent && !engine.hasConsent) {
    errors.engine = 'Agree first that programs may run with your rights, or take the other engine.'
  }
}

function wholeNumber(text: string, min: number, max: number): number | null {
  const written = text.trim().replaceAll(',', '')
  if (!/^\d{1,12}$/.test(written)) return null
  const value = Number(written)
  return value >= min && value <= max ? value : null
}

/** The request a draft stands for, or what is wrong with which field, in words. */
export function checkRecord(draft: RecordDraft, engine: EngineAbout | null): CheckedRecord {
  const errors: Errors = {}
  const limits: Record<string, number | null> = {}
  checkSource(draft, errors)
  checkEngine(draft, engine, errors)
  checkScope(draft, errors)
  for (const name of LIMIT_NAMES) {
    const read = readLimit(name, draft.limits[name])
    if (read.ok) limits[name] = read.value
    else errors[name] = read.error
  }
  const hashSeed = wholeNumber(draft.hashSeed, 0, MOST_SEED)
  if (hashSeed === null) errors.hashSeed = 'A whole number from 0 to 4,294,967,295.'
  const workers = draft.workers.trim() === '' ? null : wholeNumber(draft.workers, 1, MOST_WORKERS)
  if (workers === null && draft.workers.trim() !== '') {
    errors.workers = 'A whole number from 1 to 64; leave it empty for one fewer than the cores.'
  }
  if (Object.keys(errors).length > 0 || hashSeed === null) return { request: null, errors }
  const { values, loops, backend } = draft
  const scope = Object.fromEntries(SCOPE_NAMES.map((name) => [name, globsOf(draft.scope[name])]))
  const request = {
    source: sourceOf(draft),
    engine: draft.engine,
    python: draft.engine === 'cpython' ? emptyAsNull(draft.python) : null,
    limits,
    scope: scope as GivenRequest['scope'],
    values,
    loops,
    backend,
    hashSeed,
    repeat: draft.repeat ? 2 : 1,
    workers,
  } as GivenRequest
  return { request, errors }
}
