import { describe, expect, it } from 'vitest'
import { BANDS, type Band, bandOf, type PivotCount, pivotOf } from '../../shared/model/pivot.ts'
import { valueTypeOf } from '../../shared/model/value-type.ts'

function count(program: number, row: string, column: string | null, of: [number, number]) {
  const [right, total] = of
  return { program, row, column, right, total } satisfies PivotCount
}

/** Two programs, two actions, three depths. */
const COUNTS: readonly PivotCount[] = [
  count(1, 'step_over', '1', [8, 10]),
  count(2, 'step_over', '1', [6, 10]),
  count(1, 'step_over', '5–8', [1, 5]),
  count(2, 'step_into', 'exit', [3, 3]),
]

describe('a pivot', () => {
  const { rowValues, columnValues, cells } = pivotOf(COUNTS, { rows: 'action', columns: 'depth' })
  const at = (row: string | null, column: string | null) =>
    cells.find((one) => one.row === row && one.column === column)

  it('has values by how often they are, and bands by their size', () => {
    expect(rowValues).toEqual(['step_over', 'step_into'])
    expect(columnValues).toEqual(['1', '5–8', 'exit'])
  })

  it('counts each cell and every sum over programs', () => {
    expect(at('step_over', '1')).toMatchObject({ right: 14, total: 20, share: 0.7, programs: 2 })
    expect(at('step_over', '1')?.interval?.[0]).toBeLessThan(0.7)
    // One program says nothing of others.
    expect(at('step_over', '5–8')).toMatchObject({
      right: 1,
      total: 5,
      programs: 1,
      interval: null,
    })
    expect(at('step_over', null)).toMatchObject({ right: 15, total: 25, programs: 2 })
    expect(at(null, '1')).toMatchObject({ right: 14, total: 20 })
    expect(at(null, null)).toMatchObject({ right: 18, total: 28, programs: 2 })
    expect(at('step_into', '1')).toBeUndefined()
  })

  it('of error classes says how many of a row have each', () => {
    const errors = pivotOf(
      [
        count(1, 'step_over', null, [7, 7]),
        count(1, 'step_over', 'wrong_value', [0, 3]),
        count(2, 'step_over', 'wrong_line', [0, 1]),
        count(2, 'step_over', null, [9, 9]),
        count(2, 'step_into', null, [5, 5]),
      ],
      { rows: 'action', columns: 'error' },
    )
    const cell = (row: string | null, column: string | null) =>
      errors.cells.find((one) => one.row === row && one.column === column)
    expect(errors.columnValues).toEqual(['wrong_value', 'wrong_line'])
    expect(cell('step_over', 'wrong_value')).toMatchObject({ right: 3, total: 20, programs: 2 })
    expect(cell('step_over', null)).toMatchObject({ right: 4, total: 20 })
    expect(cell(null, 'wrong_line')).toMatchObject({ right: 1, total: 25 })
    expect(cell('step_into', 'wrong_line')).toBeUndefined()
  })

  it('shows the most frequent values and says how many it does not', () => {
    const types = Array.from({ length: 50 }, (_, at) =>
      count(1, 'step_over', `T${at}`, [1, at + 1]),
    )
    const pivot = pivotOf(types, { rows: 'action', columns: 'value_type' })
    expect(pivot.columnValues).toHaveLength(40)
    expect(pivot.columnValues[0]).toBe('T49')
    expect(pivot.left).toEqual({ rows: 0, columns: 10 })
    expect(pivot.cells.at(-1)).toMatchObject({ right: 50, total: 1275 })
  })

  it('has bands that hold every number once', () => {
    for (const dimension of ['depth', 'horizon'] as const) {
      const bands: readonly Band[] = BANDS[dimension]
      for (let number = 1; number < 300; number++) {
        const held = bands.filter(
          ({ least, most }) => number >= least && (most === null || number <= most),
        )
        expect(held).toHaveLength(1)
        expect(bandOf(dimension, number)).toBe(held[0]?.name)
      }
    }
  })
})

describe('the type of the values that a state brings', () => {
  const locals = new Map([
    ['x', 'int'],
    ['y', 'list'],
    ['z', 'int'],
  ])
  const state = (names: readonly string[], arg: string | null = null) => ({
    event: 'line' as const,
    src: 'x = 1',
    locals: { omitted: true, entries: names.map((name) => [name, '1'] as const) },
    arg,
  })

  it('is that of what is returned, else of the variables that changed', () => {
    expect(valueTypeOf(state([], '[1]'), { locals, argument: 'list' })).toBe('list')
    expect(valueTypeOf(state(['x']), { locals, argument: null })).toBe('int')
    expect(valueTypeOf(state(['x', 'z']), { locals, argument: null })).toBe('int')
    expect(valueTypeOf(state(['x', 'y']), { locals, argument: null })).toBe('several')
    expect(valueTypeOf(state([]), { locals, argument: null })).toBe('nothing')
    expect(valueTypeOf(null, { locals, argument: null })).toBe('nothing')
  })
})
