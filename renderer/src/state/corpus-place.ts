import { parseColumn } from '../../../shared/query/check.ts'
import { LEVELS, type Level } from '../../../shared/query/fields.ts'
import { LEVEL_TABLES } from '../../../shared/query/sql-face/names.ts'
import type { Atom } from './atom.ts'
import { createStoredAtom } from './stored.ts'

/** One of the expressions that rows are sorted by. */
export interface RowSort {
  readonly by: string
  readonly descending: boolean
}

/** Expressions that rows are sorted by at once. */
export const MOST_SORTED = 3

/** Which rows of a level are listed, and in which order. */
export interface LevelList {
  readonly where: string
  /** The first decides first; none for the order they were recorded in. */
  readonly sort: readonly RowSort[]
  /** Name of the saved view that this is; null once it differs from it. */
  readonly view: string | null
}

/** What the corpus lists: what is in its address. */
export interface ListPlace extends LevelList {
  readonly level: Level
}

/** What the corpus lists at each level; each keeps its own. */
export interface CorpusPlace {
  readonly level: Level
  readonly lists: Readonly<Record<Level, LevelList>>
}

const WHOLE: LevelList = { where: '', sort: [], view: null }
const INITIAL: CorpusPlace = {
  level: 'trace',
  lists: { program: WHOLE, trace: WHOLE, step: WHOLE, trajectory: WHOLE },
}

function isRecord(stored: unknown): stored is Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null
}

function acceptList(level: Level, stored: unknown): LevelList {
  if (!isRecord(stored)) return WHOLE
  const { where, sort, view } = stored
  const sorts = (Array.isArray(sort) ? sort : []).flatMap((one: unknown): RowSort[] =>
    isRecord(one) && typeof one.by === 'string'
      ? [{ by: one.by, descending: one.descending === true }]
      : [],
  )
  return {
    where: typeof where === 'string' ? where : '',
    sort: sorts.filter(({ by }) => parseColumn(by, level).ok).slice(0, MOST_SORTED),
    view: typeof view === 'string' ? view : null,
  }
}

/** What was kept as what the corpus lists; null where it is not that. */
export function acceptCorpusPlace(stored: unknown): CorpusPlace | null {
  if (!isRecord(stored) || !isRecord(stored.lists)) return null
  const { lists } = stored
  return {
    level: LEVELS.find((level) => level === stored.level) ?? INITIAL.level,
    lists: Object.fromEntries(
      LEVELS.map((level) => [level, acceptList(level, lists[level])]),
    ) as unknown as CorpusPlace['lists'],
  }
}

/** Kept outside the view and over a reload, so that coming back finds the table as it was left. */
export const corpusPlaceAtom = createStoredAtom('corpus.place', INITIAL, acceptCorpusPlace, 'tab')

let shown: { readonly of: CorpusPlace; readonly list: ListPlace } | null = null

/** What is listed now; the same object while it is the same. */
export const listAtom = { get: listShown, subscribe: corpusPlaceAtom.subscribe }

export function listShown(): ListPlace {
  const of = corpusPlaceAtom.get()
  if (shown?.of !== of) shown = { of, list: { level: of.level, ...of.lists[of.level] } }
  return shown.list
}

/** What the corpus lists was chosen in this tab, so that the workspace's default view is not. */
export const listChosenAtom = createStoredAtom(
  'corpus.opened',
  false,
  (stored) => stored === true,
  'tab',
)

/** Lists the rows that a saved view, an address or the history names. */
export function showList({ level, where, sort, view }: ListPlace): void {
  listChosenAtom.set(true)
  corpusPlaceAtom.set(({ lists }) => ({
    level,
    lists: { ...lists, [level]: { where, sort, view } },
  }))
}

/** Changes what a level lists. It is the saved view that it was no longer, unless the change names one. */
export function changeList(level: Level, patch: Partial<LevelList>): void {
  corpusPlaceAtom.set((place) => {
    const list = { ...place.lists[level], view: null, ...patch }
    return { ...place, lists: { ...place.lists, [level]: list } }
  })
}

export function sameList(a: ListPlace | null, b: ListPlace | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Changes of a query closer together than this, in milliseconds, are one: it is being written. */
export const WRITING_MS = 1000

/** Whether nothing but the query differs, as while it is written; a list that stops being a saved view is the same. */
export function differsInQuery(from: ListPlace, to: ListPlace): boolean {
  return sameList({ ...from, where: '', view: null }, { ...to, where: '', view: null })
}

/** A part of what the corpus lists as an atom of its own. */
export function partOfPlace<T>(get: (place: CorpusPlace) => T, put: (next: T) => void): Atom<T> {
  const read = (): T => get(corpusPlaceAtom.get())
  return {
    get: read,
    set: (next) => {
      const value = typeof next === 'function' ? (next as (previous: T) => T)(read()) : next
      if (!Object.is(value, read())) put(value)
    },
    subscribe: corpusPlaceAtom.subscribe,
  }
}

/** `-events` for the largest first. */
function formatSort({ by, descending }: RowSort): string {
  return descending ? `-${by}` : by
}

function parseSort(text: string): RowSort[] {
  const descending = text.startsWith('-')
  const by = descending ? text.slice(1) : text
  return by === '' ? [] : [{ by, descending }]
}

/** Puts what is listed into the parameters of an address. */
export function formatList(params: URLSearchParams, { level, where, sort, view }: ListPlace): void {
  params.set('level', level)
  if (where !== '') params.set('where', where)
  for (const one of sort) params.append('sort', formatSort(one))
  if (view !== null) params.set('saved', view)
}

/** What an address lists; null where it says nothing of it. */
export function parseList(params: URLSearchParams): ListPlace | null {
  const level = LEVELS.find((one) => one === params.get('level'))
  if (level === undefined) return null
  return {
    level,
    where: params.get('where') ?? '',
    sort: params.getAll('sort').flatMap(parseSort),
    view: params.get('saved'),
  }
}

export interface UnderstoodList {
  readonly list: ListPlace
  /** A sentence for each part that was left out. */
  readonly leftOut: readonly string[]
}

/**
 * A list of an address as far as the language of this workbench knows it. A sort by no column would be refused by the
 * services, in whose answer nobody would look for the sort; the query is kept, whose field says what is wrong.
 */
export function understoodList(list: ListPlace): UnderstoodList {
  const isKnown = ({ by }: RowSort): boolean => parseColumn(by, list.level).ok
  const unknown = list.sort.filter((one) => !isKnown(one))
  const known = list.sort.filter(isKnown)
  const leftOut = unknown.map(
    ({ by }) =>
      `The link’s sort ${by} is no column of ${LEVEL_TABLES[list.level]}; it was left out.`,
  )
  if (known.length > MOST_SORTED) {
    const most = `at most ${MOST_SORTED}, so that the first ${MOST_SORTED} were kept`
    leftOut.push(`The link sorts by ${known.length} columns; rows are sorted by ${most}.`)
  }
  return { list: { ...list, sort: known.slice(0, MOST_SORTED) }, leftOut }
}
