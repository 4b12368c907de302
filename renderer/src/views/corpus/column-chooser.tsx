import { type RefObject, useId, useMemo, useState } from 'react'
import { parseColumn } from '../../../../shared/query/check.ts'
import { type Level, THING_INFO } from '../../../../shared/query/fields.ts'
import { useAtom } from '../../state/atom.ts'
import { watchesAtom } from '../../state/watches.ts'
import { TextField } from '../../ui/field.tsx'
import { focusOpened } from '../../ui/popover-focus.ts'
import {
  addColumn,
  MOST_COLUMNS,
  moveColumn,
  resetColumns,
  type ShownColumns,
  shownColumns,
  takeColumnOff,
  togglePin,
} from './column-acts.ts'
import { levelColumnsAtom, levelPinsAtom, levelSortAtom } from './corpus-state.ts'
import { columnAbout, columnTitle, LEVEL_INFO } from './level-columns.ts'
import { watchColumns } from './watch-columns.ts'

interface Offer {
  readonly column: string
  readonly about: string
}

/** What a level can show that has a name, and the watches of the Trace view. */
function useOffers(level: Level): readonly Offer[] {
  const watches = useAtom(watchesAtom)
  return useMemo(() => {
    const { fields, relations } = THING_INFO[level]
    const names = [
      ...Object.keys(fields).filter((name) => fields[name]?.type !== 'texts'),
      ...Object.keys(relations).map((name) => (relations[name]?.many ? `len(${name})` : name)),
    ].filter((column) => parseColumn(column, level).ok)
    const titled = Object.keys(LEVEL_INFO[level].titles ?? {})
    const named = [...new Set([...names, ...titled])].map((column) => ({
      column,
      about: columnAbout(level, column),
    }))
    const watched = watchColumns(level, watches).map(({ path, column }) => ({
      column,
      about: `watched: ${path}`,
    }))
    return [...named, ...watched]
  }, [level, watches])
}

interface ColumnChooserProps {
  readonly level: Level
  /** The button that opens it, for a key. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>
}

/** Which columns a level shows: names, watches or any expression, each to take off, to move or to pin. */
export function ColumnChooser({ level, buttonRef }: ColumnChooserProps) {
  const id = useId()
  return (
    <>
      <button ref={buttonRef} type="button" className="text-button" popoverTarget={id}>
        Columns
      </button>
      <div id={id} popover="auto" className="filter-help column-chooser" onToggle={focusOpened}>
        <h3>Columns of {LEVEL_INFO[level].plural}</h3>
        <Chooser level={level} />
        <button type="button" className="text-button" onClick={() => resetColumns(level)}>
          Standard columns
        </button>
      </div>
    </>
  )
}

function useShown(level: Level): ShownColumns {
  const columns = useAtom(levelColumnsAtom(level))
  const pins = useAtom(levelPinsAtom(level))
  const sort = useAtom(levelSortAtom(level))
  return useMemo(() => shownColumns(columns, pins, sort), [columns, pins, sort])
}

function Chooser({ level }: { level: Level }) {
  const shown = useShown(level)
  const offers = useOffers(level)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const isFound = (column: string, about: string): boolean =>
    `${columnTitle(level, column)} ${column} ${about}`.toLowerCase().includes(text.toLowerCase())
  const others = offers.filter(
    ({ column, about }) => !shown.columns.includes(column) && isFound(column, about),
  )
  const found = shown.columns.filter((column) => isFound(column, columnAbout(level, column)))
  const wanted = wantedColumn(level, shown, text, others[0])
  const isNothing = found.length === 0 && others.length === 0
  const problem = isNothing || shown.columns.length >= MOST_COLUMNS ? wanted.problem : null
  const add = (column: string): void => {
    addColumn(level, column)
    setTyped('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted.column !== null) add(wanted.column)
      }}
    >
      <TextField
        label="Find a column, or write one"
        mono
        type="search"
        placeholder="a name, or  max(s.depth for s in steps)"
        hint={problem === null ? enterWords(wanted) : undefined}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ol aria-label="Shown">
        {found.map((column) => (
          <ShownColumn key={column} {...{ level, shown, column }} />
        ))}
      </ol>
      <ul aria-label="Not shown">
        {others.map(({ column, about }) => (
          <li key={column}>
            <label title={column}>
              <input
                type="checkbox"
                checked={false}
                disabled={shown.columns.length >= MOST_COLUMNS}
                onChange={() => add(column)}
              />
              <code className="ellipsis">{column}</code>
              <span className="muted ellipsis">{about}</span>
            </label>
          </li>
        ))}
      </ul>
    </form>
  )
}

interface Wanted {
  /** What Enter shows; null for nothing. */
  readonly column: string | null
  readonly problem: string | null
}

function enterWords({ column }: Wanted): string {
  return `Enter shows ${column ?? 'what was written'}`
}

/** What the typed text stands for: an expression, or else the first name that it is found in. */
function wantedColumn(
  level: Level,
  { columns }: ShownColumns,
  text: string,
  first: Offer | undefined,
): Wanted {
  if (text === '') return { column: null, problem: null }
  if (columns.length >= MOST_COLUMNS) {
    return { column: null, problem: `${MOST_COLUMNS} columns is the most.` }
  }
  const parsed = parseColumn(text, level)
  if (parsed.ok && !columns.includes(text)) return { column: text, problem: null }
  if (first !== undefined) return { column: first.column, problem: null }
  const problem = parsed.ok ? 'That column is shown already.' : parsed.error.message
  return { column: null, problem }
}

interface ShownColumnProps {
  readonly level: Level
  readonly shown: ShownColumns
  readonly column: string
}

function ShownColumn({ level, shown, column }: ShownColumnProps) {
  const { columns, pinned } = shown
  const at = columns.indexOf(column)
  const isOnly = columns.length === 1
  const isPinned = at < pinned
  const act = (text: string, sign: string, run: () => void, isDisabled = false) => (
    <button
      type="button"
      className="icon-button"
      aria-label={`${text}: ${column}`}
      title={text}
      disabled={isDisabled}
      onClick={run}
    >
      {sign}
    </button>
  )
  return (
    <li>
      <label title={column}>
        <input
          type="checkbox"
          checked
          disabled={isOnly}
          title={isOnly ? 'One column has to stay' : undefined}
          onChange={() => takeColumnOff(level, column)}
        />
        <code className="ellipsis">{column}</code>
        <span className="muted ellipsis">{columnAbout(level, column)}</span>
      </label>
      {act('To the left', '←', () => moveColumn(level, column, at - 1), at === 0)}
      {act('To the right', '→', () => moveColumn(level, column, at + 1), at === columns.length - 1)}
      <button
        type="button"
        className="icon-button"
        aria-label={`Pin at the left: ${column}`}
        aria-pressed={isPinned}
        title={isPinned ? 'Pinned at the left' : 'Pin at the left'}
        onClick={() => togglePin(level, column)}
      >
        {isPinned ? '⇤' : '⇥'}
      </button>
    </li>
  )
}
