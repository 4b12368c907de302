import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Importer } from '../../main/jobs/import/importer.ts'
import { importJsonl } from '../../main/jobs/import/jsonl.ts'
import { jsonlLines } from '../../main/jobs/trace-export/jsonl.ts'
import { type DirectStore, directContext, openDirectStore } from '../support/direct-store.ts'
import { runMachine } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'

/** Whole files that are not as trace-jsonl.md says, with a right hash, so that it is not the hash that refuses them. */

const folder = mkdtempSync(join(tmpdir(), 'ndw-jsonl-'))
const file = join(folder, 'trace.jsonl')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A call, lines, a generator that yields, an exception and returns. */
const RUN = runMachine([11, 41, 21, 81, 9, 8, 17, 31, 16, 25, 51, 7, 13, 6], false)
const lines: string[] = []
beforeAll(async () => {
  const { store, db } = openDirectStore()
  const trace = await storeTrace(store, RUN)
  const detail = await store.read('traceGet', { trace })
  for await (const line of jsonlLines(store, [detail], new AbortController().signal))
    lines.push(line)
  db.close()
})

function sealed(
  body: readonly string[],
  events = body.filter((one) => one.startsWith('{"seq"')).length,
): string {
  const text = body.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  return `${text}${JSON.stringify({ end: { events, sha256 } })}\n`
}

interface Report {
  readonly result: Record<string, unknown>
  readonly made: Record<string, unknown>[]
  readonly kept: number
}

async function take(text: string | Buffer, at: DirectStore = openDirectStore()): Promise<Report> {
  writeFileSync(file, text)
  const made: Record<string, unknown>[] = []
  const importer = new Importer({ format: 'jsonl', path: file }, directContext(at.store, made))
  await importJsonl(file, importer)
  const { kept } = at.db.prepare('SELECT count(*) AS kept FROM trace').get() as { kept: number }
  return { result: importer.outcome().result, made, kept }
}

const body = (): string[] => lines.slice(0, -1)
/** The body with one line changed; the line is found by what it holds. */
const changed = (holds: string, from: string | RegExp, to: string): string[] => {
  const at = body().findIndex((line) => line.includes(holds))
  const line = lines[at] ?? ''
  const other = line.replace(from, to)
  if (other === line) throw new Error(`nothing changed in ${line}`)
  return body().with(at, other)
}

describe('a file of a trace that is not right', () => {
  it('is what these tests begin with when nothing is changed', async () => {
    expect(sealed(body())).toBe(`${lines.join('\n')}\n`)
    expect(await take(sealed(body()))).toMatchObject({ result: { taken: 1, refused: 0 }, kept: 1 })
  })

  it.each<[string, () => string | Buffer, RegExp]>([
    ['is empty', () => '', /holds no trace/],
    ['is something else', () => 'hello\nworld\n', /not JSON/],
    ['is JSON of something else', () => '{"a":1}\n', /header/],
    ['is not UTF-8', () => Buffer.from([0x7b, 0xff, 0x0a]), /not UTF-8/],
    [
      'is of another version',
      () => sealed(changed('"format"', '"version":1', '"version":2')),
      /version 2 .* reads 1/,
    ],
    ['has no version', () => sealed(changed('"format"', '"version":1,', '')), /no version/],
    [
      'has an unknown field',
      () => sealed(changed('"format"', '"entry"', '"colour":1,"entry"')),
      /header/,
    ],
    [
      'has an id that is none',
      () => sealed(changed('"format"', /"t_[0-9a-f]{16}"/, '"t_x"')),
      /at trace/,
    ],
    [
      'has code of another hash',
      () => sealed(changed('"format"', 'def main', 'def niam')),
      /codeSha256/,
    ],
    [
      'has half a pair in its code',
      () => sealed(changed('"format"', 'def main', 'def \\ud800')),
      /half of a surrogate/,
    ],
    [
      'has an unknown stop reason',
      () => sealed(changed('"format"', '"stop":"ended"', '"stop":"tired"')),
      /at stop/,
    ],
    [
      'has a result that is none',
      () => sealed(changed('"format"', /"result":\[[^\]]*\]"?[^\]]*\]/, '"result":[1]')),
      /at result/,
    ],
    [
      'is nested too deep',
      () =>
        sealed(
          changed(
            '"format"',
            '"determinism":',
            `"determinism":${'['.repeat(50)}${']'.repeat(50)},"x":`,
          ),
        ),
      /nested too deep/,
    ],
    ['begins with an event', () => sealed(body().slice(1)), /header/],
    ['ends early', () => `${body().slice(0, 6).join('\n')}\n`, /no end line/],
    ['ends in the middle of a line', () => `${body().join('\n').slice(0, -40)}`, /not JSON/],
    ['lacks an event', () => sealed(body().toSpliced(3, 1)), /event 2 is in the place of 1/],
    [
      'has an event twice',
      () => sealed(body().toSpliced(3, 0, String(lines[3]))),
      /in the place of/,
    ],
    [
      'begins with a line event',
      () => sealed(changed('"seq":0,', '"kind":"call"', '"kind":"line"')),
      /no call event/,
    ],
    [
      'has a frame out of nothing',
      () => sealed(changed('"seq":1,', /"frame":\d+/, '"frame":77')),
      /no call event|activation|depth/,
    ],
    [
      'has a call too many',
      () => sealed(changed('"seq":1,', '"kind":"line"', '"kind":"call"')),
      /depth/,
    ],
    [
      'has a depth that calls do not make',
      () => sealed(changed('"seq":2,', /"depth":\d+/, '"depth":9')),
      /depth 9/,
    ],
    [
      'changes functions within a frame',
      () => sealed(changed('"seq":1,', '"function":"main"', '"function":"other"')),
      /another function/,
    ],
    [
      'is of another thread',
      () => sealed(changed('"seq":1,', '"thread":0', '"thread":1')),
      /not of thread 0/,
    ],
    [
      'changes a slot twice',
      () => sealed(changed('"changes":[[', '"changes":[[', '"changes":[[0,"q"],[0,"r"],[')),
      /changes twice in one event/,
    ],
    [
      'goes on with another event',
      () => sealed([...body(), '{"more":0,"changes":[]}']),
      /goes on with event 0/,
    ],
    [
      'counts other exceptions',
      () => sealed(changed('"format"', /"exceptions":\d+/, '"exceptions":99')),
      /99 exceptions/,
    ],
    [
      'counts another depth',
      () => sealed(changed('"format"', /"depth":\d+/, '"depth":99')),
      /99 depth/,
    ],
    [
      'counts other output',
      () => sealed(changed('"format"', /"stdoutBytes":\d+/, '"stdoutBytes":1')),
      /1 stdoutBytes/,
    ],
    ['tells another number at its end', () => sealed(body(), 3), /tells of 3 events/],
    [
      'has a wrong hash',
      () => sealed(body()).replace(/"sha256":"[0-9a-f]{64}/, `"sha256":"${'f'.repeat(64)}`),
      /sha256/,
    ],
    ['has something after the end', () => `${sealed(body())}{"seq":0}\n`, /header/],
    [
      'has a line that is too long',
      () => `${lines[0]}\n${'x'.repeat(16_777_300)}\n`,
      /more than 16777216/,
    ],
  ])('is refused when it %s', async (what, text, reason) => {
    const { result, made, kept } = await take(text())
    expect(made.filter((one) => one.trace === null)).toHaveLength(1)
    const refusal = made.find((one) => one.trace === null)
    expect(refusal?.failure).toMatch(reason)
    expect(refusal?.failure).toContain(`${file}, line ${refusal?.line}: `)
    const before = what === 'has something after the end' ? 1 : 0
    expect(result).toMatchObject({ taken: before, refused: 1 })
    expect(kept).toBe(before)
  })

  it('leaves the other traces of the file alone', async () => {
    const bad = body().toSpliced(5, 1).slice(0, 9)
    const other = (id: string) =>
      sealed(body().map((line) => line.replace(/"t_[0-9a-f]{16}"/, `"t_${id}"`)))
    const text = `${other('00000000000000aa')}${bad.join('\n')}\n\n${other('00000000000000bb')}`
    const { result, made, kept } = await take(text)
    expect(result).toMatchObject({ taken: 2, refused: 1 })
    expect(made.map((one) => one.line)).toEqual([1, lines.length + 6, lines.length + 11])
    expect(kept).toBe(2)
  })

  it('is refused when another trace has its id, and that one stays', async () => {
    const at = openDirectStore()
    await take(sealed(body()), at)
    const text = sealed(changed('"format"', /"wallMs":[\d.]+/, '"wallMs":1'))
    const { made, kept } = await take(text, at)
    expect(made[0]?.failure).toMatch(/another trace with the id t_[0-9a-f]{16} is here already/)
    expect(kept).toBe(1)
    const id = String(JSON.parse(String(lines[0])).trace)
    expect((await at.store.read('traceGet', { trace: id })).wallMs).toBe(12.5)
  })

  it('notes a licence that the program’s first trace does not have', async () => {
    const at = openDirectStore()
    await take(sealed(body()), at)
    const text = sealed(
      body().map((line) =>
        line
          .replace(/"t_[0-9a-f]{16}"/, '"t_00000000000000cc"')
          .replace('"licence":null', '"licence":"MIT"'),
      ),
    )
    const { made } = await take(text, at)
    expect(made[0]?.notes).toEqual([expect.stringMatching(/with the licence unknown, which stays/)])
  })
})

describe('a file of a trace whose recorder was shut off for a while', () => {
  it('is taken as the recorder’s own tree would be, and says what is missing', async () => {
    const at = body().findLastIndex(
      (line) => line.includes('"kind":"return"') && !line.includes('"depth":1,'),
    )
    const { made } = await take(
      sealed(body().with(at, String(body()[at]).replace('"return"', '"line"'))),
    )
    expect(made[0]?.notes).toEqual(['1 return of its frames is missing'])
  })
})

describe('an import that is cancelled', () => {
  it('keeps the traces taken before, and nothing of the one it was at', async () => {
    const at = openDirectStore()
    const long = runMachine(
      Array.from({ length: 9000 }, (_, index) => index * 7 + 1),
      true,
    )
    const trace = await storeTrace(at.store, long, { trace: 't_00000000000000dd' })
    const detail = await at.store.read('traceGet', { trace })
    expect(detail.events).toBeGreaterThan(8000)
    let text = sealed(body())
    for await (const line of jsonlLines(at.store, [detail], new AbortController().signal)) {
      text += `${line}\n`
    }
    writeFileSync(file, text)
    const to = openDirectStore()
    const abort = new AbortController()
    const context = directContext(to.store)
    const importer = new Importer(
      { format: 'jsonl', path: file },
      {
        ...context,
        signal: abort.signal,
        // A long trace tells that it can be looked at: it is in the store by then.
        made: (thing) => void (thing.recording === true && abort.abort()),
      },
    )
    await expect(importJsonl(file, importer)).rejects.toThrow(/abort/i)
    const states = to.db.prepare('SELECT id, state FROM trace').all()
    expect(states).toEqual([{ id: JSON.parse(String(lines[0])).trace, state: 'recorded' }])
  })
})
