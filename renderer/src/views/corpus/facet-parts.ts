import type { Cell } from '../../../../shared/contract/corpus.ts'
import { parseColumn } from '../../../../shared/query/check.ts'
import { type Level, THING_INFO } from '../../../../shared/query/fields.ts'
import { joinParts, partsOf, quoted } from '../../../../shared/query/parts.ts'
import { rangeEnd } from '../../../../shared/query/ranges.ts'
import { numberOf, stringOf } from '../../../../shared/query/values.ts'

/** What an expression shows; null where it does not parse. */
function typeOf(level: Level, by: string): string | null {
  const parsed = parseColumn(by, level)
  return parsed.ok ? parsed.value.type : null
}

/** The recorded value with this text as a query compares it; null where only its text could be. */
function comparedValue(text: string): string | null {
  if (text === 'None') return 'is None'
  if (text === 'True' || text === 'False') return `is ${text}`
  const size = [...text].length
  if (numberOf({ text, size, type: /^-?\d+$/.test(text) ? 'int' : 'float' }) !== null) {
    return Number.isSafeInteger(Number(text)) || text.includes('.') ? `== ${text}` : null
  }
  const held = stringOf({ text, size, type: 'str' })
  return held === null ? null : `== ${quoted(held)}`
}

/** Whether an expression is a moment, which is shown as a date that the language cannot say. */
function isTime(level: Level, by: string): boolean {
  const { fields } = THING_INFO[level]
  return Object.hasOwn(fields, by) && fields[by]?.unit === 'time'
}

/** The condition that keeps rows whose column holds just this; null where the language has none. */
export function exactPart(level: Level, by: string, cell: Cell): string | null {
  if (isTime(level, by)) return null
  if (cell === null) return typeOf(level, by) === 'value' ? null : `${by} is None`
  if (typeof cell === 'number') return isYesNo(level, by) ? yesNoPart(by, cell) : `${by} == ${cell}`
  // A text that was cut for the table is no longer the row's own.
  if (cell.endsWith('…') || typeOf(level, by) === 'texts') return null
  if (typeOf(level, by) !== 'value') return `${by} == ${quoted(cell)}`
  const compared = comparedValue(cell)
  return compared === null ? null : `${by} ${compared}`
}

function yesNoPart(by: string, cell: number): string {
  return cell === 1 ? by : `not ${by}`
}

/** Whether an expression is a yes or no, which answers tell as 1 and 0. */
export function isYesNo(level: Level, by: string): boolean {
  return typeOf(level, by) === 'bool'
}

/** The condition that keeps rows with one value of a facet; of a number its whole range. */
export function partOf(level: Level, by: string, value: Cell): string {
  if (value === null) return `${by} is None`
  if (typeof value === 'string') return `${by} == ${quoted(value)}`
  if (isYesNo(level, by)) return yesNoPart(by, value)
  const end = rangeEnd(value)
  return end === value || end === value + 1 ? `${by} == ${value}` : `${value} <= ${by} < ${end}`
}

/** The condition that keeps every other row. */
export function notPart(part: string): string {
  if (part.startsWith('not ')) return part.slice(4)
  if (part.endsWith(' is True')) return part.replace(/ is True$/, ' is not True')
  if (part.endsWith(' is False')) return part.replace(/ is False$/, ' is not False')
  if (part.endsWith(' is None')) return part.replace(/ is None$/, ' is not None')
  return part.includes(' == ') ? part.replace(' == ', ' != ') : `not (${part})`
}

/** The query with the condition, or without it where it has it. */
export function togglePart(text: string, part: string): string {
  const parts = partsOf(text) ?? []
  return joinParts(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part])
}

const MILLIONS = new Intl.NumberFormat('en', { notation: 'compact' })

/** Whether an expression is a share from 0 to 1. */
function isShare(level: Level, by: string): boolean {
  const { fields } = THING_INFO[level]
  return Object.hasOwn(fields, by) && fields[by]?.unit === 'share'
}

/** A share as a percentage, of which a hundredth may matter. */
function shareWords(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`
}

/** A bound of a range: they are round, so that millions lose nothing in short. */
function boundWords(bound: number): string {
  return bound < 1_000_000 ? bound.toLocaleString('en') : MILLIONS.format(bound)
}

/** How a value of a facet is written for people. */
export function valueWords(level: Level, by: string, value: Cell, ranges: boolean): string {
  if (value === null) return 'None'
  if (typeof value === 'string') return value === '' ? '(empty)' : value
  if (isYesNo(level, by)) return value === 1 ? 'yes' : 'no'
  const end = ranges ? rangeEnd(value) : value
  const write = isShare(level, by) ? shareWords : boundWords
  if (end === value || end === value + 1) {
    return write === shareWords ? shareWords(value) : value.toLocaleString('en')
  }
  return `${write(value)} – ${write(end)}`
}
