import { type RefObject, useMemo, useState } from 'react'
import { formatCount } from '../../../../shared/base/words.ts'
import type { CorpusRow } from '../../../../shared/contract/corpus.ts'
import { type CorpusList, useCorpusCount, useReadRows } from '../../api/corpus.ts'
import { errorText } from '../../api/errors.ts'
import { copyText } from '../../state/copy-text.ts'
import { compareTraces } from '../../state/place.ts'
import { showToast } from '../../state/toasts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { declareCommands } from '../../ui/command-list.ts'
import { type KeyBinding, useKeys } from '../../ui/keys.ts'
import { chosenCount, isChosen, NO_ROWS, type RowRanges } from '../../ui/row-ranges.ts'
import { asJson, type MenuCell } from './cell-menu.ts'
import { cellType } from './cell-view.tsx'
import { chosenWords, MOST_COPIED, rowsQuery, rowsTsv } from './chosen-rows.ts'
import { levelFilterAtom } from './corpus-state.ts'
import { columnTitle } from './level-columns.ts'
import { useLevelFacets } from './use-level-facets.ts'

const CHOICE_COMMANDS = declareCommands('Corpus', 'among the rows of the Corpus view', {
  'corpus.copy-rows': { keys: ['Mod+c'], description: 'Copy the chosen rows, for a spreadsheet' },
  'corpus.copy-json': { keys: ['Mod+Shift+c'], description: 'Copy the chosen rows as JSON' },
  'corpus.only-rows': { keys: ['o'], description: 'Only the chosen rows, as a query' },
})

interface ChosenBarProps {
  readonly list: CorpusList
  /** Columns in sight. */
  readonly shown: readonly string[]
  readonly ranges: RowRanges
  readonly onRanges: (ranges: RowRanges) => void
  /** The row with the focus: what is meant where none is chosen. */
  readonly active: CorpusRow | null
  readonly grid: RefObject<HTMLDivElement | null>
}

function copied(text: string, count: number): void {
  void copyText(text, count === 1 ? 'the row' : `${formatCount(count)} rows`)
}

/** How many rows are chosen: of all of a list, those that are counted so far. */
function useChosen({ level, where }: CorpusList, ranges: RowRanges) {
  const { count } = useCorpusCount(level, where, useLevelFacets(level))
  return {
    count: chosenCount(ranges, count?.matched ?? 0),
    isAll: ranges.length === 1 && isChosen(ranges, 0) && isChosen(ranges, Number.MAX_SAFE_INTEGER),
    isCounting: !(count?.complete ?? false),
  }
}

/** What is done with the rows meant: those chosen, or the one with the focus. Busy while they are read. */
function useActs({ list, shown, ranges, active }: ChosenBarProps, count: number) {
  const read = useReadRows(list)
  const [isBusy, setBusy] = useState(false)
  return useMemo(() => {
    const withRows = (most: number, use: (rows: readonly CorpusRow[]) => void): void => {
      if (ranges.length === 0) {
        use(active === null ? [] : [active])
        return
      }
      if (count > most) {
        const told = `${formatCount(count)} rows are too many: ${formatCount(most)} at most.`
        showToast(`${told} ndw rows prints any number of them.`, { tone: 'error' })
        return
      }
      setBusy(true)
      read(ranges)
        .then(use, (error: unknown) => showToast(errorText(error), { tone: 'error' }))
        .finally(() => setBusy(false))
    }
    const cellsOf = ({ cells }: CorpusRow): readonly MenuCell[] =>
      shown.map((by) => ({
        by,
        cell: cells[list.columns.indexOf(by)] ?? null,
        type: cellType(list.level, by),
      }))
    const titles = shown.map((column) => columnTitle(list.level, column))
    return {
      isBusy,
      copy: () =>
        withRows(MOST_COPIED, (rows) => copied(rowsTsv(titles, rows.map(cellsOf)), rows.length)),
      copyJson: () =>
        withRows(MOST_COPIED, (rows) => {
          copied(rows.map((row) => asJson(cellsOf(row))).join('\n'), rows.length)
        }),
      only: () =>
        withRows(MOST_COPIED, (rows) => {
          const query = rowsQuery(list.level, rows)
          if (query !== null) levelFilterAtom(list.level).set(query)
          else showToast('A query cannot name so many rows; choose fewer.', { tone: 'error' })
        }),
      compare: () =>
        withRows(2, ([first, second]) => {
          if (first && second) compareTraces(second.id, first.id)
        }),
    }
  }, [list, shown, ranges, active, count, read, isBusy])
}

/** The rows chosen and what can be done with them; nothing where there are none but the one with the focus. */
export function ChosenBar(props: ChosenBarProps) {
  const { list, ranges, active, grid } = props
  const chosen = useChosen(list, ranges)
  const { isBusy, copy, copyJson, only, compare } = useActs(props, chosen.count)
  const bindings = useMemo<readonly KeyBinding[]>(() => {
    const reason = ranges.length === 0 && active === null ? 'Choose a row first.' : null
    return [
      { ...CHOICE_COMMANDS['corpus.copy-rows'], reason, run: copy },
      { ...CHOICE_COMMANDS['corpus.copy-json'], reason, run: copyJson },
      { ...CHOICE_COMMANDS['corpus.only-rows'], reason, run: only },
    ]
  }, [ranges, active, copy, copyJson, only])
  useKeys('Corpus', bindings, { within: grid })
  if (ranges.length === 0) return null
  return (
    <div className="chosen-bar">
      <output className="numbers">
        {isBusy ? 'Reading the rows…' : chosenWords(chosen.count, chosen)}
      </output>
      <Button onClick={copy} hint="For a spreadsheet, with the names of the columns">
        Copy
      </Button>
      <Button onClick={copyJson} hint="A line of JSON each">
        Copy as JSON
      </Button>
      <Button onClick={only} hint="As a query, which a link holds and another store understands">
        Only these
      </Button>
      {list.level === 'trace' && chosen.count === 2 ? (
        <Button onClick={compare}>Compare the two</Button>
      ) : null}
      <IconButton
        icon="close"
        label="Choose none"
        hint="Choose none: Esc"
        onClick={() => {
          props.onRanges(NO_ROWS)
          grid.current?.focus()
        }}
      />
    </div>
  )
}
