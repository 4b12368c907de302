import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { Importer } from '../../main/jobs/import/importer.ts'
import { importJsonl } from '../../main/jobs/import/jsonl.ts'
import { jsonlLines } from '../../main/jobs/trace-export/jsonl.ts'
import { perfettoLines } from '../../main/jobs/trace-export/perfetto.ts'
import type { Store } from '../../main/store/store.ts'
import { directContext, openDirectStore } from '../support/direct-store.ts'
import { expectBalanced } from '../support/perfetto-rules.ts'
import { randomProject, randomTrace } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'

const folder = mkdtempSync(join(tmpdir(), 'ndw-files-'))
const file = join(folder, 'trace.jsonl')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function textOf(store: Store, trace: string, write = jsonlLines): Promise<string> {
  const detail = await store.read('traceGet', { trace })
  const lines: string[] = []
  for await (const line of write(store, [detail], new AbortController().signal)) lines.push(line)
  return `${lines.join('\n')}\n`
}

async function readBack(store: Store, text: string): Promise<Record<string, unknown>[]> {
  writeFileSync(file, text)
  const made: Record<string, unknown>[] = []
  const request = { format: 'jsonl' as const, path: file }
  await importJsonl(file, new Importer(request, directContext(store, made)))
  return made
}

async function everything(store: Store, trace: string): Promise<unknown> {
  const { imported: _, ...detail } = await store.read('traceGet', { trace })
  const nodes = await store.read('treeNodes', { trace, from: 0, limit: 50_000 })
  const seqs = nodes.close.map((_close, seq) => seq)
  const states = await store.read('treeStates', { trace, seqs })
  return {
    detail,
    nodes,
    states,
    files: await store.read('traceFiles', { trace }),
    output: await store.read('traceOutput', { trace }),
    turns: await store.read('traceTurns', { trace }),
  }
}

describe('a trace written to a file', () => {
  it('is the same trace when it is read into another store, and gives the same bytes again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(randomTrace, randomProject),
        fc.boolean(),
        async (run, oneOfTwo) => {
          // As of a run whose other thread had one event after each of the first half.
          const half = Math.ceil(run.events.length / 2)
          const turns = oneOfTwo
            ? Array.from({ length: half }, (_, seq) => [seq, 2 * seq]).flat()
            : null
          const from = openDirectStore()
          const to = openDirectStore()
          const trace = await storeTrace(from.store, run, {}, turns)
          const text = await textOf(from.store, trace)
          expect(await readBack(to.store, text)).toMatchObject([{ trace, known: false, notes: [] }])
          expect(await everything(to.store, trace)).toEqual(await everything(from.store, trace))
          expect(await textOf(to.store, trace)).toBe(text)
          expect((await to.store.read('traceGet', { trace })).imported).toBe('jsonl')
          expect(await readBack(from.store, text)).toMatchObject([{ trace, known: true }])
          from.db.close()
          to.db.close()
        },
      ),
      { numRuns: 80 },
    )
  })

  it('is refused when a single character of it is another, and nothing of it stays', async () => {
    const { store, db } = openDirectStore()
    const to = openDirectStore()
    const change = fc.record({ at: fc.nat(), to: fc.string({ minLength: 0, maxLength: 2 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(randomTrace, randomProject),
        change,
        async (run, { at, to: junk }) => {
          const trace = await storeTrace(store, run, { trace: 't_00000000000000aa' })
          const text = await textOf(store, trace)
          db.exec("DELETE FROM trace WHERE id = 't_00000000000000aa'")
          const spot = at % (text.length - 1)
          const other = text.slice(0, spot) + junk + text.slice(spot + 1)
          fc.pre(other !== text && other.trim() !== text.trim())
          const made = await readBack(to.store, other)
          expect(made.length).toBeGreaterThan(0)
          for (const one of made) {
            expect(one).toMatchObject({ trace: null, failure: expect.stringContaining(file) })
            expect(Number(one.line)).toBeLessThanOrEqual(other.split('\n').length)
          }
          expect(to.db.prepare('SELECT count(*) AS n FROM trace').get()).toEqual({ n: 0 })
        },
      ),
      { numRuns: 400 },
    )
  })

  it('gives Perfetto slices that nest and end, whatever was cut', async () => {
    await fc.assert(
      fc.asyncProperty(randomTrace, async (run) => {
        const { store, db } = openDirectStore()
        const trace = await storeTrace(store, run)
        const calls = run.events.filter((event) => event.kind === 'call').length
        const told = expectBalanced(await textOf(store, trace, perfettoLines))
        expect(told.slices).toBe(calls)
        expect(told.instants).toBe(run.events.filter(({ kind }) => kind === 'exception').length)
        db.close()
      }),
      { numRuns: 60 },
    )
  })
})
