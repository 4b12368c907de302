import { useRef } from 'react'
import type { CorpusRow } from '../../../../shared/contract/corpus.ts'
import type { Level } from '../../../../shared/query/things.ts'
import { useCorpusRows } from '../../api/corpus.ts'
import { useAtom } from '../../state/atom.ts'
import { setFocus } from '../../state/place.ts'
import { CorpusFrame } from './corpus-frame.tsx'
import { levelColumnsAtom, levelFilterAtom, levelSortAtom } from './corpus-state.ts'
import { LevelGrid } from './level-grid.tsx'
import { useAskedQuery } from './use-asked-query.ts'
import { useEnterList } from './use-enter-list.ts'

/** Rows of a level with chosen columns. */
export function RowLevel({ level }: { level: Exclude<Level, 'trace'> }) {
  const text = useAtom(levelFilterAtom(level))
  const { where, settled } = useAskedQuery(level, text)
  const columns = useAtom(levelColumnsAtom(level))
  const sort = useAtom(levelSortAtom(level))
  // A column that is no longer shown sorts nothing that is seen.
  const shownSort = sort !== null && columns.includes(sort.by) ? sort : null
  const rows = useCorpusRows({ level, where, columns, sort: shownSort })
  const grid = useRef<HTMLDivElement>(null)
  const choose = (row: CorpusRow): void => {
    if (level === 'step') setFocus({ trace: row.trace, step: row.step })
    if (level === 'trajectory') setFocus({ trace: row.trace, trajectory: row.trajectory })
  }
  const enter = useEnterList(grid, rows, settled, choose)
  return (
    <CorpusFrame {...{ level, where, grid }} error={rows.error} onEnter={enter}>
      <LevelGrid
        {...{ level, where, columns, rows }}
        sort={shownSort}
        gridRef={grid}
        onActive={choose}
      />
    </CorpusFrame>
  )
}
