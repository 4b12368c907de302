import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Resolved } from './support.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
/** The sets of programs with ground truth; not part of the repository. */
export const programsDir = join(root, '..', 'shared', 'data', 'programs')

/** Event counts of one phase, as manifest.jsonl has them (see that folder's README). */
export interface Counts {
  readonly line: number
  readonly call: number
  readonly return: number
  readonly exception: number
  /** Null where the program has no event at all. */
  readonly seq_sha256?: string | null
}

interface Events {
  readonly main: { readonly module: Counts; readonly call?: Counts }
  readonly other_threads: Counts | null
}

/** One row of a manifest. */
export interface Row {
  readonly id: string
  readonly path: string
  readonly row?: string
  readonly entry: { readonly kind: 'module' } | { readonly kind: 'call'; readonly expr: string }
  readonly stdin: string
  readonly expected: {
    readonly end: {
      readonly kind: string
      readonly type?: string
      readonly message?: string
      readonly line?: number | null
      readonly code?: unknown
    }
    readonly stdout_sha256?: string
    readonly exit_status?: number
    readonly result?: string
  }
  readonly events: Events & {
    readonly python: string
    readonly cap: number
    readonly capped: boolean
    readonly timed_out: boolean
    readonly trace_lost: boolean
  }
  readonly other_pythons?: Readonly<Record<string, Partial<Events>>>
  readonly flags: readonly string[]
}

export interface ManifestProgram {
  readonly row: Row
  readonly code: string
}

/** The programs of each set, by the set's name; null where the folder is not there. */
export function readSets(): ReadonlyMap<string, readonly ManifestProgram[]> | null {
  if (!existsSync(programsDir)) return null
  const sets = readdirSync(programsDir).filter((name) =>
    existsSync(join(programsDir, name, 'manifest.jsonl')),
  )
  return new Map(sets.map((name) => [name, readSet(name)]))
}

function readSet(name: string): readonly ManifestProgram[] {
  const rows = readJsonl<Row>(join(programsDir, name, 'manifest.jsonl'))
  const codes = new Map<string, string>()
  const shared = join(programsDir, name, 'programs.jsonl')
  if (existsSync(shared)) {
    for (const one of readJsonl<{ id: string; program: string }>(shared))
      codes.set(one.id, one.program)
  }
  return rows.map((row) => ({
    row,
    code: codes.get(row.row ?? '') ?? readSource(join(programsDir, row.path)),
  }))
}

/** Python's own default, and the one other encoding that the sets have. */
function readSource(path: string): string {
  const bytes = readFileSync(path)
  return bytes.toString(/coding: latin-1/.test(bytes.toString('latin1')) ? 'latin1' : 'utf8')
}

function readJsonl<T>(path: string): readonly T[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T)
}

/** Why a row's counts are no ground truth; null where they are. */
export function whyApart(row: Row): string | null {
  if (row.events.trace_lost) return 'trace_lost'
  if (row.events.timed_out) return 'timed_out'
  if (row.events.capped) return 'capped'
  const flag = ['nondeterministic', 'observes_tracer'].find((name) => row.flags.includes(name))
  return flag ?? null
}

/** What the manifest says of a Python version. */
export function expectedEvents(row: Row, version: string): Events {
  return { ...row.events, ...row.other_pythons?.[version] }
}

/** Counts of a trace's events: the main thread's with the hash of their sequence, or all others'. */
export function countsOf(recorded: Resolved, isMain: boolean): Counts {
  const counts = { line: 0, call: 0, return: 0, exception: 0 }
  const hash = createHash('sha256')
  for (const { record, place } of recorded.events) {
    if ((record.thread === 0) !== isMain) continue
    counts[record.event]++
    hash.update(`${place[0]}${place.slice(record.event.length)}\n`)
  }
  return isMain ? { ...counts, seq_sha256: hash.digest('hex') } : counts
}

/** What differs between two counts, in words. */
export function countProblems(what: string, found: Counts, expected: Counts): readonly string[] {
  const keys = ['call', 'line', 'return', 'exception'] as const
  const problems = keys
    .filter((key) => found[key] !== expected[key])
    .map((key) => `${what}: ${found[key]} ${key} events instead of ${expected[key]}`)
  const isSame = expected.seq_sha256 == null || found.seq_sha256 === expected.seq_sha256
  return problems.length === 0 && !isSame ? [`${what}: another order of events`] : problems
}

export const OTHER_STDOUT = 'another stdout'

/** What differs between how a trace says that the program ended, and how it ends without a tracer. */
export function outcomeProblems({ row }: ManifestProgram, recorded: Resolved): readonly string[] {
  const problems: string[] = []
  const { expected } = row
  const printed = [Buffer.from(recorded.stdout), printedBytes(recorded.stdout)].map((bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  )
  if (expected.stdout_sha256 !== undefined && !printed.includes(expected.stdout_sha256)) {
    problems.push(OTHER_STDOUT)
  }
  const { end } = recorded
  if (expected.result !== undefined && end.result?.text !== expected.result) {
    problems.push(`result ${end.result?.text} instead of ${expected.result}`)
  }
  const status = statusOf(recorded)
  if (expected.exit_status !== undefined && status !== expected.exit_status) {
    problems.push(`exit status ${status} instead of ${expected.exit_status}`)
  }
  const { kind, type, message, line } = expected.end
  if (kind === 'exception' && end.error?.type !== type) problems.push(`error ${end.error?.type}`)
  if (kind === 'exception' && end.error?.message !== message) problems.push('another message')
  if (kind === 'exception' && end.error?.line !== line) problems.push('another line of the error')
  if (kind === 'syntax_error' && end.stop !== 'syntax_error') problems.push('no syntax error')
  return problems
}

/** Bytes that are not UTF-8 stand as \\xNN in a trace, as does text that reads so. */
function printedBytes(text: string): Buffer {
  const parts = text.split(/((?:\\x[89a-f][0-9a-f])+)/)
  return Buffer.concat(
    parts.map((part, at) =>
      at % 2 === 0 ? Buffer.from(part) : Buffer.from(part.replaceAll('\\x', ''), 'hex'),
    ),
  )
}

/** Exit status that `python3 program.py` would have, as far as the trace tells. */
function statusOf({ end }: Resolved): number | null {
  const message = end.error?.message ?? ''
  if (end.error === null) return 0
  if (end.error.type === 'os._exit') return Number(/\((\d+)\)/.exec(message)?.[1])
  if (end.error.type === 'SystemExit') {
    if (message === '' || message === 'None') return 0
    return /^-?\d+$/.test(message) ? Number(message) & 0xff : 1
  }
  return end.error.type === 'KeyboardInterrupt' ? -2 : 1
}
