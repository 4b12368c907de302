import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorkspace } from '../../main/store/open.ts'
import { reads } from '../../main/store/reads.ts'
import { sql } from '../../main/store/sql.ts'
import { runWrite } from '../../main/store/writes.ts'
import { sourceEntries } from './entries.ts'
import { temporaryFolder } from './folders.ts'
import { SELF } from './samples.ts'

const KILLS = 6

/** Lets a process write until `acknowledged` traces are told, then kills it; answers with what it told. */
function writeAndKill(args: readonly string[], acknowledged: number): Promise<string[]> {
  const script = join(import.meta.dirname, 'write-until-killed.ts')
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let told = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString('utf8')
      if (told.split('\n').length > acknowledged) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(told.split('\n').slice(0, -1))
      else reject(new Error(`The writing process ended by itself (${told})`))
    })
  })
}

describe('a process killed while it writes', () => {
  it(`leaves every acknowledged trace and no half one, ${KILLS} times on one file`, async () => {
    const path = join(temporaryFolder(), 'some.ndw')
    const entries = sourceEntries(temporaryFolder())
    const acknowledged = new Set<string>()
    for (let round = 0; round < KILLS; round++) {
      const told = await writeAndKill([entries, path, `r${round}`], 1 + round * 3)
      for (const trace of told) acknowledged.add(trace)
      const workspace = await openWorkspace(path)
      if (workspace.kind !== 'writable') throw new Error(workspace.reason)
      const { db } = workspace
      expect(db.pragma('integrity_check')).toBe('ok')
      expect(db.all(sql`SELECT * FROM pragma_foreign_key_check`)).toEqual([])
      const kept = new Set(reads.traceIds(db, { where: '' }))
      expect([...acknowledged].filter((trace) => !kept.has(trace))).toEqual([])
      // At most the one trace that was committed but not yet told when the kill came.
      expect(kept.size - acknowledged.size).toBeLessThanOrEqual(round + 1)
      expect(runWrite(db, 'jobsAdopt', { at: 5, self: SELF })).toMatchObject({
        interrupted: [`k_r${round}`],
        tracesSwept: 1,
      })
      expect(db.get(sql`SELECT count(*) AS count FROM trace WHERE state = 'recording'`)).toEqual({
        count: 0,
      })
      for (const trace of kept) {
        expect(reads.traceEvents(db, { trace, offset: 0, limit: 10 }).rows).toHaveLength(4)
      }
      db.close()
    }
  })
})

const TOGETHER = 3
const EACH = 200

describe('several processes that write to one file', () => {
  it('from its making on: none is refused and every trace is there', async () => {
    const path = join(temporaryFolder(), 'new.ndw')
    const entries = sourceEntries(temporaryFolder())
    const script = join(import.meta.dirname, 'write-many.ts')
    const statuses = Array.from({ length: TOGETHER }, (_, index) => {
      const args = [script, entries, path, `p${index}`, `${EACH}`]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
      return new Promise((resolve, reject) => {
        child.on('error', reject)
        child.on('close', resolve)
      })
    })
    expect(await Promise.all(statuses)).toEqual(statuses.map(() => 0))
    const workspace = await openWorkspace(path)
    if (workspace.kind !== 'writable') throw new Error(workspace.reason)
    const { db } = workspace
    expect(reads.traceIds(db, { where: '' })).toHaveLength(TOGETHER * EACH)
    expect(db.pragma('integrity_check')).toBe('ok')
    db.close()
    expect(readdirSync(join(path, '..'))).toEqual(['new.ndw'])
  })
})
