import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { CorpusRow } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/fields.ts'
import {
  type CorpusList,
  MOST_REACHED,
  useCorpusLocator,
  useCorpusRows,
  useCorpusSlices,
} from '../../api/corpus.ts'
import { useAtom } from '../../state/atom.ts'
import { setFocus, useFocus } from '../../state/place.ts'
import type { RowChoice } from '../../ui/grid-selection.ts'
import type { GridRows } from '../../ui/grid-types.ts'
import { NO_ROWS } from '../../ui/row-ranges.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { type ShownColumns, shownColumns } from './column-acts.ts'
import { CorpusEmpty } from './corpus-empty.tsx'
import { CorpusFrame } from './corpus-frame.tsx'
import { levelColumnsAtom, levelFilterAtom, levelPinsAtom, levelSortAtom } from './corpus-state.ts'
import { activeRow, askedColumns, LevelGrid } from './level-grid.tsx'
import { useAskedQuery } from './use-asked-query.ts'
import { useEnterList } from './use-enter-list.ts'

interface ListOfLevel extends CorpusList {
  readonly shown: ShownColumns
  /** What is asked for is what stands in the query. */
  readonly settled: boolean
  /** The query cannot be read: what is shown is of the last one that could. */
  readonly refused: boolean
}

/** What a level lists, as it is asked for. */
function useList(level: Level): ListOfLevel {
  const text = useAtom(levelFilterAtom(level))
  const { where, settled, refused } = useAskedQuery(level, text)
  const chosen = useAtom(levelColumnsAtom(level))
  const pins = useAtom(levelPinsAtom(level))
  const sort = useAtom(levelSortAtom(level))
  const shown = useMemo(() => shownColumns(chosen, pins, sort), [chosen, pins, sort])
  const columns = useMemo(() => askedColumns(level, shown.columns), [level, shown])
  return { level, where, columns, sort, shown, settled, refused }
}

function nameOf({ level, where, sort }: CorpusList): string {
  return JSON.stringify([level, where, sort])
}

function emptyOf({ level, where, refused }: ListOfLevel): ReactNode {
  return <CorpusEmpty {...{ level, where, refused }} />
}

/** Every recorded trace; its list is read by numbers, so that its end is as near as its beginning. */
export function TraceLevel() {
  return <NumberedRows list={useList('trace')} />
}

/** Rows of a level that are looked for one after another, until one far down comes into focus. */
export function RowLevel({ level }: { level: Exclude<Level, 'trace'> }) {
  const list = useList(level)
  const name = nameOf(list)
  const [far, setFar] = useState<{ readonly list: string; readonly index: number } | null>(null)
  const onFar = useCallback((index: number) => setFar({ list: name, index }), [name])
  if (far?.list === name) return <NumberedRows list={list} least={far.index + 1} />
  return <FollowingRows {...{ list, onFar }} />
}

/** Rows that are read by their numbers; there are at least so many, however long their count may take. */
function NumberedRows({ list, least = 0 }: { list: ListOfLevel; least?: number }) {
  const read = useCorpusSlices(list)
  const { total } = read
  const rows = useMemo(
    () => ({ ...read, total: total === null ? null : Math.max(total, least) }),
    [read, total, least],
  )
  return <LevelOf {...{ list, rows }} locate={useCorpusLocator(list)} empty={emptyOf(list)} />
}

/** Rows that are read one after another: the first are there however long the others take. */
function FollowingRows({ list, onFar }: { list: ListOfLevel; onFar: (index: number) => void }) {
  const rows = useCorpusRows(list)
  const find = useCorpusLocator(list)
  const { reach } = rows
  const locate = useCallback(
    async (id: string) => {
      const index = await find(id)
      if (index === null) return null
      if (index >= MOST_REACHED) onFar(index)
      else if (await reach(index)) return index
      return null
    },
    [find, reach, onFar],
  )
  return <LevelOf {...{ list, rows, locate }} empty={emptyOf(list)} />
}

/** The rows chosen in a list; another list begins with none. */
function useChoice(list: string): RowChoice {
  const [kept, setKept] = useState({ list, ranges: NO_ROWS })
  const ranges = kept.list === list ? kept.ranges : NO_ROWS
  return useMemo(
    () => ({ ranges, onRanges: (next) => setKept({ list, ranges: next }) }),
    [list, ranges],
  )
}

interface LevelOfProps {
  readonly list: ListOfLevel
  readonly rows: GridRows<CorpusRow> & { readonly error: Error | null }
  readonly locate: (id: string) => Promise<number | null>
  readonly empty: ReactNode
}

/** Whose rows are shown while the query cannot be read. */
function RefusedNote({ where }: { where: string }) {
  return (
    <p className="list-note">
      {where === '' ? (
        'The query is not understood: these are all rows.'
      ) : (
        <>
          Rows of the last query that was understood: <code>{where}</code>
        </>
      )}
    </p>
  )
}

function LevelOf({ list, rows, locate, empty }: LevelOfProps) {
  const { level, where, shown, sort, settled, refused } = list
  const grid = useRef<HTMLDivElement>(null)
  const listName = nameOf(list)
  const choice = useChoice(listName)
  const [latest, setLatest] = useState<CorpusRow | null>(null)
  const focus = useFocus()
  const active = latest !== null && latest.id === activeRow(level, focus) ? latest : null
  const choose = (row: CorpusRow): void => {
    setLatest(row)
    if (level === 'trace') setFocus({ trace: row.trace })
    if (level === 'step') setFocus({ trace: row.trace, step: row.step })
    if (level === 'trajectory') setFocus({ trace: row.trace, trajectory: row.trajectory })
  }
  const enter = useEnterList(grid, rows, settled, choose)
  return (
    <CorpusFrame {...{ level, where, refused, grid }} error={rows.error} onEnter={enter}>
      <div className="corpus-list">
        <LevelGrid
          {...{ level, where, shown, rows, sort, locate, empty, choice }}
          list={listName}
          gridRef={grid}
          outdated={refused}
          onActive={choose}
        />
        {refused ? <RefusedNote where={where} /> : null}
        <ChosenBar {...{ list, active, grid, ...choice }} shown={shown.columns} />
      </div>
    </CorpusFrame>
  )
}
