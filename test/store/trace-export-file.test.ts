import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { jsonlLines } from '../../main/jobs/trace-export/jsonl.ts'
import { lanesOf } from '../../main/jobs/trace-export/stored-events.ts'
import { sweepPartialFile, writeWholeFile } from '../../main/jobs/trace-export/target-file.ts'
import type { Store } from '../../main/store/store.ts'
import { runWrite } from '../../main/store/writes.ts'
import { openDirectStore } from '../support/direct-store.ts'
import { randomTrace } from '../support/random-trace.ts'
import { storeTrace } from '../support/stored-trace.ts'
import { jobRow, SELF } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'ndw-target-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* lines(...texts: (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (typeof text !== 'string') throw text
    yield text
  }
}

describe('the file of an export', () => {
  it('has its name only when it is whole, in folders that are made for it', async () => {
    const path = join(folder, 'a', 'b.jsonl')
    expect(await writeWholeFile(path, 'k_1', lines('é', 'x'))).toEqual({ bytes: 5 })
    expect(readFileSync(path, 'utf8')).toBe('é\nx\n')
    const other = join(folder, 'a', 'c.jsonl')
    const failing = writeWholeFile(other, 'k_2', lines('one', new Error('no more')))
    await expect(failing).rejects.toThrow('no more')
    expect(readdirSync(join(folder, 'a'))).toEqual(['b.jsonl'])
  })

  it('never takes the place of what appeared meanwhile', async () => {
    const path = join(folder, 'd.jsonl')
    async function* slow(): AsyncGenerator<string> {
      yield 'mine'
      writeFileSync(path, 'yours')
    }
    await expect(writeWholeFile(path, 'k_3', slow())).rejects.toThrow(/is there already/)
    expect(readFileSync(path, 'utf8')).toBe('yours')
    await expect(writeWholeFile('here.jsonl', 'k_3', lines())).rejects.toThrow(/absolute/)
    await expect(writeWholeFile(join(path, 'x'), 'k_3', lines())).rejects.toThrow(
      /cannot be written/,
    )
  })

  it('is swept when its job never ended', async () => {
    const { db, store } = openDirectStore()
    const path = join(folder, 'e.jsonl')
    const input = { trace: 't_1', format: 'jsonl', path }
    const row = { ...jobRow('k_9', { state: 'running' }), kind: 'trace-export' as const }
    runWrite(db, 'jobAdd', { row, input, owner: SELF })
    const partial = join(folder, '.e.jsonl.partial-k_9')
    writeFileSync(partial, 'half')
    await sweepPartialFile(store, 'k_1')
    expect(existsSync(partial)).toBe(true)
    await sweepPartialFile(store, 'k_9')
    expect(existsSync(partial)).toBe(false)
  })
})

describe('the lines of a run of several threads', () => {
  it('read when the threads had their turns once, not anew for each of them', async () => {
    const { db, store } = openDirectStore()
    const [run] = fc.sample(randomTrace, { seed: 7, numRuns: 1 })
    if (run === undefined) throw new Error('no run was drawn')
    const main = 't_00000000000000a0'
    await storeTrace(store, run, { trace: main }, [0, 0])
    for (const thread of [1, 2]) {
      const lane = { trace: `t_00000000000000a${thread}`, thread, mainTrace: main }
      await storeTrace(store, run, lane, [0, thread])
    }
    const asked: string[] = []
    const told: Store = {
      ...store,
      read: (name, input) => {
        asked.push(name)
        return store.read(name, input)
      },
    }
    const { signal } = new AbortController()
    const lines: string[] = []
    const lanes = await lanesOf(told, main, signal)
    for await (const line of jsonlLines(told, lanes, signal)) lines.push(line)
    const turns = lines.map((line) => JSON.parse(line)).flatMap((line) => line.turns ?? [])
    expect(turns).toEqual([0, 0, 0, 1, 0, 2])
    expect(asked.filter((name) => name === 'traceTurns')).toHaveLength(1)
    db.close()
  })
})
