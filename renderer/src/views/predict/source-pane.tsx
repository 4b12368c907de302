import { memo, useMemo } from 'react'
import type { StepSide } from '../../../../shared/contract/stepping.ts'
import { type CodeMarks, NO_MARKS } from '../../ui/code-marks.ts'
import { CodeView } from '../../ui/code-view.tsx'
import type { Sides } from './sides.ts'
import type { Desk } from './use-desk.ts'
import type { RunToLine } from './use-run-to-line.ts'

function lineOf(side: StepSide | null): number | null {
  return side?.line?.number ?? null
}

/** Index of the file that the way's code is, and of the recorded state's where that is in another. */
function fileShown({ real, known, at }: Desk): number {
  const { nodes } = real.traced.tree.model
  const { file = 0 } = nodes[known.ground.scope.open] ?? {}
  const ref = real.refs[at]
  return ref == null ? file : (nodes[ref.seq]?.file ?? file)
}

function placeWords(name: string, side: StepSide | null): string | null {
  if (side === null) return null
  if (side.outcome.kind === 'exit') return `${name}: exit ${side.outcome.exit}`
  const { number = null, isAmbiguous = false } = side.line ?? {}
  if (number === null) return `${name}: no such line`
  return `${name}: line ${number}${isAmbiguous ? ', one of several that read so' : ''}`
}

interface SourceProps {
  readonly desk: Desk
  readonly sides: Sides
  readonly toLine: RunToLine
}

/** The program with both current lines: where the recorded run is, and where the model says it is. */
export const PredictSource = memo(function PredictSource({ desk, sides, toLine }: SourceProps) {
  const { traced } = desk.real
  const file = fileShown(desk)
  const { path = traced.program, source = '' } = traced.files.files[file] ?? {}
  const [real, predicted] = [lineOf(sides.real), lineOf(sides.predicted)]
  const isReal = sides.shown === 'real' || predicted === null
  const marks = useMemo<CodeMarks>(
    () => ({ ...NO_MARKS, current: real, predicted, cursor: toLine.line }),
    [real, predicted, toLine.line],
  )
  const line = isReal ? real : predicted
  const wanted = useMemo(() => (line === null ? null : { line }), [line])
  const places = [placeWords('real', sides.real), placeWords('predicted', sides.predicted)]
  return (
    <div className="pane-body">
      <div className="pane-title">
        <h3>Source</h3>
        <span className="muted numbers ellipsis source-places">
          {places.filter((one) => one !== null).join(' · ')}
        </span>
      </div>
      <CodeView
        source={source}
        marks={marks}
        wanted={wanted}
        onLine={toLine.choose}
        label={`Source of ${path}`}
      />
    </div>
  )
})
