import { formatCount } from '../../../../shared/base/words.ts'
import type { CorpusRow } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import { quoted } from '../../../../shared/query/parts.ts'
import { asTsv, type MenuCell } from './cell-menu.ts'

/** Rows that are copied at once. */
export const MOST_COPIED = 20_000
/** Characters that a query may have. */
const MOST_CHARACTERS = 4000

function anyOf(name: string, values: readonly (string | number)[]): string {
  const written = values.map((value) => (typeof value === 'number' ? String(value) : quoted(value)))
  return written.length === 1 ? `${name} == ${written[0]}` : `${name} in [${written.join(', ')}]`
}

function stepsPart(rows: readonly CorpusRow[]): string {
  const traces = Map.groupBy(rows, ({ trace }) => trace ?? '')
  const parts = [...traces].map(
    ([trace, steps]) =>
      `${anyOf('trace', [trace])} and ${anyOf(
        'seq',
        steps.map(({ step }) => step ?? 0),
      )}`,
  )
  return parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' or ')
}

/**
 * The query that keeps these rows and no others, wherever they are read: ids come from what was recorded. Null where a
 * query cannot name so many.
 */
export function rowsQuery(level: Level, rows: readonly CorpusRow[]): string | null {
  const query =
    level === 'step'
      ? stepsPart(rows)
      : anyOf(
          'id',
          rows.map(({ id }) => id),
        )
  return query.length > MOST_CHARACTERS ? null : query
}

/** Rows for a spreadsheet, with the names of their columns where they are several. */
export function rowsTsv(titles: readonly string[], rows: readonly (readonly MenuCell[])[]): string {
  const lines = rows.map(asTsv)
  return rows.length > 1 ? [titles.join('\t'), ...lines].join('\n') : (lines[0] ?? '')
}

/** How many rows are chosen, in words; `isCounting` while more may match than `count`. */
export function chosenWords(
  count: number,
  { isAll, isCounting }: { readonly isAll: boolean; readonly isCounting: boolean },
): string {
  if (isAll && isCounting) return `All rows that match are chosen: ${formatCount(count)} so far…`
  if (isAll) return `All ${formatCount(count)} rows that match are chosen`
  return count === 1 ? '1 row is chosen' : `${formatCount(count)} rows are chosen`
}
