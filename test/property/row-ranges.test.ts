import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALL_ROWS,
  chosenCount,
  isChosen,
  NO_ROWS,
  type RowRanges,
  toggledRow,
  withRows,
} from '../../renderer/src/ui/row-ranges.ts'

const ROWS = 30
const row = fc.nat({ max: ROWS - 1 })
const act = fc.oneof(
  fc.record({ is: fc.constant('toggle' as const), row }),
  fc.record({ is: fc.constant('range' as const), row, to: row }),
)

describe('rows chosen', () => {
  it('are those of a set, whatever was toggled and extended, in ranges that rise and lie apart', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        const set = new Set<number>()
        let ranges: RowRanges = NO_ROWS
        for (const one of acts) {
          if (one.is === 'toggle') {
            ranges = toggledRow(ranges, one.row)
            if (!set.delete(one.row)) set.add(one.row)
          } else {
            ranges = withRows(ranges, one.row, one.to)
            const [from, to] = [Math.min(one.row, one.to), Math.max(one.row, one.to)]
            for (let at = from; at <= to; at++) set.add(at)
          }
        }
        const chosen = Array.from({ length: ROWS }, (_, at) => at).filter((at) =>
          isChosen(ranges, at),
        )
        expect(chosen).toEqual([...set].sort((a, b) => a - b))
        expect(chosenCount(ranges, ROWS)).toBe(set.size)
        const ends = ranges.flat()
        expect(ends).toEqual([...ends].sort((a, b) => a - b))
        for (let at = 1; at < ranges.length; at++) {
          expect((ranges[at]?.[0] ?? 0) - (ranges[at - 1]?.[1] ?? 0)).toBeGreaterThan(1)
        }
      }),
    )
  })

  it('can be all of a list but some, however long it is', () => {
    expect(chosenCount(ALL_ROWS, 12)).toBe(12)
    const without = toggledRow(ALL_ROWS, 5)
    expect(isChosen(without, 5)).toBe(false)
    expect(chosenCount(without, 12)).toBe(11)
    expect(chosenCount(without, 3)).toBe(3)
  })
})
