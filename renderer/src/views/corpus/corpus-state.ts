import type { CorpusSort } from '../../../../shared/contract/corpus.ts'
import type { TraceSort } from '../../../../shared/contract/traces.ts'
import { LEVELS, type Level } from '../../../../shared/query/things.ts'
import type { Atom } from '../../state/atom.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { LEVEL_INFO } from './levels.ts'
import { toTraceSort } from './trace-sort.ts'

function acceptSort(stored: unknown): TraceSort | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { column, descending } = stored as Record<string, unknown>
  return toTraceSort({ column: String(column), descending: descending === true })
}

/** Kept outside the view and over a reload, so that coming back finds the table as it was left. */
export const corpusFilterAtom = createStoredAtom(
  'corpus.filter',
  '',
  (stored) => (typeof stored === 'string' ? stored : null),
  'tab',
)
export const corpusSortAtom = createStoredAtom<TraceSort | null>(
  'corpus.sort',
  null,
  acceptSort,
  'tab',
)

/** What the rows of the corpus are. */
export const corpusLevelAtom = createStoredAtom<Level>(
  'corpus.level',
  'trace',
  (stored) => LEVELS.find((level) => level === stored) ?? null,
  'tab',
)

function acceptText(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null
}

const FILTERS: Readonly<Record<Level, Atom<string>>> = {
  program: createStoredAtom('corpus.filter.program', '', acceptText, 'tab'),
  trace: corpusFilterAtom,
  step: createStoredAtom('corpus.filter.step', '', acceptText, 'tab'),
  trajectory: createStoredAtom('corpus.filter.trajectory', '', acceptText, 'tab'),
}

/** The query of a level; each level keeps its own. */
export function levelFilterAtom(level: Level): Atom<string> {
  return FILTERS[level]
}

function acceptRowSort(stored: unknown): CorpusSort | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { by, descending } = stored as Record<string, unknown>
  return typeof by === 'string' ? { by, descending: descending === true } : null
}

function rowSortAtom(level: Level): Atom<CorpusSort | null> {
  return createStoredAtom<CorpusSort | null>(`corpus.sort.${level}`, null, acceptRowSort, 'tab')
}

const SORTS: Readonly<Record<Level, Atom<CorpusSort | null>>> = {
  program: rowSortAtom('program'),
  trace: rowSortAtom('trace'),
  step: rowSortAtom('step'),
  trajectory: rowSortAtom('trajectory'),
}

/** What the rows of a level are sorted by; null for the order they were recorded in. */
export function levelSortAtom(level: Level): Atom<CorpusSort | null> {
  return SORTS[level]
}

function acceptColumns(stored: unknown): readonly string[] | null {
  if (!Array.isArray(stored) || stored.length === 0) return null
  return stored.every((one) => typeof one === 'string') ? stored : null
}

function columnsAtom(level: Level): Atom<readonly string[]> {
  return createStoredAtom(`corpus.columns.${level}`, LEVEL_INFO[level].columns, acceptColumns)
}

const COLUMNS: Readonly<Record<Level, Atom<readonly string[]>>> = {
  program: columnsAtom('program'),
  trace: columnsAtom('trace'),
  step: columnsAtom('step'),
  trajectory: columnsAtom('trajectory'),
}

/** The columns chosen for a level: expressions, in the order they are shown. */
export function levelColumnsAtom(level: Level): Atom<readonly string[]> {
  return COLUMNS[level]
}
