import type { ReadableDb } from '../database.ts'
import type { SearchProgress } from '../read-types.ts'

/** What is gone through to index a store, each in the order of its table's key. */
export const SEARCH_PASSES = ['value', 'name', 'source', 'binding', 'argument'] as const
export type SearchPass = (typeof SEARCH_PASSES)[number]

/** Everything before this place is indexed. `key` is the value's, the name's or the trace's. */
export interface SearchPlace {
  readonly key: number
  readonly frame: number
  readonly slot: number
  readonly seq: number
}

export const placeAt = (key: number): SearchPlace => ({ key, frame: 0, slot: 0, seq: 0 })

/** The last key that each pass comes to. */
export type SearchEnds = Readonly<Record<SearchPass, number>>

/**
 * Traces are indexed up to the oldest that is still recorded, so that one place says what is done: those behind it
 * wait for it, which its time limit bounds, or for the sweep of what a lost process left.
 */
export function searchEnds(db: ReadableDb): SearchEnds {
  const ends = db
    .prepare(`SELECT (SELECT coalesce(max(value_key), 0) FROM value) AS value,
      (SELECT coalesce(max(name_key), 0) FROM name) AS name,
      (SELECT coalesce(max(trace_key), 0) FROM trace WHERE trace_key < coalesce(
        (SELECT min(trace_key) FROM trace WHERE state = 'recording'), 9223372036854775807)) AS trace`)
    .get() as { value: number; name: number; trace: number }
  const { value, name, trace } = ends
  return { value, name, source: trace, binding: trace, argument: trace }
}

export function searchPlaces(db: ReadableDb): Record<SearchPass, SearchPlace> {
  const records = db
    .prepare('SELECT pass, key, frame, slot, seq FROM search_progress')
    .all() as (SearchPlace & { pass: SearchPass })[]
  const places = records.map(({ pass, ...place }) => [pass, place])
  return Object.fromEntries(places) as Record<SearchPass, SearchPlace>
}

export function searchState(db: ReadableDb): SearchProgress {
  const ends = searchEnds(db)
  const places = searchPlaces(db)
  let [done, total] = [0, 0]
  for (const pass of SEARCH_PASSES) {
    done += Math.min(places[pass].key - 1, ends[pass])
    total += ends[pass]
  }
  return { done, total }
}
