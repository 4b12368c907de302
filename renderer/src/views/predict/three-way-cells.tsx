import type { EqualityReason } from '../../../../shared/model/types.ts'
import type { SideValue, ThreeWayRow } from '../../draw/three-way.ts'
import { CHANGE_SIGNS } from '../../draw/variable-changes.ts'
import type { Trust } from '../../ui/badge.tsx'

/** What was set aside to find two values equal. */
export const REASON_WORDS: Readonly<Record<EqualityReason, string>> = {
  address: 'addresses',
  set_order: 'order of a set',
  float_form: 'form of a float',
  quotes: 'quotes',
  spacing: 'spaces',
}

export const STANDING_WORDS: Readonly<Record<ThreeWayRow['standing'], string>> = {
  exact: '',
  equal: 'equal',
  different: 'other value',
  missing: 'missing',
  extra: 'too much',
  untold: 'not told',
  unchecked: 'not held against anything',
}

/** What a predicted value is worth. Backwards every value is inferred: several states may lead to one. */
export function trustOf(standing: ThreeWayRow['standing'], isInverse: boolean): Trust {
  if (isInverse) return 'inferred'
  switch (standing) {
    case 'exact':
    case 'equal':
      return 'verified'
    case 'different':
    case 'missing':
    case 'extra':
      return 'refuted'
    default:
      return 'unchecked'
  }
}

const CELL_CHARS = 400

interface CellProps {
  readonly value: SideValue | null
  readonly unknown: boolean
  readonly gone: boolean
  /** Stands by a value that is no model's belief. */
  readonly mark?: string | null
}

/** Says of a value that nobody believes it. */
export function NoModel({ mark }: { mark: string | null }) {
  return mark === null ? null : (
    <span className="no-model" title={mark}>
      no model
    </span>
  )
}

/** One value on one side: what it is, and what became of it. */
export function ValueCell({ value, unknown, gone, mark = null }: CellProps) {
  if (value === null && gone) {
    return (
      <td className="value removed">
        <span className="sign" aria-hidden="true">
          {CHANGE_SIGNS.removed}
        </span>
        <span className="muted">gone</span>
        <NoModel mark={mark} />
      </td>
    )
  }
  if (value === null) {
    return (
      <td className="value">
        <span className="muted">{unknown ? '? unknown' : ''}</span>
      </td>
    )
  }
  const { text, change } = value
  return (
    <td className={`value ${change ?? ''}`} title={text.slice(0, CELL_CHARS)}>
      {change === null ? null : (
        <span className="sign" aria-hidden="true">
          {CHANGE_SIGNS[change]}
        </span>
      )}
      {change === null ? null : <span className="visually-hidden">{change} </span>}
      <span className="value-text">{text.slice(0, CELL_CHARS)}</span>
      <NoModel mark={mark} />
    </td>
  )
}
