import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import type { SurvivalPoint } from '../../../shared/model/survival.ts'
import {
  independentShare,
  type SurvivalShapes,
  stepAtX,
  survivalShapes,
} from '../draw/survival-shapes.ts'
import { formatProbability } from './format.ts'
import { useElementSize } from './use-palette.ts'

interface SurvivalChartProps {
  readonly points: readonly SurvivalPoint[]
  /** Whose rollouts they are. */
  readonly label: string
  /** Shows the rollouts that first go wrong at a step. */
  readonly onOpen?: (step: number) => void
}

const HEIGHT = 240
const PAGE = 10

function rangeText({ low, high }: Pick<SurvivalPoint, 'low' | 'high'>): string {
  return `${formatProbability(low)} to ${formatProbability(high)}`
}

/** What is known of a step, in a sentence. */
function pointWords(point: SurvivalPoint, references: SurvivalShapes['references']): string {
  const { step, share, atRisk, wrong } = point
  const [nine, measured] = references.map(({ p }) => formatProbability(independentShare(p, step)))
  return [
    `Step ${formatCount(step)}: ${formatProbability(share)} right so far, 95 % interval ${rangeText(point)}`,
    `0.9ⁿ is ${nine}, pⁿ is ${measured}`,
    `${formatNoun(wrong, 'rollout')} of ${formatCount(atRisk)} went wrong here`,
  ].join('; ')
}

function Axes({ shapes }: { shapes: SurvivalShapes }) {
  const { left, right, top, bottom, xTicks, yTicks } = shapes
  return (
    <>
      {yTicks.map(({ at, text }) => (
        <g key={text}>
          <line className="survival-grid" x1={left} x2={right} y1={at} y2={at} />
          <text className="survival-tick" x={left - 6} y={at + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text }) => (
        <text key={text} className="survival-tick" x={at} y={bottom + 14} textAnchor="middle">
          {text}
        </text>
      ))}
      <text className="survival-tick" x={(left + right) / 2} y={bottom + 29} textAnchor="middle">
        steps since the last real state
      </text>
      <line className="survival-axis" x1={left} x2={left} y1={top} y2={bottom} />
      <line className="survival-axis" x1={left} x2={right} y1={bottom} y2={bottom} />
    </>
  )
}

function Plot({ shapes, point }: { shapes: SurvivalShapes; point: SurvivalPoint }) {
  const { curve, band, references, dots, top, bottom, xOf, yOf } = shapes
  const [nine, measured] = references
  const x = xOf(point.step)
  return (
    <>
      <Axes shapes={shapes} />
      <path className="survival-band" d={band} />
      <path className="survival-line nine" d={nine.path} />
      <path className="survival-line measured" d={measured.path} />
      <path className="survival-line" d={curve} />
      {dots.map((dot) => (
        <circle key={dot.x} className="survival-dot" cx={dot.x} cy={dot.y} r="2.25" />
      ))}
      <line className="survival-cursor" x1={x} x2={x} y1={top} y2={bottom} />
      <circle className="survival-here" cx={x} cy={yOf(point.share)} r="4" />
    </>
  )
}

/** Each curve by the form of its line. */
function Legend({ first }: { first: number }) {
  const sample = (name: string) => (
    <svg className="survival-sample" viewBox="0 0 28 8" aria-hidden="true">
      <path className={`survival-line ${name}`} d="M0 4h28" />
    </svg>
  )
  return (
    <ul className="survival-legend" aria-label="Curves">
      <li>{sample('')} measured, with its 95 % band</li>
      <li>{sample('nine')} 0.9ⁿ</li>
      <li>
        {sample('measured')} pⁿ, p = {formatProbability(first)} measured at the first step
      </li>
    </ul>
  )
}

function Table({
  points,
  references,
}: Pick<SurvivalChartProps, 'points'> & Pick<SurvivalShapes, 'references'>) {
  const at = (index: 0 | 1, step: number): string =>
    formatProbability(independentShare(references[index].p, step))
  return (
    <details className="survival-table">
      <summary>As a table</summary>
      <table>
        <caption className="visually-hidden">Share of rollouts right up to each step</caption>
        <thead className="survival-head">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Right so far</th>
            <th scope="col">95 % interval</th>
            <th scope="col">0.9ⁿ</th>
            <th scope="col">pⁿ</th>
            <th scope="col">Went wrong</th>
            <th scope="col">Of</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.step}>
              <th scope="row">{formatCount(point.step)}</th>
              <td>{formatProbability(point.share)}</td>
              <td>{rangeText(point)}</td>
              <td>{at(0, point.step)}</td>
              <td>{at(1, point.step)}</td>
              <td>{formatCount(point.wrong)}</td>
              <td>{formatCount(point.atRisk)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The step that a key goes to from another; null for a key that goes nowhere. */
function keyStep(key: string, step: number, longest: number): number | null {
  const by = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: PAGE,
    PageDown: -PAGE,
    Home: -longest,
    End: longest,
  }[key]
  return by === undefined ? null : Math.max(1, Math.min(longest, step + by))
}

/**
 * How many rollouts are right up to each step of the horizon, with a confidence band, against what independent errors
 * would leave: 0.9ⁿ, and pⁿ of the share that is right at the first step. The arrow keys go along it.
 */
export function SurvivalChart({ points, label, onOpen }: SurvivalChartProps) {
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const size = useElementSize(host)
  const [at, setAt] = useState(1)
  const shapes = useMemo(
    () => survivalShapes(points, { width: size.width, height: HEIGHT }),
    [points, size.width],
  )
  const longest = points.length
  const step = Math.min(at, longest)
  const point = points[step - 1]
  if (point === undefined) {
    return <p className="muted">No rollout has been scored, so there is no survival to show.</p>
  }
  const words = pointWords(point, shapes.references)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = keyStep(event.key, step, longest)
    if (next !== null) setAt(next)
    else if (event.key === 'Enter' && onOpen !== undefined) onOpen(step)
    else return
    event.preventDefault()
  }
  return (
    <figure className="survival-chart" aria-labelledby={`${id}-label`}>
      <figcaption id={`${id}-label`}>{label}</figcaption>
      <Legend first={points[0]?.share ?? 1} />
      <div
        ref={host}
        className="survival-plot"
        role="slider"
        tabIndex={0}
        aria-label={`Step of the horizon: ${label}`}
        aria-valuemin={1}
        aria-valuemax={longest}
        aria-valuenow={step}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          setAt(stepAtX(shapes, event.clientX - box.left, longest))
        }}
        onDoubleClick={() => onOpen?.(step)}
      >
        <svg width={size.width} height={HEIGHT} aria-hidden="true">
          <Plot shapes={shapes} point={point} />
        </svg>
      </div>
      <p className="survival-words numbers">{words}.</p>
      <Table points={points} references={shapes.references} />
    </figure>
  )
}
