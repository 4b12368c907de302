import {
  ENGINES,
  type Engine,
  LOOP_POLICIES,
  type LoopPolicy,
  VALUE_POLICIES,
  type ValuePolicy,
} from '../../../../shared/contract/recording.ts'
import { BACKENDS } from '../../../../shared/trace/wire-records.ts'
import { LIMIT_NAMES, LIMITS, type LimitName } from './limits.ts'

export const SOURCES = ['code', 'files', 'path', 'tests'] as const
export type Source = (typeof SOURCES)[number]
export const BACKEND_CHOICES = ['auto', ...BACKENDS] as const
export type BackendChoice = (typeof BACKEND_CHOICES)[number]
export const SCOPE_NAMES = [
  'includeFiles',
  'excludeFiles',
  'includeFunctions',
  'excludeFunctions',
] as const
export type ScopeName = (typeof SCOPE_NAMES)[number]

/** A file that was opened in the browser: its name and text. */
export interface OpenedFile {
  readonly name: string
  readonly code: string
}

/** What the form holds: text as typed, so that a half-typed number stays what it is. */
export interface RecordDraft {
  readonly from: Source
  /** A .py file, a folder of them or a JSONL of programs, on the machine of the services. */
  readonly path: string
  /** `FILE::TEST`, a file of tests or a folder of them, on that machine too. */
  readonly test: string
  readonly name: string
  readonly code: string
  readonly files: readonly OpenedFile[]
  /** A call for each way to choose programs: one for a pasted program must not reach a whole folder. */
  readonly calls: Readonly<Record<Source, string>>
  readonly stdin: string
  readonly engine: Engine
  readonly python: string
  readonly limits: Readonly<Record<LimitName, string>>
  readonly scope: Readonly<Record<ScopeName, string>>
  readonly values: ValuePolicy
  readonly loops: LoopPolicy
  readonly backend: BackendChoice
  readonly hashSeed: string
  readonly repeat: boolean
  readonly workers: string
}

export const FIRST_RECORD: RecordDraft = {
  from: 'code',
  path: '',
  test: '',
  name: '',
  code: '',
  files: [],
  calls: { code: '', files: '', path: '', tests: '' },
  stdin: '',
  engine: 'pyodide',
  python: '',
  limits: Object.fromEntries(
    LIMIT_NAMES.map((name) => [name, LIMITS[name].initial]),
  ) as RecordDraft['limits'],
  scope: { includeFiles: '', excludeFiles: '', includeFunctions: '', excludeFunctions: '' },
  values: 'repr',
  loops: 'all',
  backend: 'auto',
  hashSeed: '0',
  repeat: false,
  workers: '',
}

type Kept = Readonly<Record<string, unknown>>

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areTexts(kept: unknown, names: readonly string[]): boolean {
  return isKept(kept) && names.every((name) => typeof kept[name] === 'string')
}

const CLOSED: Readonly<Record<string, readonly unknown[]>> = {
  from: SOURCES,
  engine: ENGINES,
  values: VALUE_POLICIES,
  loops: LOOP_POLICIES,
  backend: BACKEND_CHOICES,
  repeat: [true, false],
}
const TEXTS = ['path', 'test', 'name', 'code', 'stdin', 'python', 'hashSeed', 'workers']

/** A draft as it was kept; null when that is none. */
export function acceptRecord(stored: unknown): RecordDraft | null {
  if (!isKept(stored) || !areTexts(stored, TEXTS)) return null
  if (!areTexts(stored.calls, SOURCES) || !areTexts(stored.limits, LIMIT_NAMES)) return null
  if (!areTexts(stored.scope, SCOPE_NAMES)) return null
  const isClosed = Object.entries(CLOSED).every(([key, words]) => words.includes(stored[key]))
  const { files } = stored
  if (!isClosed || !Array.isArray(files)) return null
  if (!files.every((file) => areTexts(file, ['name', 'code']))) return null
  return stored as unknown as RecordDraft
}
