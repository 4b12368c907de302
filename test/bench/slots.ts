import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { slotsTokens } from '../../shared/grammar/slots/encode.ts'
import { featuresOf } from '../../shared/grammar/slots/features.ts'
import { GROUP_OF } from '../../shared/grammar/slots/vocabulary.ts'
import type { Transcript } from '../../shared/grammar/types.ts'
import { ROOT } from '../support/ndw.ts'
import {
  comesBack,
  coursesUnder,
  type Run,
  samplePrograms,
  type TracedCourse,
} from '../support/traced-courses.ts'
import { readSets } from '../tracer/manifest.ts'
import { findPython } from '../tracer/system-python.ts'
import { printTable } from './table.ts'

/**
 * What slots@1 makes of real programs, whether every codec gives their trajectories back, and how fast it is:
 * `npm run -s bench -- slots [PROGRAMS]`, with at most so many programs of a set. Sets that are not there are left out.
 * Ends with status 1 when a trajectory does not come back.
 */

const WHOLE = 'interpreter forward'
const python = findPython()
const most = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)

function cruxeval(): Run[] {
  const file = join(ROOT, '..', 'shared', 'data', 'cruxeval', 'open.jsonl')
  if (!existsSync(file)) return []
  const rows = readFileSync(file, 'utf8').trim().split('\n')
  return rows.map((row) => {
    const { code, input } = JSON.parse(row) as { code: string; input: string }
    return { code, entry: `f(${input})`, stdin: '' }
  })
}

function sets(): Map<string, readonly Run[]> {
  const found = new Map<string, readonly Run[]>([
    ['samples', samplePrograms()],
    ['cruxeval', cruxeval()],
  ])
  for (const [name, programs] of readSets() ?? []) {
    const runs = programs.map(({ row, code }) => {
      return { code, entry: row.entry.kind === 'call' ? row.entry.expr : null, stdin: row.stdin }
    })
    found.set(name, runs)
  }
  return found
}

interface Counts {
  states: number
  tokens: number
  predicted: number
  /** Characters and hexadecimal digits outside of strings. */
  bytes: number
  /** Tokens a state of each program. */
  readonly programs: number[]
}

const RAW: ReadonlySet<string> = new Set(['character', 'hex'])

function countInto(counts: Counts, { transcript, hints }: TracedCourse): void {
  const { ids, runs } = slotsTokens(transcript, hints)
  counts.states += transcript.states.length
  counts.tokens += ids.length
  counts.programs.push(ids.length / transcript.states.length)
  runs.forEach(({ from, role, step }, index) => {
    const length = (runs[index + 1]?.from ?? ids.length) - from
    if (step > 0 && role !== 'action') counts.predicted += length
  })
  let isString = false
  for (const id of ids) {
    const group = GROUP_OF[id] ?? ''
    if (group === 'quote') isString = !isString
    else if (!isString && RAW.has(group)) counts.bytes += 1
  }
}

function shareOf(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
}

function per(part: number, whole: number): string {
  return (part / Math.max(1, whole)).toFixed(1)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function measureSet(name: string, runs: readonly Run[]) {
  const counts: Counts = { states: 0, tokens: 0, predicted: 0, bytes: 0, programs: [] }
  const all: TracedCourse[] = []
  let characters = 0
  let wrong = 0
  for (const courses of coursesUnder(python, runs)) {
    for (const course of courses) {
      for (const codec of CODECS) {
        const isBack = codec.refuses(course.transcript) !== null || comesBack(codec, course)
        if (!isBack) process.stdout.write(`${codec.id} ${name} ${course.name}: not given back\n`)
        wrong += isBack ? 0 : 1
      }
    }
    const whole = courses.filter(({ name: one }) => one === WHOLE)
    for (const course of whole) {
      countInto(counts, course)
      characters += ND_1.encode(course.transcript).text.length
    }
    all.push(...courses)
  }
  const row = {
    set: name,
    programs: runs.length,
    trajectories: all.length,
    'not given back': wrong,
    states: counts.states,
    'tokens a state, with source': per(counts.tokens, counts.states),
    'in the middle program': median(counts.programs).toFixed(1),
    'predicted a state': per(counts.predicted, counts.states),
    'nd@1 characters a state': per(characters, counts.states),
    'as bytes': shareOf(counts.bytes, counts.tokens),
  }
  return { row, courses: all }
}

/** Runs the work again and again for a while, long work once; how often a second. */
function rate(work: () => void): number {
  const start = performance.now()
  let times = 0
  while (times === 0 || performance.now() - start < 2000) {
    work()
    times += 1
  }
  return (times * 1000) / (performance.now() - start)
}

function speedOf(what: string, transcripts: readonly Transcript[]) {
  const tokens = transcripts.map((one) => slotsTokens(one).ids)
  const texts = transcripts.map((one) => SLOTS_1.encode(one).text)
  const total = tokens.reduce((sum, ids) => sum + ids.length, 0)
  const perSecond = (work: () => void): number => Math.round(rate(work) * total)
  return {
    what,
    tokens: total,
    'to ids, tokens/s': perSecond(() => transcripts.forEach((one) => void slotsTokens(one))),
    'encode, tokens/s': perSecond(() => transcripts.forEach((one) => void SLOTS_1.encode(one))),
    'decode, tokens/s': perSecond(() => texts.forEach((text) => void SLOTS_1.decode(text))),
    'features, tokens/s': perSecond(() => tokens.forEach((ids) => void featuresOf(ids))),
  }
}

/** Of the whole walks forward. */
function longestOf(courses: readonly TracedCourse[]): Transcript | null {
  const whole = courses.filter(({ name }) => name === WHOLE).map(({ transcript }) => transcript)
  return whole.sort((a, b) => b.states.length - a.states.length)[0] ?? null
}

/** A transcript of the length asked for, of the states of another again and again. */
function stretched(given: Transcript, length: number): Transcript {
  const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T
  return {
    ...given,
    states: Array.from({ length }, (_, index) => at(given.states, index)),
    actions: Array.from({ length: length - 1 }, () => ({ name: 'step_into', operand: null })),
    exit: null,
  }
}

const rows: object[] = []
const speeds: object[] = []
let wrong = 0
let longest: Transcript | null = null
for (const [name, runs] of sets()) {
  if (runs.length === 0) continue
  const { row, courses } = measureSet(name, runs.slice(0, most))
  wrong += row['not given back']
  rows.push(row)
  const transcripts = courses.map(({ transcript }) => transcript)
  speeds.push(speedOf(name, transcripts))
  if (name === 'samples') longest = longestOf(courses)
}
if (longest !== null) {
  for (const length of [1e3, 1e4, 1e5, 1e6]) {
    speeds.push(speedOf(`${length.toLocaleString('en')} states`, [stretched(longest, length)]))
  }
}
printTable('Trajectories of programs; figures a state are of all states in turn, forward', rows)
printTable('Speed of slots@1 on one core', speeds)
process.exitCode = wrong > 0 ? 1 : 0
