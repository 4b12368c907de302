import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventRow } from '../../main/store/read-types.ts'
import { FLAG_UNWOUND } from '../../shared/trace/event.ts'
import { renderCwm } from '../support/cwm-render.ts'
import { type Bench, followJob, openBench, recordAll, sampleProgram } from './workbench-bench.ts'

/** Traces of our own programs, written as CWM writes them and read back: events and states must be the same. */

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

async function entryNames(): Promise<string[]> {
  const text = await readFile(
    join(import.meta.dirname, '../../resources/samples/programs.jsonl'),
    'utf8',
  )
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

/** What the format can say of an event: types and the module's own name are not in it. */
function told(rows: readonly EventRow[]) {
  return rows.map(({ seq, kind, line, function: name, depth, flags, src, locals, arg }) => ({
    seq,
    kind,
    line,
    name,
    depth,
    flags,
    src,
    // Frames that return or raise tell no locals.
    locals:
      arg === null && (flags & FLAG_UNWOUND) === 0
        ? locals.map(([variable, value]) => [variable, value.text])
        : null,
    arg: arg?.text ?? null,
  }))
}

test('every sample with an entry comes back as it was', async () => {
  const names = await entryNames()
  const programs = await Promise.all(names.map((name) => sampleProgram(name)))
  const traces = await recordAll(bench.client, programs)
  const different: string[] = []
  let compared = 0
  for (const [index, trace] of traces.entries()) {
    const { rows, frames } = await eventsOf(bench, trace)
    if (rows.length === 0) continue
    const { source, exit } = await bench.client.call('trace.get', { trace })
    const path = join(here.folder, `${names[index]}.txt`)
    await writeFile(path, renderCwm(source, rows, frames))
    const { job } = await here.client.call('trace.import', { format: 'cwm', path })
    const { made } = await followJob(here.client, job)
    const [one] = made
    if (typeof one?.trace !== 'string') {
      different.push(`${names[index]}: ${JSON.stringify(made)}`)
      continue
    }
    const back = await eventsOf(here, one.trace)
    compared++
    const [a, b] = [told(rows), told(back.rows)]
    const at = a.findIndex((event, seq) => JSON.stringify(event) !== JSON.stringify(b[seq]))
    if (at !== -1 || JSON.stringify(back.frames) !== JSON.stringify(frames) || one.exit !== exit) {
      different.push(
        `${names[index]} at ${at}: ${JSON.stringify(a[at])} ${JSON.stringify(b[at])} ${JSON.stringify(one)} exit ${exit}`,
      )
    }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(20)
}, 120_000)
