import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '../../main/store/read-types.ts'
import { FLAG_UNWOUND } from '../../shared/trace/event.ts'
import { renderCwm } from '../support/cwm-render.ts'
import { renderPyTutor } from '../support/pytutor-render.ts'
import { type Bench, followJob, openBench, recordAll, sampleProgram } from './workbench-bench.ts'

/** Traces of our own programs, written as other tools write them and read back: events and states must be the same. */

let bench: Bench
let here: Bench
beforeAll(async () => {
  bench = await openBench()
  here = await openBench()
}, 60_000)
afterAll(async () => {
  await bench.close()
  await here.close()
})

const samples = join(import.meta.dirname, '../../resources/samples')

async function entryNames(): Promise<string[]> {
  const text = await readFile(join(samples, 'programs.jsonl'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; entry?: string })
    .filter((row) => row.entry !== undefined)
    .map((row) => row.id)
}

async function eventsOf(
  { client }: Bench,
  trace: string,
): Promise<{ rows: EventRow[]; frames: number[] }> {
  const rows: EventRow[] = []
  for (;;) {
    const page = await client.call('trace.events', { trace, offset: rows.length, limit: 500 })
    rows.push(...page.rows)
    if (page.rows.length < 500) break
  }
  const frames: number[] = []
  await new Promise<void>((resolve, reject) => {
    client.watch(
      'tree.nodes',
      { trace },
      { onItem: (chunk) => void frames.push(...chunk.frame), onEnd: resolve, onError: reject },
    )
  })
  return { rows, frames }
}

/** What both formats can say of an event: types and the code's own names are not in it. */
function told(rows: readonly EventRow[], hasLocalsAtEnd: boolean) {
  return rows.map(({ kind, line, function: name, depth, flags, src, locals, arg }) => {
    const isEnd = arg !== null || (flags & FLAG_UNWOUND) !== 0
    const shown =
      isEnd && !hasLocalsAtEnd ? null : locals.map(([one, { text }]) => [one, unaddressed(text)])
    return { kind, line, name, depth, flags, src, locals: shown, arg: unaddressed(arg?.text ?? '') }
  })
}

/** Python Tutor's import names objects by their numbers. */
function unaddressed(text: string): string {
  return text.replace(/ at 0x[0-9a-f]+/g, ' at 0x')
}

interface Compared {
  readonly name: string
  readonly format: 'cwm' | 'pytutor'
  readonly text: string
  readonly exit: string
  readonly rows: readonly EventRow[]
  readonly frames: readonly number[]
}

/** Reads the text back; answers with the first event that differs, or null. */
async function difference({
  name,
  format,
  text,
  exit,
  rows,
  frames,
}: Compared): Promise<string | null> {
  const path = join(here.folder, `${name}.${format}`)
  await writeFile(path, text)
  const { job } = await here.client.call('trace.import', { format, path })
  const { made } = await followJob(here.client, job)
  const [one] = made
  if (typeof one?.trace !== 'string') return `${name}: ${JSON.stringify(made)}`
  const back = await eventsOf(here, one.trace)
  const hasLocalsAtEnd = format === 'pytutor'
  const [a, b] = [told(rows, hasLocalsAtEnd), told(back.rows, hasLocalsAtEnd)]
  const at = a.findIndex((event, seq) => JSON.stringify(event) !== JSON.stringify(b[seq]))
  const isSame = at === -1 && a.length === b.length
  if (isSame && JSON.stringify(back.frames) === JSON.stringify(frames) && one.exit === exit)
    return null
  return `${name} at ${at}: ${JSON.stringify(a[at])} ${JSON.stringify(b[at])} ${JSON.stringify(one)}`
}

test('every sample with an entry comes back from CWM’s text as it was', async () => {
  const names = await entryNames()
  const programs = await Promise.all(names.map((name) => sampleProgram(name)))
  const traces = await recordAll(bench.client, programs)
  const different: (string | null)[] = []
  for (const [index, trace] of traces.entries()) {
    const { rows, frames } = await eventsOf(bench, trace)
    if (rows.length === 0) continue
    const { source, exit } = await bench.client.call('trace.get', { trace })
    const name = String(names[index])
    const text = renderCwm(source, rows, frames)
    different.push(await difference({ name, format: 'cwm', text, exit, rows, frames }))
  }
  expect(different.filter((one) => one !== null)).toEqual([])
  expect(different.length).toBeGreaterThan(20)
}, 120_000)

/** Events outside class bodies, of which Python Tutor tells nothing, with their frames and what was printed before. */
function withoutClassBodies(source: string, all: { rows: EventRow[]; frames: number[] }) {
  const lines = source.split('\n')
  const rows: EventRow[] = []
  const frames: number[] = []
  const numbers = new Map<number, number>()
  let skipped = 0
  for (const [seq, row] of all.rows.entries()) {
    const isClass = row.kind === 'call' && /^\s*class\b/.test(lines[row.line - 1] ?? '')
    if (skipped > 0 || isClass) {
      if (row.kind === 'call') skipped++
      if (row.kind === 'return') skipped--
      continue
    }
    const frame = all.frames[seq] ?? 0
    numbers.set(frame, numbers.get(frame) ?? numbers.size)
    frames.push(numbers.get(frame) ?? 0)
    rows.push(row)
  }
  return { rows, frames }
}

async function printedBefore(trace: string, rows: readonly EventRow[]): Promise<string[]> {
  const { stdout } = await bench.client.call('trace.get', { trace })
  const { afterSeq, length } = await bench.client.call('trace.output', { trace })
  return rows.map(({ seq }) => {
    const pieces = length.filter((_, index) => (afterSeq[index] ?? 0) < seq)
    return stdout.slice(
      0,
      pieces.reduce((sum, one) => sum + one, 0),
    )
  })
}

test('every sample script comes back from Python Tutor’s JSON as it was', async () => {
  const files = (await readdir(join(samples, 'programs'))).filter((file) => file.endsWith('.py'))
  const programs = await Promise.all(
    files.map(async (name) => {
      const code = await readFile(join(samples, 'programs', name), 'utf8')
      return { name, code, entry: null, origin: null, licence: null }
    }),
  )
  const traces = await recordAll(
    bench.client,
    programs.filter(({ name }) => name !== 'syntax-error.py'),
  )
  const different: (string | null)[] = []
  for (const trace of traces) {
    const { source, exit, program, stopReason } = await bench.client.call('trace.get', { trace })
    if (stopReason !== 'ended') continue
    const { rows, frames } = withoutClassBodies(source, await eventsOf(bench, trace))
    const printed = await printedBefore(trace, rows)
    const text = renderPyTutor({ source, events: rows, frames, printed })
    different.push(await difference({ name: program, format: 'pytutor', text, exit, rows, frames }))
  }
  expect(different.filter((one) => one !== null)).toEqual([])
  expect(different.length).toBeGreaterThan(20)
}, 120_000)

test('every sample comes back from our own file as it was, to the byte', async () => {
  const { rows } = await bench.client.call('trace.page', { where: '', offset: 0, limit: 500 })
  expect(rows.length).toBeGreaterThan(40)
  const write = async (from: Bench, trace: string, name: string): Promise<string> => {
    const path = join(from.folder, name)
    const { job } = await from.client.call('trace.export', { trace, format: 'jsonl', path })
    expect((await followJob(from.client, job)).row.error).toBeNull()
    return readFile(path, 'utf8')
  }
  for (const { trace } of rows) {
    const text = await write(bench, trace, `${trace}.jsonl`)
    const path = join(bench.folder, `${trace}.jsonl`)
    const { job } = await here.client.call('trace.import', { format: 'jsonl', path })
    expect((await followJob(here.client, job)).made.at(-1)).toMatchObject({ trace, failure: null })
    expect(await write(here, trace, `${trace}.again`)).toBe(text)
    const there = await eventsOf(bench, trace)
    expect(await eventsOf(here, trace)).toEqual(there)
  }
}, 120_000)
