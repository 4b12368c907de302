import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrng } from '../../shared/base/prng.ts'
import { jsonLines, ndw, ndwJson, startNdw, temporaryFolder } from '../support/ndw.ts'

/** Kills of each kind, and programs of the batch: NDW_KILLS=50 NDW_PROGRAMS=300 for the full drill. */
const KILLS = Number(process.env.NDW_KILLS ?? 4)
const PROGRAMS = Number(process.env.NDW_PROGRAMS ?? 120)
const SEED = Number(process.env.NDW_SEED ?? 1)

const folder = temporaryFolder('kill')
const store = join(folder.path, 'workspace.db')
const programs = join(folder.path, 'programs.jsonl')

beforeAll(() => {
  const lines = Array.from({ length: PROGRAMS }, (_, i) =>
    JSON.stringify({
      id: `p${i}`,
      code: `def f(n):\n    return n * ${i}\nfor k in range(60):\n    x = f(k)\n`,
    }),
  )
  writeFileSync(programs, `${lines.join('\n')}\n`)
})
afterAll(folder.remove)

interface Store {
  readonly integrity: unknown
  readonly traces: string[]
  readonly half: number
  readonly open: number
  readonly interrupted: number
}

function inspect(): Store {
  const db = new Database(store, { readonly: true })
  const count = (sql: string): number => (db.prepare(sql).get() as { n: number }).n
  const found = {
    integrity: db.pragma('integrity_check', { simple: true }),
    traces: db
      .prepare("SELECT id FROM trace WHERE state = 'recorded'")
      .all()
      .map((row) => (row as { id: string }).id),
    half: count("SELECT count(*) AS n FROM trace WHERE state = 'recording'"),
    open: count("SELECT count(*) AS n FROM job WHERE state IN ('queued', 'running')"),
    interrupted: count("SELECT count(*) AS n FROM job WHERE state = 'interrupted'"),
  }
  db.close()
  return found
}

/** A trace that is told as it begins is not promised yet. */
function isWhole(row: Record<string, unknown>): boolean {
  return row.recording !== true
}

/** Runs a command, kills it after a time, and answers with what it had printed by then. */
async function killAfter(args: readonly string[], milliseconds: number): Promise<string> {
  const running = startNdw(args)
  await Promise.race([sleep(milliseconds), running.ended])
  running.child.kill('SIGKILL')
  return (await running.ended).stdout
}

describe('kill -9', () => {
  it(`during recording, ${KILLS} times: what was told stays, nothing is half, the batch completes`, async () => {
    const prng = createPrng('kill-recording', SEED)
    const told = new Set<string>()
    let killed = 0
    let batches = 0
    for (let round = 0; round < KILLS; round++) {
      // A cold sandbox takes seconds: kills fall before, during and after the first traces.
      const milliseconds = 500 + prng.nextBelow(7000)
      const stdout = await killAfter(['trace', programs, '--store', store, '--json'], milliseconds)
      for (const row of jsonLines(stdout.slice(0, stdout.lastIndexOf('\n') + 1)).filter(isWhole)) {
        told.add(String(row.trace))
      }
      if (!existsSync(store)) continue
      expect((await ndw(['traces', '--store', store])).status).toBe(0)
      const found = inspect()
      expect(found).toMatchObject({ integrity: 'ok', half: 0, open: 0 })
      expect([...told].filter((trace) => !found.traces.includes(trace))).toEqual([])
      if (found.traces.length === PROGRAMS && round < KILLS - 1) {
        // The batch came to its end over the kills: the next ones fall into a new one.
        expect(new Set(found.traces).size).toBe(PROGRAMS)
        killed += found.interrupted
        batches++
        told.clear()
        for (const end of ['', '-wal', '-shm']) rmSync(`${store}${end}`, { force: true })
      }
    }
    const last = existsSync(store) ? inspect().interrupted : 0
    expect(killed + last).toBeGreaterThan(0)
    // What is interrupted goes on by itself; a batch that never began, by its path.
    const rest = last > 0 ? ['--resume'] : [programs]
    const result = await ndw(['trace', ...rest, '--store', store, '--json'])
    expect(result.status).toBe(0)
    expect(jsonLines(result.stdout).filter(isWhole)).toHaveLength(PROGRAMS)
    expect(new Set(inspect().traces).size).toBe(PROGRAMS)
    expect(inspect().traces).toHaveLength(PROGRAMS)
    process.stdout.write(`${killed + last} jobs interrupted, ${batches + 1} batches completed\n`)
  })

  it(`during export, ${KILLS} times: a folder is whole or not there, and nothing hidden stays`, async () => {
    await ndwJson([
      'sample',
      '--all',
      '--policy',
      'interpreter',
      '--seed',
      '1',
      '--count',
      '5',
      '--store',
      store,
    ])
    const prng = createPrng('kill-export', SEED)
    const before = inspect().interrupted
    for (let round = 0; round < KILLS; round++) {
      const out = join(folder.path, `export-${round}`)
      const args = ['export', '--format', 'jsonl', '--out', out, '--store', store]
      await killAfter(args, 200 + prng.nextBelow(3000))
      expect((await ndw(['traces', '--store', store])).status).toBe(0)
      if (existsSync(out)) expectWhole(out)
      expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([])
      expect(inspect()).toMatchObject({ integrity: 'ok', open: 0 })
    }
    expect(inspect().interrupted).toBeGreaterThan(before)
  })
})

function expectWhole(out: string): void {
  const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  for (const { name, sha256 } of manifest.files) {
    const hash = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')
    expect(hash).toBe(sha256)
  }
}
