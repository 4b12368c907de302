import { stream } from '../rpc/contract.ts'
import { EventKindSchema, PAGE_LIMIT } from './common.ts'
import { z } from './schema.ts'

/** What a text is found in, in the order in which it is shown. */
export const SEARCH_KINDS = ['source', 'name', 'value'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]
const SearchKindSchema = z.enum(SEARCH_KINDS)

/** Characters of what is found that a hit shows. */
export const SNIPPET_CHARACTERS = 160

/** A line of a program, the name of a variable or a recorded value that holds every word, and the node it leads to. */
export const SearchHit = z.object({
  kind: SearchKindSchema,
  program: z.string(),
  entry: z.string().nullable(),
  trace: z.string(),
  /** Of a line the first event of the trace on it; null where it did not run. Else the event at which it shows first. */
  seq: z.int().nullable(),
  line: z.int(),
  /** Path of the file; null where the program has but one. */
  file: z.string().nullable(),
  event: EventKindSchema.nullable(),
  /** The variable that holds the value; null for a line, and for what an event returned or raised. */
  variable: z.string().nullable(),
  /** The part of it around the first word found. */
  text: z.string().max(SNIPPET_CHARACTERS),
  /** Where the words stand in `text`: from a character to before another, in UTF-16. */
  marks: z.array(z.tuple([z.int(), z.int()])),
})
export type SearchHit = z.infer<typeof SearchHit>

const SearchGroup = z.object({
  kind: SearchKindSchema,
  hits: z.array(SearchHit).max(PAGE_LIMIT),
  /** There are more behind these. */
  more: z.boolean(),
})
export type SearchGroup = z.infer<typeof SearchGroup>

export const SearchNews = z.object({
  /** Steps of indexing done, and all there are; equal when everything recorded is found. */
  done: z.int(),
  total: z.int(),
  /** Why what is missing cannot be indexed, one sentence; null where it can, or nothing is missing. */
  incomplete: z.string().nullable(),
  /** What was found so far, a group for each kind asked for; null where this is news of the indexing alone. */
  groups: z.array(SearchGroup).max(SEARCH_KINDS.length).nullable(),
})
export type SearchNews = z.infer<typeof SearchNews>

export const search = {
  /**
   * Finds what holds every word of a text; the last one may be the beginning of a word (shared/query/search-words.ts says
   * what a word is). First come hits in what is indexed, then news of the indexing where something is not, and in the
   * end the hits in everything. Hits that hold the last word whole come first, then shorter ones before longer ones;
   * lines come in the order of their programs. Of more than 20,000 values or
   * names those recorded first are ranked. A page of lines holds fewer than asked for where looking takes long.
   */
  'search.find': stream({
    input: z.object({
      text: z.string().max(1000),
      /** Null: all kinds, each with a page of its own. */
      kind: SearchKindSchema.nullable().default(null),
      offset: z.int().min(0).max(100_000).default(0),
      limit: z.int().min(1).max(PAGE_LIMIT).default(50),
    }),
    item: SearchNews,
  }),
}
