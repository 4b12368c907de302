import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../../shared/base/assert.ts'
import { transcriptOf } from '../../shared/grammar/transcript.ts'
import type { Codec, EncodeHints, Transcript } from '../../shared/grammar/types.ts'
import type { TraceId, Value } from '../../shared/trace/event.ts'
import { lineText, sourceLines } from '../../shared/trace/source.ts'
import { type TracerRecord, type ValueRef, wholeNumber } from '../../shared/trace/wire-records.ts'
import { applyAction, startOf } from '../../shared/trajectory/act.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import { rootScope } from '../../shared/trajectory/scope.ts'
import {
  DIRECTIONS,
  type Direction,
  type Step,
  type Trajectory,
} from '../../shared/trajectory/types.ts'
import { createWalk } from '../../shared/trajectory/walk.ts'
import { parseAll, type SystemPython } from '../tracer/system-python.ts'
import { tracePlace } from './hand-trace.ts'
import { ROOT } from './ndw.ts'
import type { FullEvent } from './random-trace.ts'

/** The events of the main thread, each with all its locals. */
function fullEvents(records: readonly TracerRecord[], code: string): FullEvent[] {
  const lines = sourceLines(code)
  const codes: string[] = []
  const names: string[] = []
  const values: Value[] = []
  const frames = new Map<number, Map<number, readonly [string, Value]>>()
  const valueAt = (ref: ValueRef): Value | null =>
    typeof ref === 'string' ? wholeNumber(ref) : (values[ref] ?? null)
  const events: FullEvent[] = []
  for (const record of records) {
    if (record.kind === 'code') codes[record.id] = record.name
    if (record.kind === 'name') names[record.id] = record.text
    if (record.kind === 'value') values[record.id] = record.value
    if (record.kind !== 'event' || record.thread !== 0) continue
    const { event: kind, line, frame, flags, thread, arg, changes } = record
    const locals = frames.get(frame) ?? new Map<number, readonly [string, Value]>()
    frames.set(frame, locals)
    for (let at = 0; at < changes.length; at += 3) {
      const slot = Number(changes[at])
      const value = valueAt(must(changes[at + 2], 'value'))
      if (value === null) locals.delete(slot)
      else locals.set(slot, [must(names[Number(changes[at + 1])], 'name'), value])
    }
    events.push({
      ...{ kind, line, frame, flags, thread },
      function: codes[record.code] ?? '',
      src: lineText(lines, line),
      locals: [...locals].sort(([a], [b]) => a - b).map(([, local]) => local),
      arg: valueAt(arg),
    })
  }
  return events
}

/** A trajectory of a recorded program, and what a codec may be told beside it. */
export interface TracedCourse {
  readonly name: string
  readonly transcript: Transcript
  readonly hints: EncodeHints
}

type Walked = Pick<Trajectory, 'direction' | 'start' | 'steps' | 'exit'>

/** Every state in turn, however many there are: what the policy `interpreter` does without its cap. */
function wholeWalk({ tree, sources }: ReturnType<typeof tracePlace>, direction: Direction): Walked {
  const walk = createWalk(sources, must(rootScope(tree), 'scope'))
  const start = startOf(walk, direction)
  const name = direction === 'forward' ? 'step_into' : 'inv_step_into'
  const action = { name, operand: null } as const
  const steps: Step[] = []
  for (let at = start; ; ) {
    const outcome = applyAction(walk, at, action)
    if (outcome.kind === 'undefined') return { direction, start, steps, exit: null }
    steps.push({ action, target: outcome.kind === 'exit' ? null : outcome.target })
    if (outcome.kind === 'exit') return { direction, start, steps, exit: outcome.exit }
    at = outcome.target
  }
}

/** The policy's trajectories of a trace, its whole and three of an entry of any call. */
function drawn(
  { sources }: ReturnType<typeof tracePlace>,
  policy: string,
  direction: Direction,
): Walked[] {
  return [0, 1, 2, 3].flatMap((ordinal) => {
    const found = sampleTrajectory({
      ...{ sources, traceId: 't_1' as TraceId, traceExit: null },
      ...{ policy, seed: 1, ordinal, direction, entry: null },
    })
    return found.ok ? [found.value] : []
  })
}

/** Trajectories of one trace, forward and inverse: the whole of it, and some by a policy that jumps. */
function coursesOf(events: readonly FullEvent[], code: string): TracedCourse[] {
  if (events.length === 0) return []
  const place = tracePlace(events, sourceLines(code))
  const courseOf = (name: string, walked: Walked): TracedCourse => {
    const { start, steps } = walked
    const refs = [start, ...steps.flatMap(({ target }) => (target === null ? [] : [target]))]
    const names = refs.map(({ seq }) => place.lookup(seq).locals.map(([local]) => local))
    const { line } = must(events[start.seq], 'event')
    const entryLine = line > 0 ? line - 1 : null
    const transcript = transcriptOf(walked, place.lookup, code)
    return { name, transcript, hints: { names, entryLine } }
  }
  return DIRECTIONS.flatMap((direction) => {
    const policy = direction === 'forward' ? 'paper-mix' : 'inverse-mix'
    return [
      courseOf(`interpreter ${direction}`, wholeWalk(place, direction)),
      ...drawn(place, policy, direction).map((walked) =>
        courseOf(`${policy} ${direction}`, walked),
      ),
    ]
  })
}

/** A program and how it is run. */
export interface Run {
  readonly code: string
  readonly entry: string | null
  readonly stdin: string
}

/** The programs that come with the workbench. */
export function samplePrograms(): readonly (Run & { readonly name: string })[] {
  const folder = join(ROOT, 'resources', 'samples')
  const rows = readFileSync(join(folder, 'programs.jsonl'), 'utf8').trim().split('\n')
  return rows.map((row) => {
    const { id, file, entry = null } = JSON.parse(row) as Record<string, string>
    const code = readFileSync(join(folder, file ?? ''), 'utf8')
    return { name: id ?? '', code, entry, stdin: '' }
  })
}

const LIMITS = { maxSteps: 400, timeoutSeconds: 2, outputBytes: 100_000 }
/** Some programs end neither by themselves nor by a limit of the tracer. */
const SECONDS = 4

/** Trajectories of each program as the system's Python runs it, of its first events. */
export function coursesUnder(python: SystemPython | null, runs: readonly Run[]): TracedCourse[][] {
  const path = join(tmpdir(), 'target.py')
  const tracer = join(ROOT, 'resources', 'tracer', 'ndtracer')
  const forks = join(ROOT, 'test', 'support', 'fork_jobs.py')
  const { stdout } = spawnSync(must(python, 'Python').path, [forks, tracer, String(SECONDS)], {
    input: JSON.stringify(runs.map((run) => ({ path, ...run, ...LIMITS }))),
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, PYTHONHASHSEED: '0' },
  })
  const outputs = JSON.parse(stdout) as readonly string[]
  return runs.map(({ code }, index) => {
    const lines = (outputs[index] ?? '').split('\n').slice(0, -1)
    return coursesOf(fullEvents(parseAll(lines), code), code)
  })
}

/** Whether a codec gives a trajectory back, and its text again, with hints and without. */
export function comesBack(codec: Codec, { transcript, hints }: TracedCourse): boolean {
  const whole = JSON.stringify(transcript)
  return [{}, hints].every((told) => {
    const { text } = codec.encode(transcript, told)
    const back = codec.decode(text)
    const isSame = back.problem === null && JSON.stringify(back.transcript) === whole
    return isSame && codec.encode(back.transcript, back.hints).text === text
  })
}
