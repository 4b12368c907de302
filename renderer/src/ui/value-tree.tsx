// biome-ignore-all lint/a11y/useSemanticElements: only rows in sight exist, which no table element can say
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree has the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the row says what the mark opens, and has the keys for it
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../../shared/base/words.ts'
import { sizeAt, textAt, typeAt } from '../../../shared/trace/repr-tree.ts'
import type { ValueRow, ValueRows } from '../draw/value-rows.ts'
import { keyOf } from './key-notation.ts'
import { useElementSize } from './use-palette.ts'

interface ValueTreeProps {
  readonly rows: ValueRows
  /** Name of the whole, in its first row. */
  readonly name: string
  readonly label: string
  readonly active: number
  readonly onActive: (row: number) => void
  readonly onToggle: (row: ValueRow, isOpen: boolean) => void
  /** Enter on a part that holds no others. */
  readonly onOpen: (row: ValueRow) => void
  readonly onCopy: (row: ValueRow, what: 'value' | 'path') => void
}

/** Its keys of the clipboard, as keys of text are: not among those that the user changes. */
export const COPY_VALUE = 'Mod+c'
export const COPY_PATH = 'Mod+Shift+c'
const ROW = 20
const OVERSCAN = 8
/** Browsers draw no element much taller than 33 million pixels. */
const MOST_ROWS = 1_500_000
const CELL_CHARS = 300

const SIGNS = [
  { sign: '', word: '', name: '' },
  { sign: '+', word: 'added', name: 'added' },
  { sign: '−', word: 'removed', name: 'removed' },
  { sign: '~', word: 'changed', name: 'changed' },
] as const

/** How large a part is, in words: `3 items`, `40 digits`. */
export function sizeText({ tree, part }: Pick<ValueRow, 'tree' | 'part'>): string {
  const size = sizeAt(tree, part)
  if (size === null) return ''
  const least = tree.cut[part] === 1 ? '≥ ' : ''
  return `${least}${formatCount(size.count)} ${size.unit}${size.count === 1 ? '' : 's'}`
}

function Row(props: {
  row: ValueRow
  at: number
  id: string
  name: string
  isActive: boolean
  onActive: (row: number) => void
  onToggle: (row: ValueRow, isOpen: boolean) => void
  onOpen: (row: ValueRow) => void
}) {
  const { row, at, id, name, isActive, onActive, onToggle, onOpen } = props
  const { tree, part, depth, hasParts, isOpen } = row
  const look = SIGNS[row.sign] ?? SIGNS[0]
  const text = textAt(tree, part).slice(0, CELL_CHARS)
  const label = depth === 0 ? name : row.label
  return (
    <div
      role="row"
      id={id}
      className={`value-row ${look.name}${isActive ? ' active' : ''}`}
      style={{ top: at * ROW }}
      aria-rowindex={at + 1}
      aria-level={depth + 1}
      aria-posinset={row.index + 1}
      aria-setsize={row.siblings}
      aria-selected={isActive}
      {...(hasParts ? { 'aria-expanded': isOpen } : {})}
      onClick={() => onActive(at)}
      onDoubleClick={() => (hasParts ? onToggle(row, !isOpen) : onOpen(row))}
    >
      <span role="gridcell" className="part-sign" title={look.word || undefined}>
        {look.sign === '' ? null : (
          <>
            <span aria-hidden="true">{look.sign}</span>
            <span className="visually-hidden">{look.word}</span>
          </>
        )}
      </span>
      <span role="gridcell" className="part" style={{ paddingLeft: Math.min(depth, 24) * 14 }}>
        {hasParts ? (
          <span
            className="twisty"
            aria-hidden="true"
            onClick={() => onToggle(row, !isOpen)}
            onDoubleClick={(event) => event.stopPropagation()}
          >
            {isOpen ? '▾' : '▸'}
          </span>
        ) : (
          <span className="twisty" />
        )}
        {label === '' ? null : <span className="part-label">{label}</span>}
        <span className="part-text">{text.replace(/\n/g, ' ')}</span>
        {tree.cut[part] === 1 ? <span className="part-cut">cut</span> : null}
      </span>
      <span role="gridcell" className="part-type">
        {typeAt(tree, part)}
      </span>
      <span role="gridcell" className="part-size">
        {sizeText(row)}
      </span>
    </div>
  )
}

/** The row a key leads to; null where the key is none of the tree's. */
function rowOfKey(key: string, rows: ValueRows, active: number, page: number): number | null {
  const last = Math.min(rows.count, MOST_ROWS) - 1
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: last,
  }
  const to = moves[key]
  return to === undefined ? null : Math.max(0, Math.min(last, to))
}

function scrollTo(host: HTMLElement | null, row: number): void {
  if (host === null) return
  const bottom = (row + 1) * ROW - host.clientHeight
  if (row * ROW < host.scrollTop) host.scrollTop = row * ROW
  else if (bottom > host.scrollTop) host.scrollTop = bottom
}

/**
 * The parts of a value, opened and closed like folders. Of any number of rows only those in sight are in the page.
 * Arrows move and open, Enter opens a part in full, Ctrl+C copies the value of a part, Ctrl+Shift+C its path.
 */
export function ValueTree(props: ValueTreeProps) {
  const { rows, active, onActive, onToggle } = props
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const { height } = useElementSize(host)
  const count = Math.min(rows.count, MOST_ROWS)
  useEffect(() => scrollTo(host.current, active), [active])
  const first = Math.max(0, Math.floor(scrollTop / ROW) - OVERSCAN)
  const end = Math.min(count, first + Math.ceil(height / ROW) + 2 * OVERSCAN)
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows.row(active)
    const key = keyOf(event.nativeEvent)
    const mod = event.ctrlKey || event.metaKey
    if (row === null || event.altKey) return
    const to = mod ? null : rowOfKey(event.key, rows, active, Math.floor(height / ROW) - 1)
    if (to !== null) onActive(to)
    else if (key === COPY_VALUE) props.onCopy(row, 'value')
    else if (key === COPY_PATH) props.onCopy(row, 'path')
    else if (mod) return
    else if (event.key === 'ArrowRight' && row.hasParts && row.isOpen) onActive(active + 1)
    else if (event.key === 'ArrowRight' && row.hasParts) onToggle(row, true)
    else if (event.key === 'ArrowLeft' && row.isOpen) onToggle(row, false)
    else if (event.key === 'ArrowLeft' && row.depth > 0) onActive(rows.parentRow(active))
    else if (event.key === 'Enter' && row.hasParts) onToggle(row, !row.isOpen)
    else if (event.key === 'Enter') props.onOpen(row)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={host}
      className="value-tree"
      role="treegrid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={count}
      aria-activedescendant={active >= first && active < end ? `${id}-${active}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: count * ROW, position: 'relative' }}>
        {shown.map((at) => {
          const row = rows.row(at)
          return row === null ? null : (
            <Row
              key={at}
              id={`${id}-${at}`}
              isActive={at === active}
              name={props.name}
              onOpen={props.onOpen}
              {...{ row, at, onActive, onToggle }}
            />
          )
        })}
      </div>
      {rows.count > MOST_ROWS ? (
        <p className="pane-note">
          The first {formatCount(MOST_ROWS)} of {formatCount(rows.count)} parts are listed; the text
          shows all.
        </p>
      ) : null}
    </div>
  )
}
