import { describe, expect, it } from 'vitest'
import { asJson } from '../../renderer/src/views/corpus/cell-menu.ts'
import { chosenWords, rowsQuery, rowsTsv } from '../../renderer/src/views/corpus/chosen-rows.ts'
import type { CorpusRow } from '../../shared/contract/corpus.ts'
import { parseQuery } from '../../shared/query/check.ts'

const row = (id: string, trace: string | null = null, step: number | null = null): CorpusRow => ({
  ...{ id, trace, step, trajectory: null, cells: [] },
})

describe('rows as a query', () => {
  it('names them by ids, steps by their trace, in the one language', () => {
    const steps = [row('t_1 3', 't_1', 3), row('t_2 0', 't_2', 0), row('t_1 5', 't_1', 5)]
    const queries = [
      ['trace', rowsQuery('trace', [row('t_1')])],
      ['trajectory', rowsQuery('trajectory', [row('j_1'), row('j_2')])],
      ['step', rowsQuery('step', steps)],
      ['step', rowsQuery('step', steps.slice(0, 1))],
    ] as const
    expect(queries.map(([, query]) => query)).toEqual([
      'id == "t_1"',
      'id in ["j_1", "j_2"]',
      '(trace == "t_1" and seq in [3, 5]) or (trace == "t_2" and seq == 0)',
      'trace == "t_1" and seq == 3',
    ])
    for (const [level, query] of queries) expect(parseQuery(query ?? '', level).ok).toBe(true)
  })

  it('is none where they are more than a query can name', () => {
    expect(
      rowsQuery(
        'trace',
        Array.from({ length: 400 }, (_, at) => row(`t_${at}000`)),
      ),
    ).toBeNull()
  })
})

describe('rows for a spreadsheet', () => {
  it('have the names of their columns only where they are several', () => {
    const cells = [{ by: 'exit', cell: 'a\tb', type: 'text' }] as const
    expect(rowsTsv(['Exit'], [cells])).toBe('a b')
    expect(rowsTsv(['Exit'], [cells, cells])).toBe('Exit\na b\na b')
    expect(rowsTsv(['Exit'], [])).toBe('')
  })

  it('have times of the calendar, which JSON has as numbers', () => {
    const at = new Date(2026, 10, 30, 14, 20, 5).getTime()
    const cells = [
      { by: 'recorded', cell: at, type: 'time' },
      { by: 'events', cell: at, type: 'number' },
    ] as const
    expect(rowsTsv(['Recorded', 'Events'], [cells])).toBe(`2026-11-30 14:20:05\t${at}`)
    expect(JSON.parse(asJson(cells))).toEqual({ recorded: at, events: at })
  })
})

describe('the number of rows chosen', () => {
  it('says when they are all, and when more may come', () => {
    const some = { isAll: false, isCounting: true }
    expect(chosenWords(1, some)).toBe('1 row is chosen')
    expect(chosenWords(1200, some)).toBe('1,200 rows are chosen')
    expect(chosenWords(1200, { isAll: true, isCounting: false })).toBe(
      'All 1,200 rows that match are chosen',
    )
    expect(chosenWords(1200, { isAll: true, isCounting: true })).toBe(
      'All rows that match are chosen: 1,200 so far…',
    )
  })
})
