import { LEVELS } from '../query/fields.ts'
import { call, stream } from '../rpc/contract.ts'
import { PAGE_LIMIT, PageWindow, WhereText } from './common.ts'
import { z } from './schema.ts'

export const LevelSchema = z.enum(LEVELS)

/** What a column shows: an expression of shared/query, such as `events` or `max(s.depth for s in steps)`. */
const ColumnText = z.string().min(1).max(4000)
/** Columns of one request. */
export const MOST_COLUMNS = 40

export const CorpusSort = z.object({ by: ColumnText, descending: z.boolean() })
export type CorpusSort = z.infer<typeof CorpusSort>
/** Columns that rows are sorted by, the first deciding first. */
export const MOST_SORTS = 4

/** A place between two rows of a level: in the order of their keys, or, of sorted rows, `key` of them from the first. */
export const CorpusCursor = z.object({ key: z.int(), seq: z.int() })
export type CorpusCursor = z.infer<typeof CorpusCursor>

/** Rows of a level in one order, of which a part is read by number. */
const RowList = {
  level: LevelSchema,
  where: WhereText,
  sort: z.array(CorpusSort).max(MOST_SORTS).default([]),
}

const Cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.infer<typeof Cell>

/** A row of any level, with what leads to it. */
export const CorpusRow = z.object({
  /** The program's, trace's or trajectory's id; of a step the trace's id, a space, and its seq. */
  id: z.string(),
  trace: z.string().nullable(),
  step: z.int().nullable(),
  trajectory: z.string().nullable(),
  /** One for each column asked for; texts longer than CELL_CHARACTERS are cut. A yes or no is 1 or 0. */
  cells: z.array(Cell).max(MOST_COLUMNS),
})
export type CorpusRow = z.infer<typeof CorpusRow>

export const CELL_CHARACTERS = 300

/** How far a search has come: rows looked at of all rows of the level. */
const Searched = { scanned: z.int(), total: z.int() }

export const FacetValue = z.object({
  /** Of numbers the smallest of a range that ends before the next of 0, 1, 2, 5, 10, 20, 50, … and -1, -2, …. */
  value: Cell,
  count: z.int(),
})
export type FacetValue = z.infer<typeof FacetValue>

export const FacetCounts = z.object({
  by: z.string(),
  /** The most frequent first; of numbers by size. */
  values: z.array(FacetValue),
  /** Different values that are not among them. */
  more: z.int(),
  /** Whether `value` is the smallest of a range. */
  ranges: z.boolean(),
})
export type FacetCounts = z.infer<typeof FacetCounts>

export const CorpusCount = z.object({
  ...Searched,
  /** Rows that the query keeps, of those looked at. */
  matched: z.int(),
  facets: z.array(FacetCounts),
  /** Every row was looked at, so that the counts are exact. */
  complete: z.boolean(),
})
export type CorpusCount = z.infer<typeof CorpusCount>

/** A query kept by name, with what the corpus showed of it. */
export const SavedView = z.object({
  name: z.string().min(1).max(100),
  level: LevelSchema,
  where: WhereText,
  columns: z.array(ColumnText).max(MOST_COLUMNS),
  sort: z.array(CorpusSort).max(MOST_SORTS).default([]),
  /** Shown when the corpus is opened for the first time in a tab; one view at most. */
  isDefault: z.boolean(),
  /** Rows it kept when it was saved. */
  count: z.int().min(0),
  /** Milliseconds of the Unix epoch. */
  savedAt: z.int().min(0),
})
export type SavedView = z.infer<typeof SavedView>
/** Saved views of one workspace. */
export const MOST_VIEWS = 200

const SavedViews = z.object({ views: z.array(SavedView).max(MOST_VIEWS) })

export const corpus = {
  /**
   * Rows of a level that `where` keeps, in the order of their keys, from `after` on. An answer takes no longer than
   * about a second: it may hold fewer rows than asked for, or none, and `next` says where to go on; null at the end.
   * To sort them every row has to be looked at first: an answer may take as long as a read may, or be `unavailable`.
   */
  'corpus.page': call({
    input: z.object({
      level: LevelSchema,
      where: WhereText,
      columns: z.array(ColumnText).max(MOST_COLUMNS).default([]),
      sort: z.array(CorpusSort).max(MOST_SORTS).default([]),
      after: CorpusCursor.nullable().default(null),
      limit: z.int().min(1).max(PAGE_LIMIT).default(PAGE_LIMIT),
    }),
    output: z.object({
      rows: z.array(CorpusRow).max(PAGE_LIMIT),
      next: CorpusCursor.nullable(),
      ...Searched,
    }),
  }),
  /**
   * Rows that `where` keeps from number `offset` on, those before are gone over. Without `sort` in the order of their
   * keys. An answer may take as long as a read may, or be `unavailable`.
   */
  'corpus.slice': call({
    input: z.object({
      ...RowList,
      columns: z.array(ColumnText).max(MOST_COLUMNS).default([]),
      ...PageWindow,
    }),
    output: z.object({
      rows: z.array(CorpusRow).max(PAGE_LIMIT),
      /** Rows that `where` keeps; null where the rows would have had to wait for it: corpus.count counts on. */
      total: z.int().nullable(),
      unfiltered: z.int(),
    }),
  }),
  /** Number of the row with an id in the list that `corpus.slice` gives by parts; null when the list does not hold it. */
  'corpus.position': call({
    input: z.object({ ...RowList, id: z.string().max(200) }),
    output: z.object({ index: z.int().min(0).nullable() }),
  }),
  /** Counts what `where` keeps and, of each facet, its values: again and again until every row was looked at. */
  'corpus.count': stream({
    input: z.object({
      level: LevelSchema,
      where: WhereText,
      facets: z.array(ColumnText).max(MOST_COLUMNS).default([]),
    }),
    item: CorpusCount,
  }),
  /** By name. */
  'corpus.views': call({ input: z.object({}), output: SavedViews }),
  /** Keeps a view in place of the one with its name, and answers with all. */
  'corpus.saveView': call({ input: SavedView.omit({ savedAt: true }), output: SavedViews }),
  'corpus.removeView': call({
    input: z.object({ name: z.string().min(1).max(100) }),
    output: SavedViews,
  }),
  /** The SQL that a query is answered with, its texts and numbers written in place. */
  'corpus.sql': call({
    input: z.object({ level: LevelSchema, where: WhereText }),
    output: z.object({ sql: z.string() }),
  }),
}
