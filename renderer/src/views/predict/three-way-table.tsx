import { useMemo } from 'react'
import type { StepPrediction, StepSide } from '../../../../shared/contract/stepping.ts'
import { type ThreeWayRow, threeWayRows } from '../../draw/three-way.ts'
import { TrustMark } from '../../ui/badge.tsx'
import type { Sides } from './sides.ts'
import { NoModel, REASON_WORDS, STANDING_WORDS, trustOf, ValueCell } from './three-way-cells.tsx'

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
        mark={mark}
      />
      <td className="standing">
        {isPredicted ? (
          <>
            <TrustMark trust={trustOf(standing, isInverse)} />{' '}
            <span className="muted">
              {predicted?.stale && standing === 'untold'
                ? 'as last told'
                : STANDING_WORDS[standing]}
              {reasons.length === 0
                ? ''
                : `: ${reasons.map((one) => REASON_WORDS[one]).join(', ')}`}
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
  const place = number === null ? 'no such line' : `${number}${which}`
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

function PartRow({ part, sides }: { part: (typeof PARTS)[number]; sides: Sides }) {
  const [id, title, text] = part
  const { before, real, predicted, prediction, isInverse } = sides
  const texts = [before, real, predicted].map(text)
  if (texts.every((one) => one === '')) return null
  const equality = prediction?.score?.components[id] ?? null
  const standing = equality ?? 'unchecked'
  // What neither side tells is not held against anything.
  const isHeld = equality !== null || (prediction?.score === null && texts[2] !== '')
  return (
    <tr className="part" data-part={id} data-standing={prediction === null ? undefined : standing}>
      <th scope="row">{title}</th>
      {texts.map((one, side) => (
        <td key={['before', 'real', 'predicted'][side]} className="value" title={one}>
          <span className="value-text">{one}</span>
          {side === 2 && one !== '' ? <NoModel mark={prediction?.engine.mark ?? null} /> : null}
        </td>
      ))}
      <td className="standing">
        {predicted !== null && isHeld ? <TrustMark trust={trustOf(standing, isInverse)} /> : null}
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
