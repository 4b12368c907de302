import type {
  CorpusCursor,
  CorpusRow,
  CorpusSort,
  FacetValue,
} from '../../shared/contract/corpus.ts'
import type { Level } from '../../shared/query/fields.ts'

/** What a read takes and gives. */
export interface Read<Input, Output> {
  readonly input: Input
  readonly output: Output
}

/** Reads of the rows of any level by a query; see Reads of read-types.ts. */
export interface CorpusReads {
  /** Rows of a level from `after` on; fewer than `limit` where the time for one read is over. */
  readonly corpusRows: Read<
    {
      readonly level: Level
      readonly where: string
      readonly columns: readonly string[]
      readonly sort: readonly CorpusSort[]
      readonly after: CorpusCursor | null
      readonly limit: number
    },
    {
      readonly rows: CorpusRow[]
      /** Rows looked at, about. */
      readonly scanned: number
      readonly next: CorpusCursor | null
    }
  >
  /** Rows of a level, kept or not. */
  readonly corpusSlice: Read<
    {
      readonly level: Level
      readonly where: string
      readonly columns: readonly string[]
      readonly sort: readonly CorpusSort[]
      readonly offset: number
      readonly limit: number
    },
    {
      readonly rows: CorpusRow[]
      /** Null where counting takes longer than the rows may wait; `corpusFacets` counts on. */
      readonly total: number | null
      readonly unfiltered: number
    }
  >
  /** Number of a row in the list that `corpusSlice` gives by parts; null when the list does not hold it. */
  readonly corpusPosition: Read<
    {
      readonly level: Level
      readonly where: string
      readonly sort: readonly CorpusSort[]
      readonly id: string
    },
    { readonly index: number | null }
  >
  readonly corpusTotal: Read<{ readonly level: Level }, { readonly total: number }>
  /** How many rows a query keeps from `after` on, and how often each value of a facet is among them. */
  readonly corpusFacets: Read<
    {
      readonly level: Level
      readonly where: string
      readonly facets: readonly string[]
      readonly after: CorpusCursor | null
    },
    {
      readonly matched: number
      readonly scanned: number
      readonly next: CorpusCursor | null
      readonly values: FacetValue[][]
    }
  >
  readonly corpusSql: Read<
    { readonly level: Level; readonly where: string },
    { readonly sql: string }
  >
}
