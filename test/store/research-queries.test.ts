import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WritableDb } from '../../main/store/database.ts'
import { sql } from '../../main/store/sql.ts'
import type { CorpusRow } from '../../shared/contract/corpus.ts'
import type { Level } from '../../shared/query/fields.ts'
import { corpusPage } from '../support/corpus-page.ts'
import { recordedStore } from '../support/recorded-store.ts'
import { RESEARCH_PROGRAMS } from './research-programs.ts'
import { RESEARCH_QUERIES } from './research-queries.ts'

let db: WritableDb
beforeAll(async () => {
  db = await recordedStore(RESEARCH_PROGRAMS)
  addTrajectory('j_into_fail', 'two_up', 'step_into', 'fail')
  addTrajectory('j_over_fail', 'two_up', 'step_over', 'fail')
  addTrajectory('j_into_square', 'fresh', 'step_into', 'square')
}, 120_000)
afterAll(() => db.close())

/** One action, which leads to the first call of a function. */
function addTrajectory(id: string, program: string, action: string, called: string): void {
  const where = `program == "${program}" and event == "call" and function == "${called}"`
  const rows = corpusPage(db, { level: 'step', where, columns: [], limit: 1 })
  const [{ trace, step }] = rows as [CorpusRow]
  const { key } =
    db.run(sql`INSERT INTO trajectory (id, trace_key, policy, seed, ordinal, direction, scope_open,
      scope_close, start_seq, start_duplicate, step_count, exit, resampled)
    VALUES (${id}, (SELECT trace_key FROM trace WHERE id = ${trace}), 'by hand', 1, 0, 'forward', 0, 9, 0, 0, 1, NULL, 0)`)
  db.run(sql`INSERT INTO step VALUES (${key}, 0, ${action}, NULL, ${step}, 0)`)
}

const NAMES: Readonly<Record<Level, readonly string[]>> = {
  program: ['name'],
  trace: ['program'],
  step: ['program', 'line', 'event'],
  trajectory: ['id'],
}

function found(level: Level, where: string): string[] {
  const rows = corpusPage(db, { level, where, columns: NAMES[level], limit: 10_000 })
  return rows.map(({ cells: [name, line, event] }) =>
    level === 'step' ? `${name}:${line} ${event}` : String(name),
  )
}

describe('what researchers ask', () => {
  it.each(RESEARCH_QUERIES)('$ask', ({ level, where, finds, never }) => {
    const nameOf = (row: string): string => row.split(':')[0] as string
    const concerned = new Set([...finds, ...never].map(nameOf))
    for (const name of level === 'trajectory' ? [] : concerned) {
      expect(RESEARCH_PROGRAMS.map((program) => program.name)).toContain(name)
    }
    const rows = found(level, where).filter((row) => concerned.has(nameOf(row)))
    expect(rows.sort()).toEqual([...finds].sort())
  })

  it('is told of every program in the traces', () => {
    expect(new Set(found('trace', '')).size).toBe(RESEARCH_PROGRAMS.length)
  })
})
