import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createTracer,
  type TracedProgram,
  type TraceLimits,
  type TraceRun,
  type Tracer,
  type TracerOptions,
} from '../../main/tracer/tracer.ts'
import {
  FLAG_AFTER_GAP,
  FLAG_RESUMED,
  FLAG_UNWOUND,
  FLAG_YIELDED,
} from '../../shared/trace/event.ts'
import type {
  EndRecord,
  EventRecord,
  TracerRecord,
  ValueRef,
} from '../../shared/trace/wire-records.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const require = createRequire(import.meta.url)

export const fixturesDir = join(root, 'test', 'fixtures', 'programs')
export const resourcesDir = join(root, 'resources')

/** Deno's binary as npm installs it: in the package of this platform. */
function findDeno(): string {
  const parts: string[] = [process.platform, process.arch]
  if (process.platform === 'linux') parts.push('glibc')
  const name = process.platform === 'win32' ? 'deno.exe' : 'deno'
  const denoPackage = createRequire(require.resolve('deno/package.json'))
  return join(dirname(denoPackage.resolve(`@deno/${parts.join('-')}/package.json`)), name)
}

export const tracerOptions: TracerOptions = {
  denoPath: findDeno(),
  pyodideDir: dirname(require.resolve('pyodide/package.json')),
  resourcesDir,
  snapshotsDir: join(root, 'dist', 'sandbox'),
}

/** Far from what a busy machine needs: tests of a limit set their own. */
export const LIMITS: TraceLimits = { maxSteps: 20_000, timeoutSeconds: 60, outputBytes: 100_000 }

let shared: Tracer | null = null

/** One tracer for all suites: its interpreters stay warm. */
export function sharedTracer(): Tracer {
  shared ??= createTracer({ ...tracerOptions, workers: 1 })
  return shared
}

export async function closeSharedTracer(): Promise<void> {
  await shared?.close()
}

/** A trace, with its ids resolved. */
export interface Resolved {
  readonly records: readonly TracerRecord[]
  readonly events: readonly RecordedEvent[]
  readonly end: EndRecord
  readonly stdout: string
  readonly stderr: string
}

export interface Recorded extends Resolved {
  readonly run: TraceRun
}

export interface RecordedEvent {
  readonly record: EventRecord
  /** `line f 3`, as test/tracer/bare_settrace.py writes it. */
  readonly place: string
  /** `R` resumed, `Y` yielded, `U` unwound, `G` after a gap, or nothing. */
  readonly flags: string
  readonly arg: string | null
  /** `name=text`, or `-name` where it is gone. */
  readonly changes: readonly string[]
}

type Given = Partial<TracedProgram> & { code: string }

export function record(program: Given, limits: Partial<TraceLimits> = {}): Promise<Recorded> {
  return recordWith(sharedTracer(), program, limits)
}

export async function recordWith(
  tracer: Tracer,
  program: Given,
  limits: Partial<TraceLimits> = {},
): Promise<Recorded> {
  const records: TracerRecord[] = []
  const full = { entry: null, fileName: 'main.py', ...program }
  const run = await tracer.trace(full, { ...LIMITS, ...limits }, (batch) => {
    records.push(...batch)
  })
  return { ...resolveRecords(records), run }
}

/** Names and values in place of ids. */
export function resolveRecords(records: readonly TracerRecord[]): Resolved {
  const codes: string[] = []
  const names: string[] = []
  const values: string[] = []
  const events: RecordedEvent[] = []
  const printed = { stdout: '', stderr: '' }
  for (const one of records) {
    if (one.kind === 'code') codes[one.id] = one.name
    else if (one.kind === 'name') names[one.id] = one.text
    else if (one.kind === 'value') values[one.id] = one.value.text
    else if (one.kind === 'out') printed[one.stream] += one.text
    else if (one.kind === 'event') events.push(resolveEvent(one, { codes, names, values }))
  }
  const end = records.at(-1)
  if (end?.kind !== 'end') throw new Error('the trace has no end record')
  return { records, events, end, ...printed }
}

interface Tables {
  readonly codes: readonly string[]
  readonly names: readonly string[]
  readonly values: readonly string[]
}

function resolveEvent(one: EventRecord, { codes, names, values }: Tables): RecordedEvent {
  const changes: string[] = []
  for (let at = 0; at < one.changes.length; at += 3) {
    const name = names[Number(one.changes[at + 1] ?? -1)]
    const text = textOf(one.changes[at + 2] ?? -1, values)
    changes.push(text === null ? `-${name}` : `${name}=${text}`)
  }
  return {
    record: one,
    place: `${one.event} ${codes[one.code]} ${one.line}`,
    flags: flagLetters(one.flags),
    arg: textOf(one.arg, values),
    changes,
  }
}

function textOf(value: ValueRef, values: readonly string[]): string | null {
  return typeof value === 'string' ? value : (values[value] ?? null)
}

/** `R` resumed, `Y` yielded, `U` unwound, `G` after a gap. */
export function flagLetters(flags: number): string {
  const letters: readonly (readonly [number, string])[] = [
    [FLAG_RESUMED, 'R'],
    [FLAG_YIELDED, 'Y'],
    [FLAG_UNWOUND, 'U'],
    [FLAG_AFTER_GAP, 'G'],
  ]
  return letters.map(([bit, letter]) => (flags & bit ? letter : '')).join('')
}

/** A program that runs another under a bare trace function and prints its first events, at most 20,000. */
export function bareHarness(code: string, entry: string | null, stdin = ''): string {
  const template = readFileSync(join(root, 'test', 'tracer', 'bare_settrace.py'), 'utf8')
  return template
    .replace('__SOURCE__', () => JSON.stringify(code))
    .replace('__ENTRY__', () => (entry === null ? 'None' : JSON.stringify(entry)))
    .replace('__STDIN__', () => JSON.stringify(stdin))
}

/** Events of a bare trace function in the same interpreter, as `place` writes them. */
export async function recordBare(
  code: string,
  entry: string | null,
  stdin = '',
): Promise<readonly string[]> {
  const harness = bareHarness(code, entry, stdin)
  const { stdout, end } = await record(
    { code: harness, fileName: 'bare.py' },
    { outputBytes: 8_000_000, maxSteps: 1_000_000, timeoutSeconds: 20 },
  )
  try {
    return JSON.parse(stdout.split('\n', 1)[0] ?? '') as string[]
  } catch {
    throw new Error(`the bare trace function failed: ${JSON.stringify(end)}`)
  }
}

/** One event in a line: place, flags, changed locals, argument. */
export function lineOf(event: RecordedEvent): string {
  const parts = [event.place]
  if (event.flags !== '') parts.push(event.flags)
  if (event.changes.length > 0) parts.push(`{${event.changes.join(', ')}}`)
  if (event.arg !== null) parts.push(`-> ${event.arg}`)
  return parts.join(' ')
}
