import { atOnce, type InParts } from '../../../../../shared/base/parts.ts'
import { err, ok, type Result } from '../../../../../shared/base/result.ts'
import type { Exit, TraceId } from '../../../../../shared/trace/event.ts'
import type { MixPart } from '../../../../../shared/trajectory/mix-document.ts'
import type { PolicyDocument } from '../../../../../shared/trajectory/policy-document.ts'
import { sampleTrajectory } from '../../../../../shared/trajectory/sample.ts'
import type { SourceIndex } from '../../../../../shared/trajectory/source-index.ts'
import type { Direction, Scope, Trajectory } from '../../../../../shared/trajectory/types.ts'

export type SampledPath = Omit<Trajectory, 'id'>

/** Everything that paths of one trace are drawn by. */
export interface PathsRequest {
  readonly sources: SourceIndex
  readonly trace: string
  readonly exit: Exit | null
  readonly policy: PolicyDocument
  readonly direction: Direction
  readonly seed: number
  readonly count: number
  /** The calls that the query of the policy's entry keeps, where it has one. */
  readonly queried: readonly Scope[]
}

type DrawRequest = Omit<PathsRequest, 'policy'> & Pick<MixPart, 'policy'>
/** What is drawn, or a sentence that says why nothing is. */
type Drawn = Result<readonly SampledPath[], string>

/** The first trajectories that a job with this policy and seed would draw, with a pause after each. */
export function* drawInParts(request: DrawRequest): InParts<Drawn> {
  const { sources, trace, exit, policy, direction, seed, count, queried } = request
  const paths: SampledPath[] = []
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const drawn = sampleTrajectory({
      sources,
      traceId: trace as TraceId,
      traceExit: exit,
      policy,
      seed,
      ordinal,
      direction,
      entry: null,
      queried,
    })
    if (!drawn.ok) return err(drawn.error)
    paths.push(drawn.value)
    yield
  }
  return ok(paths)
}

/** The same at once, as while a slider is dragged. */
export function drawPaths(request: DrawRequest): Drawn {
  return atOnce(drawInParts(request))
}
