import { useMemo } from 'react'
import type { StepPrediction, StepSide } from '../../../../shared/contract/stepping.ts'
import type { EqualityReason } from '../../../../shared/model/types.ts'
import { type SideValue, type ThreeWayRow, threeWayRows } from '../../draw/three-way.ts'
import { CHANGE_SIGNS } from '../../draw/variable-changes.ts'
import type { Trust } from '../../ui/badge.tsx'
import { TrustMark } from '../../ui/badge.tsx'
import type { Sides } from './sides.ts'

/** What was set aside to find two values equal. */
export const REASON_WORDS: Readonly<Record<EqualityReason, string>> = {
  address: 'addresses',
  set_order: 'order of a set',
  float_form: 'form of a float',
  quotes: 'quotes',
  spacing: 'spaces',
}

const STANDING_WORDS: Readonly<Record<ThreeWayRow['standing'], string>> = {
  exact: '',
  equal: 'equal',
  different: 'other value',
  missing: 'missing',
  extra: 'too much',
  untold: 'not told',
  unchecked: 'not held against anything',
}

/** What a predicted value is worth. Backwards every value is inferred: several states may lead to one. */
function trustOf(standing: ThreeWayRow['standing'], isInverse: boolean): Trust {
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
}

function ValueCell({ value, unknown, gone }: CellProps) {
  if (value === null && gone) {
    return (
      <td className="value removed">
        <span className="sign" aria-hidden="true">
          {CHANGE_SIGNS.removed}
        </span>
        <span className="muted">gone</span>
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
  const { text, change, stale } = value
  return (
    <td className={`value ${change ?? ''}`} title={text.slice(0, CELL_CHARS)}>
      {change === null ? null : (
        <span className="sign" aria-hidden="true">
          {CHANGE_SIGNS[change]}
        </span>
      )}
      {change === null ? null : <span className="visually-hidden">{change} </span>}
      <span className="value-text">{text.slice(0, CELL_CHARS)}</span>
      {stale ? <span className="muted"> as last told</span> : null}
    </td>
  )
}

interface RowProps {
  readonly row: ThreeWayRow
  readonly sides: Sides
  readonly isSelected: boolean
  readonly onSelect: (name: string) => void
}

function Row({ row, sides, isSelected, onSelect }: RowProps) {
  const { name, before, real, predicted, isGone, standing, reasons } = row
  const { prediction, isInverse } = sides
  const isPredicted = prediction?.predicted?.known != null
  const mark = prediction?.engine.mark ?? null
  return (
    <tr
      className={isSelected ? 'selected' : undefined}
      data-variable={name}
      data-standing={isPredicted ? standing : undefined}
      onClick={() => onSelect(name)}
    >
      <th scope="row" title={name}>
        <button type="button" className="row-name" aria-pressed={isSelected}>
          {name}
        </button>
      </th>
      <ValueCell value={before} unknown={sides.before?.known?.hasUnknown === true} gone={false} />
      <ValueCell value={real} unknown={false} gone={isGone.real} />
      <ValueCell
        value={predicted}
        unknown={isPredicted && standing === 'untold'}
        gone={isGone.predicted}
      />
      <td className="standing">
        {isPredicted ? (
          <>
            <TrustMark trust={trustOf(standing, isInverse)} />{' '}
            <span className="muted">
              {STANDING_WORDS[standing]}
              {reasons.length === 0
                ? ''
                : `: ${reasons.map((one) => REASON_WORDS[one]).join(', ')}`}
              {mark === null ? null : (
                <span className="no-model" title={mark}>
                  {' '}
                  no model
                </span>
              )}
            </span>
          </>
        ) : null}
      </td>
    </tr>
  )
}

function lineText(side: StepSide | null): string {
  if (side === null || side.outcome.kind === 'exit') return ''
  const { number = null, isAmbiguous = false } = side.line ?? {}
  const which = isAmbiguous ? ' (one of several)' : ''
  const place = number === null ? 'no such line' : `line ${number}${which}`
  return `${place}: ${side.outcome.state.src.trim()}`
}

function eventText(side: StepSide | null): string {
  if (side === null) return ''
  return side.outcome.kind === 'exit' ? `exit ${side.outcome.exit}` : side.outcome.state.event
}

function argumentText(side: StepSide | null): string {
  return side?.outcome.kind === 'state' ? (side.outcome.state.arg ?? '') : ''
}

const PARTS = [
  ['event', 'Event', eventText],
  ['line', 'Line', lineText],
  ['argument', 'Value', argumentText],
] as const

const EQUALITY_LOOKS = { exact: 'exact', equal: 'equal', different: 'different' } as const

function PartRow({ part, sides }: { part: (typeof PARTS)[number]; sides: Sides }) {
  const [id, title, text] = part
  const { before, real, predicted, prediction, isInverse } = sides
  const texts = [before, real, predicted].map(text)
  if (texts.every((one) => one === '')) return null
  const equality = prediction?.score?.components[id] ?? null
  const standing = equality === null ? 'unchecked' : EQUALITY_LOOKS[equality]
  return (
    <tr className="part" data-part={id} data-standing={prediction === null ? undefined : standing}>
      <th scope="row">{title}</th>
      {texts.map((one, side) => (
        <td key={['before', 'real', 'predicted'][side]} className="value" title={one}>
          <span className="value-text">{one}</span>
        </td>
      ))}
      <td className="standing">
        {prediction === null ||
        predicted === null ||
        (prediction.score !== null && equality === null) ? null : (
          <TrustMark trust={trustOf(standing, isInverse)} />
        )}
      </td>
    </tr>
  )
}

function rowsOf({ before, real, predicted, prediction, isOtherFrame }: Sides) {
  return threeWayRows({
    before: before?.known ?? null,
    real: real?.known ?? null,
    predicted: predicted?.known ?? null,
    differences: prediction?.score?.differences ?? null,
    isOtherFrame,
  })
}

/** Rows that fit a page; a state may have thousands of variables. */
const MOST_ROWS = 500

export function useThreeWayRows(sides: Sides): readonly ThreeWayRow[] {
  return useMemo(() => rowsOf(sides), [sides])
}

interface TableProps {
  readonly sides: Sides
  readonly rows: readonly ThreeWayRow[]
  readonly selected: string | null
  readonly onSelect: (name: string) => void
}

function headOf(prediction: StepPrediction | null, isInverse: boolean) {
  return prediction === null ? (
    'Model'
  ) : (
    <>
      Model <TrustMark trust={isInverse ? 'inferred' : 'predicted'} />
    </>
  )
}

/** A state before an action, really after it and as predicted, part by part. */
export function ThreeWayTable({ sides, rows, selected, onSelect }: TableProps) {
  const { prediction, isInverse, isEdited, shown } = sides
  return (
    <div className="three-way-scroller">
      <table className={`three-way follows-${shown}`}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Before</th>
            <th scope="col">
              Real <TrustMark trust="recorded" />
            </th>
            <th scope="col">{isEdited ? 'Changed by hand' : headOf(prediction, isInverse)}</th>
            <th scope="col">Held against it</th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map((part) => (
            <PartRow key={part[0]} part={part} sides={sides} />
          ))}
          {rows.slice(0, MOST_ROWS).map((row) => (
            <Row
              key={row.name}
              row={row}
              sides={sides}
              isSelected={row.name === selected}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
      {sides.predicted?.known?.hasUnknown ? (
        <p className="pane-note quiet">
          There may be variables that the text never told; what is unknown stays unknown.
        </p>
      ) : null}
      {rows.length > MOST_ROWS ? (
        <p className="pane-note quiet">
          {rows.length - MOST_ROWS} more variables are not listed here; the Trace view has them all.
        </p>
      ) : null}
    </div>
  )
}
