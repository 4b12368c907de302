import { inQuotes } from '../../../../shared/base/words.ts'
import { PAGE_LIMIT } from '../../../../shared/contract/common.ts'
import {
  CELL_CHARACTERS,
  type Cell,
  type CorpusCursor,
  type CorpusRow,
  type CorpusSort,
} from '../../../../shared/contract/corpus.ts'
import { parseColumn } from '../../../../shared/query/check.ts'
import { type FieldType, LEVELS, type Level } from '../../../../shared/query/fields.ts'
import { listOf } from '../../../../shared/query/parts.ts'
import { suggest } from '../../../../shared/query/suggest.ts'
import { ServiceError } from '../../../../shared/rpc/wire.ts'
import { UsageError } from '../arguments.ts'
import { type Command, type CommandContext, watchToEnd } from '../command.ts'

const DEFAULT_COLUMNS: Readonly<Record<Level, readonly string[]>> = {
  program: ['name', 'len(traces)'],
  trace: ['program', 'entry', 'events', 'depth', 'exit'],
  step: ['program', 'event', 'function', 'line', 'value'],
  trajectory: ['program', 'policy', 'direction', 'steps', 'exit'],
}

function levelOf(text: string): Level {
  const level = LEVELS.find((one) => one === text)
  if (level !== undefined) return level
  const nearest = suggest(text, LEVELS)
  const hint = nearest === null ? `it can be ${LEVELS.join(', ')}` : `did you mean ${nearest}?`
  throw new UsageError(`There are no rows of the level ${JSON.stringify(text)}; ${hint}`)
}

/** Columns of an option; a list that does not parse is one column, which is then refused with its place. */
function columnsOf(text: string): readonly string[] {
  return listOf(text) ?? [text]
}

/**
 * The type of each column. Refuses the first that is none, by what was typed: each is read by itself, so a place is
 * one within it.
 */
function typesOf(option: string, columns: readonly string[], level: Level): FieldType[] {
  return columns.map((column) => {
    const parsed = parseColumn(column, level)
    if (parsed.ok) return parsed.value.type
    throw new ServiceError(
      'bad-input',
      `--${option}, in ${inQuotes(column)}: ${parsed.error.message}`,
    )
  })
}

/** A cell as its column says: answers tell a yes or no as 1 and 0. */
function typed(cell: Cell, type: FieldType | undefined): Cell | boolean {
  return type === 'bool' && cell !== null ? cell === 1 : cell
}

/** `-events, program`: a hyphen before a column puts the largest first. */
function sortOf(text: string | null): CorpusSort[] {
  if (text === null) return []
  return columnsOf(text).map((column) =>
    column.startsWith('-')
      ? { by: column.slice(1).trim(), descending: true }
      : { by: column, descending: false },
  )
}

function shown(cell: Cell | boolean): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell === null ? '–' : String(cell).replaceAll('\n', '⏎').slice(0, CELL_CHARACTERS)
}

function asJson(
  { cells: _, ...place }: CorpusRow,
  columns: readonly string[],
  cells: readonly (Cell | boolean)[],
): string {
  const values = columns.map((column, at) => [column, cells[at] ?? null] as const)
  return JSON.stringify({ ...place, cells: Object.fromEntries(values) })
}

async function countRows(ctx: CommandContext, level: Level, where: string): Promise<number> {
  const cancelled = 'The count was cancelled.'
  const last = await watchToEnd(ctx, 'corpus.count', { level, where, facets: [] }, { cancelled })
  return last?.matched ?? 0
}

/** `ndw rows`: the rows of a level that a query keeps, one a line. */
export const rows: Command = {
  usage: 'rows LEVEL [--where QUERY] [--columns LIST] [--sort LIST] [--limit N] [--count]',
  about: `rows of a level (${LEVELS.join(', ')}) that a query keeps; --sort "-events, program" puts the largest first; --columns lists what to show of each, such as "events, max(s.depth for s in steps)"`,
  options: {
    where: { type: 'string' },
    columns: { type: 'string' },
    sort: { type: 'string' },
    limit: { type: 'string' },
    count: { type: 'boolean' },
  },
  positionals: ['LEVEL'],
  run: async (ctx) => {
    const { args, client, out, json, signal } = ctx
    const level = levelOf(args.positionals[0] ?? '')
    const where = args.text('where') ?? ''
    if (args.flag('count')) {
      const count = await countRows(ctx, level, where)
      await out.line(json ? JSON.stringify({ level, where, count }) : String(count))
      return 0
    }
    const text = args.text('columns')
    const columns = text === null ? DEFAULT_COLUMNS[level] : columnsOf(text)
    const types = typesOf('columns', columns, level)
    const sort = sortOf(args.text('sort'))
    typesOf(
      'sort',
      sort.map(({ by }) => by),
      level,
    )
    let left =
      args.number('limit', { min: 1, max: Number.MAX_SAFE_INTEGER, integer: true }) ??
      Number.POSITIVE_INFINITY
    let after: CorpusCursor | null = null
    do {
      const limit = Math.min(PAGE_LIMIT, left)
      const page: Awaited<ReturnType<typeof client.call<'corpus.page'>>> = await client.call(
        'corpus.page',
        { level, where, columns: [...columns], sort, after, limit },
        { signal },
      )
      for (const row of page.rows) {
        const cells = row.cells.map((cell, at) => typed(cell, types[at]))
        if (json) await out.json(asJson(row, columns, cells))
        else await out.line([row.id, ...cells.map(shown)].join('  '))
      }
      left -= page.rows.length
      after = page.next
    } while (after !== null && left > 0 && !signal.aborted && !out.isClosed())
    return signal.aborted ? 1 : 0
  },
}
