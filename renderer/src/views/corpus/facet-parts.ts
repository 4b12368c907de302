import type { Cell } from '../../../../shared/contract/corpus.ts'
import { parseColumn } from '../../../../shared/query/check.ts'
import { joinParts, partsOf, quoted } from '../../../../shared/query/parts.ts'
import { rangeEnd } from '../../../../shared/query/ranges.ts'
import type { Level } from '../../../../shared/query/things.ts'

/** Whether an expression is a yes or no, which answers tell as 1 and 0. */
export function isYesNo(level: Level, by: string): boolean {
  const parsed = parseColumn(by, level)
  return parsed.ok && parsed.value.type === 'bool'
}

/** The condition that keeps rows with one value of a facet; of a number its whole range. */
export function partOf(level: Level, by: string, value: Cell): string {
  if (value === null) return `${by} is None`
  if (typeof value === 'string') return `${by} == ${quoted(value)}`
  if (isYesNo(level, by)) return value === 1 ? by : `not ${by}`
  const end = rangeEnd(value)
  return end === value || end === value + 1 ? `${by} == ${value}` : `${value} <= ${by} < ${end}`
}

/** The condition that keeps every other row. */
export function notPartOf(level: Level, by: string, value: Cell): string {
  const part = partOf(level, by, value)
  if (part.startsWith('not ')) return part.slice(4)
  if (part.endsWith(' is None')) return part.replace(/ is None$/, ' is not None')
  return part.includes(' == ') ? part.replace(' == ', ' != ') : `not (${part})`
}

/** The query with the condition, or without it where it has it. */
export function togglePart(text: string, part: string): string {
  const parts = partsOf(text) ?? []
  return joinParts(parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part])
}

/** How a value of a facet is written for people. */
export function valueWords(level: Level, by: string, value: Cell, ranges: boolean): string {
  if (value === null) return 'None'
  if (typeof value === 'string') return value === '' ? '(empty)' : value
  if (isYesNo(level, by)) return value === 1 ? 'yes' : 'no'
  const end = ranges ? rangeEnd(value) : value
  const from = value.toLocaleString('en')
  return end === value || end === value + 1 ? from : `${from} – ${end.toLocaleString('en')}`
}
