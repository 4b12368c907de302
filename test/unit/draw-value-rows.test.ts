import { describe, expect, it } from 'vitest'
import {
  type Opened,
  openedToChanges,
  ROOT_OPEN,
  setOpened,
  ValueRows,
} from '../../renderer/src/draw/value-rows.ts'
import { parseRepr } from '../../shared/trace/repr-parse.ts'
import { textAt } from '../../shared/trace/repr-tree.ts'

const SIGNS = [' ', '+', '-', '~']

function shown(rows: ValueRows): string[] {
  return Array.from({ length: rows.count }, (_, at) => {
    const row = rows.row(at)
    if (row === null) return 'none'
    const { tree, part, depth, sign, label, hasParts, isOpen } = row
    const mark = hasParts ? (isOpen ? 'v' : '>') : '.'
    return `${SIGNS[sign]}${'  '.repeat(depth)}${mark}${label} ${textAt(tree, part)}`
  })
}

function rowsOf(now: string, opened: Opened, before?: string): ValueRows {
  return new ValueRows(parseRepr(now), before === undefined ? null : parseRepr(before), opened)
}

describe('rows of a value', () => {
  it('are its parts, those of an open part directly after it', () => {
    let opened = setOpened(ROOT_OPEN, ['', "'a'"], true)
    opened = setOpened(opened, ['', "'a'", '1'], true)
    const rows = rowsOf("{'a': [1, (2, 3)], 'b': {4}}", opened)
    expect(shown(rows)).toEqual([
      " v {'a': [1, (2, 3)], 'b': {4}}",
      "   v'a' [1, (2, 3)]",
      '     .0 1',
      '     v1 (2, 3)',
      '       .0 2',
      '       .1 3',
      "   >'b' {4}",
    ])
    expect(rows.row(7)).toBeNull()
    expect(rows.parentRow(5)).toBe(3)
    expect(rows.parentRow(6)).toBe(0)
    expect(shown(rowsOf('[[1], 2]', setOpened(opened, [''], false)))).toEqual([' > [[1], 2]'])
  })

  it('show what is gone where it was, and number what is there', () => {
    expect(shown(rowsOf('[1, 3, 4]', ROOT_OPEN, '[1, 2, 3, 4]'))).toEqual([
      '~v [1, 3, 4]',
      '   .0 1',
      '-  . 2',
      '   .1 3',
      '   .2 4',
    ])
    expect(shown(rowsOf("{'b': 2}", ROOT_OPEN, "{'a': 1, 'b': 2}"))).toEqual([
      "~v {'b': 2}",
      "   .'b' 2",
      "-  .'a' 1",
    ])
  })

  it('open what leads to a change, and go from change to change', () => {
    const [now, before] = ["{'a': [1, {'k': 5}], 'b': [0]}", "{'a': [1, {'k': 4}], 'b': [0]}"]
    const opened = openedToChanges(parseRepr(now), parseRepr(before))
    const rows = rowsOf(now, opened, before)
    expect(shown(rows)).toEqual([
      `~v ${now}`,
      "~  v'a' [1, {'k': 5}]",
      '     .0 1',
      "~    v1 {'k': 5}",
      "~      .'k' 5",
      "   >'b' [0]",
    ])
    expect(rows.nextChange(-1)).toBe(4)
    expect(rows.nextChange(4)).toBe(4)
    expect(rowsOf(now, opened).nextChange(0)).toBe(-1)
  })

  it('of a hundred thousand items are made in a moment', () => {
    const text = (last: number) =>
      `[${Array.from({ length: 100_000 }, (_, at) => at).join(', ')}, ${last}]`
    const [now, before] = [parseRepr(text(1)), parseRepr(text(2))]
    const started = performance.now()
    const rows = new ValueRows(now, before, openedToChanges(now, before))
    expect(rows.count).toBe(100_002)
    expect(rows.nextChange(0)).toBe(100_001)
    expect(performance.now() - started).toBeLessThan(1500)
  })
})
