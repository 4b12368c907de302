import { LEVELS, type Level } from '../../../../shared/query/fields.ts'
import type { Atom } from '../../state/atom.ts'
import {
  changeList,
  corpusPlaceAtom,
  type LevelList,
  partOfPlace,
  type RowSort,
} from '../../state/corpus-place.ts'
import { createStoredAtom } from '../../state/stored.ts'
import { LEVEL_INFO } from './level-columns.ts'

function forLevels<T>(of: (level: Level) => T): Readonly<Record<Level, T>> {
  return Object.fromEntries(LEVELS.map((level) => [level, of(level)])) as Record<Level, T>
}

/** What the rows of the corpus are. */
export const corpusLevelAtom: Atom<Level> = partOfPlace(
  ({ level }) => level,
  (level) => corpusPlaceAtom.set((place) => ({ ...place, level })),
)

function listPart<Name extends 'where' | 'sort'>(name: Name) {
  return forLevels((level) =>
    partOfPlace<LevelList[Name]>(
      ({ lists }) => lists[level][name],
      (next) => changeList(level, { [name]: next }),
    ),
  )
}
const FILTERS = listPart('where')
const SORTS = listPart('sort')

/** The query of a level; each level keeps its own. */
export function levelFilterAtom(level: Level): Atom<string> {
  return FILTERS[level]
}

/** The query of the traces, which can be sampled from. */
export const corpusFilterAtom = levelFilterAtom('trace')

/** What the rows of a level are sorted by; none for the order they were recorded in. */
export function levelSortAtom(level: Level): Atom<readonly RowSort[]> {
  return SORTS[level]
}

function acceptColumns(stored: unknown): readonly string[] | null {
  if (!Array.isArray(stored)) return null
  return stored.every((one) => typeof one === 'string') ? stored : null
}

const COLUMNS = forLevels((level) =>
  createStoredAtom<readonly string[]>(
    `corpus.columns.${level}`,
    LEVEL_INFO[level].columns,
    (stored) => {
      const columns = acceptColumns(stored)
      return columns === null || columns.length === 0 ? null : columns
    },
  ),
)
const NONE: readonly string[] = []
const PINS = forLevels((level) =>
  createStoredAtom<readonly string[]>(`corpus.pins.${level}`, NONE, acceptColumns),
)

/** The columns chosen for a level: expressions, in the order they are shown. */
export function levelColumnsAtom(level: Level): Atom<readonly string[]> {
  return COLUMNS[level]
}

/** Those of a level's columns that stay at the left. */
export function levelPinsAtom(level: Level): Atom<readonly string[]> {
  return PINS[level]
}
