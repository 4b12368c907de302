import { memo } from 'react'
import { formatCount } from '../../../shared/base/words.ts'
import type { Value } from '../../../shared/trace/event.ts'
import { CHANGE_SIGNS, type VariableRow } from '../draw/variable-changes.ts'

interface VariableTableProps {
  readonly rows: readonly VariableRow[]
  /** Name of the variable in focus. */
  readonly selected: string | null
  readonly onSelect: (name: string) => void
  /** Opens a value in full. */
  readonly onOpen: (name: string) => void
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

const Row = memo(function Row({
  row,
  selected,
  onSelect,
  onOpen,
}: {
  row: VariableRow
  selected: boolean
  onSelect: (name: string) => void
  onOpen: (name: string) => void
}) {
  const { name, value, change, before } = row
  const size = sizeNote(value)
  return (
    <tr
      className={`${change ?? ''}${selected ? ' selected' : ''}`}
      aria-selected={selected}
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
      <td className="name" title={name}>
        {name}
      </td>
      <td className="type" title={value.type}>
        {value.type}
      </td>
      <td className="value">
        <span className="value-line">
          <span className="value-text">{cellText(value)}</span>
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
    </tr>
  )
})

/** Local variables of a state: what each is, and how it differs from the state looked at before. */
export function VariableTable({ rows, selected, onSelect, onOpen }: VariableTableProps) {
  return (
    <table className="variables">
      <thead>
        <tr>
          <th className="sign" aria-label="Change" />
          <th className="name">Name</th>
          <th className="type">Type</th>
          <th className="value">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.name}
            row={row}
            selected={row.name === selected}
            onSelect={onSelect}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}
