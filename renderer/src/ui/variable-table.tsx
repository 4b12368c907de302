import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../../shared/base/words.ts'
import type { Value } from '../../../shared/trace/event.ts'
import { LIKENESS_LOOKS, type Likeness, type Likenesses } from '../draw/compared-variables.ts'
import { CHANGE_SIGNS, type VariableRow } from '../draw/variable-changes.ts'

interface VariableTableProps {
  readonly rows: readonly VariableRow[]
  /** Name of the variable in focus. */
  readonly selected: string | null
  /** The element the table scrolls in, once it is there. */
  readonly scroller: HTMLElement | null
  readonly onSelect: (name: string) => void
  /** Opens a value in full. */
  readonly onOpen: (name: string) => void
  /** Names that are kept in sight above the table. */
  readonly pinned?: ReadonlySet<string>
  readonly onPin?: (name: string) => void
  /** How each stands to the other run of a comparison; without it nothing is compared. */
  readonly likenesses?: Likenesses | null
  /** Of which rows these are: where it changes, the row in focus is brought into sight again. */
  readonly list?: string
}

/** Characters of a value that go into a cell; the rest opens in full. */
const CELL_CHARS = 400
const LONG_VALUE = 80

const CHANGE_WORDS = { added: 'added', removed: 'removed', changed: 'changed' } as const

function cellText(value: Value): string {
  return value.text.length <= CELL_CHARS ? value.text : value.text.slice(0, CELL_CHARS)
}

/** The true length of a value that a cell or the recording cuts; null for a short one. */
export function sizeNote(value: Value): string | null {
  if (value.size <= LONG_VALUE && value.text.length <= LONG_VALUE) return null
  return `${formatCount(Math.max(value.size, value.text.length))} chars`
}

/** How a variable stands to the other run's, as a sign and a word. */
function LikenessCell({ likeness }: { likeness: Likeness | undefined }) {
  if (likeness === undefined) return <td className="likeness" />
  const { sign, word } = LIKENESS_LOOKS[likeness]
  return (
    <td className={`likeness ${likeness}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </td>
  )
}

const Row = memo(function Row({
  row,
  index,
  selected,
  isSharing,
  isPinned,
  isCompared,
  likeness,
  onSelect,
  onOpen,
  onPin,
}: {
  row: VariableRow
  index: number
  selected: boolean
  /** It is the same object as the variable in focus. */
  isSharing: boolean
  isPinned: boolean
  isCompared: boolean
  likeness: Likeness | undefined
  onSelect: (name: string) => void
  onOpen: (name: string) => void
  onPin: ((name: string) => void) | undefined
}) {
  const { name, value, change, before, sameAs, group } = row
  const shared = sameAs.length === 0 ? null : `same object as ${sameAs.join(', ')}`
  const size = sizeNote(value)
  return (
    <tr
      className={`${change ?? ''}${selected ? ' selected' : ''}${isSharing ? ' sharing' : ''}`}
      aria-selected={selected}
      // The heading is the first row.
      aria-rowindex={index + 2}
      onClick={() => onSelect(name)}
      onDoubleClick={() => onOpen(name)}
    >
      <td className="sign" title={change === null ? undefined : CHANGE_WORDS[change]}>
        {change === null ? null : (
          <>
            <span aria-hidden="true">{CHANGE_SIGNS[change]}</span>
            <span className="visually-hidden">{CHANGE_WORDS[change]}</span>
          </>
        )}
      </td>
      <td className="name" title={shared === null ? name : `${name}: ${shared}`}>
        {name}
        {shared === null ? null : (
          <>
            <span className="shared-mark" aria-hidden="true">
              ≡{group}
            </span>
            <span className="visually-hidden">{shared}</span>
          </>
        )}
        {onPin === undefined ? null : (
          <button
            type="button"
            className="pin"
            aria-pressed={isPinned}
            aria-label={`Keep ${name} in sight`}
            title={
              isPinned
                ? `Stop keeping ${name} in sight (Space)`
                : `Keep ${name} in sight at every step (Space)`
            }
            onClick={() => onPin(name)}
          >
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M4 1h4l-.5 4L9.5 7h-7l2-2zM6 7v4" fill="none" stroke="currentColor" />
            </svg>
          </button>
        )}
      </td>
      <td className="type" title={value.type}>
        {value.type}
      </td>
      <td className="value">
        <span className="value-line">
          <span className="value-text" title={cellText(value)}>
            {cellText(value)}
          </span>
          {before === null ? null : (
            <span className="was" title={cellText(before)}>
              was {cellText(before)}
            </span>
          )}
          {size === null ? null : (
            <button type="button" className="size-button" onClick={() => onOpen(name)}>
              {size}
            </button>
          )}
        </span>
      </td>
      {isCompared ? <LikenessCell likeness={likeness} /> : null}
    </tr>
  )
})

/** Rows up to which all are in the page; a longer table holds those in sight. */
const MOST_ROWS = 200
/** Room for a button of the least size that a pointer needs (WCAG 2.5.8), row by row. */
const ROW_HEIGHT = 24
const HEADER_HEIGHT = 22
const OVERSCAN = 12

/** Keeps the row in focus in sight when the focus moves to another variable, or the rows are others. */
function useReveal(
  scroller: HTMLElement | null,
  index: number,
  selected: string | null,
  list: string | undefined,
): void {
  const latest = useRef(index)
  useLayoutEffect(() => {
    latest.current = index
  })
  useLayoutEffect(() => {
    if (scroller === null) return
    if (selected === null || latest.current < 0) {
      // Rows that a filter left without the one in focus are read from the first.
      if (list !== undefined && list !== '') scroller.scrollTop = 0
      return
    }
    const top = latest.current * ROW_HEIGHT
    const bottom = top + ROW_HEIGHT + HEADER_HEIGHT - scroller.clientHeight
    if (top < scroller.scrollTop) scroller.scrollTop = top
    else if (bottom > scroller.scrollTop) scroller.scrollTop = bottom
  }, [scroller, selected, list])
}

function Gap({ height }: { height: number }) {
  return height <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: neither the row nor its cell takes the focus
    <tr className="gap" aria-hidden="true">
      <td colSpan={4} style={{ height }} />
    </tr>
  )
}

interface Window {
  readonly first: number
  readonly rows: readonly VariableRow[]
  readonly after: number
}

/** The rows in the page: all of a short table, those in sight of a long one. */
function useWindow(
  rows: readonly VariableRow[],
  scroller: HTMLElement | null,
  isLong: boolean,
): Window {
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: HEADER_HEIGHT,
  })
  if (!isLong) return { first: 0, rows, after: 0 }
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  return { first, rows: rows.slice(first, end), after: rows.length - end }
}

/** Local variables of a state: what each is, and how it differs from the state looked at before. */
export function VariableTable(props: VariableTableProps) {
  const { rows, selected, scroller, onSelect, onOpen, pinned, onPin, likenesses = null } = props
  const isLong = rows.length > MOST_ROWS
  const shown = useWindow(rows, scroller, isLong)
  const at = selected === null ? -1 : rows.findIndex((row) => row.name === selected)
  const group = rows[at]?.group ?? null
  useReveal(scroller, at, selected, props.list)
  return (
    <table className="variables" aria-rowcount={rows.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          <th className="sign">
            <span className="visually-hidden">Change</span>
          </th>
          <th className="name">Name</th>
          <th className="type">Type</th>
          <th className="value">Value</th>
          {likenesses === null ? null : <th className="likeness">Other run</th>}
        </tr>
      </thead>
      <tbody>
        <Gap height={shown.first * ROW_HEIGHT} />
        {shown.rows.map((row, index) => (
          <Row
            key={row.name}
            row={row}
            index={shown.first + index}
            selected={row.name === selected}
            isSharing={group !== null && row.group === group}
            isPinned={pinned?.has(row.name) ?? false}
            isCompared={likenesses !== null}
            likeness={likenesses?.get(row.name)}
            onSelect={onSelect}
            onOpen={onOpen}
            onPin={onPin}
          />
        ))}
        <Gap height={shown.after * ROW_HEIGHT} />
      </tbody>
    </table>
  )
}
