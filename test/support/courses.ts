import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { transcriptOf } from '../../shared/grammar/transcript.ts'
import {
  type Course,
  CoursePredictor,
  type Prediction,
  type Suite,
} from '../../shared/model/course.ts'
import type { Engine } from '../../shared/model/engine.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import { applyAction, legalActions, startOf } from '../../shared/trajectory/act.ts'
import { rootScope } from '../../shared/trajectory/scope.ts'
import type {
  ActionName,
  Direction,
  StateRef,
  Step,
  Trajectory,
} from '../../shared/trajectory/types.ts'
import { createWalk } from '../../shared/trajectory/walk.ts'
import type { tracePlace } from './hand-trace.ts'

type Place = ReturnType<typeof tracePlace> & { readonly source: string }
type Walked = Pick<Trajectory, 'direction' | 'start' | 'steps' | 'exit'>

/** A trajectory of random actions that may be taken, or of `action` alone, until the end or for 40 actions. */
export function walkOf(
  place: Place,
  direction: Direction,
  seed: number,
  action: ActionName | null = null,
): Walked | null {
  const scope = rootScope(place.tree)
  if (scope === null) return null
  const walk = createWalk(place.sources, scope)
  const prng = createPrng('walk', seed)
  const start = startOf(walk, direction)
  const steps: Step[] = []
  let at = start
  while (steps.length < 40) {
    const legal = legalActions(walk, at, direction).filter(({ reason }) => reason === null)
    const name = action ?? must(legal[prng.nextBelow(legal.length)], 'action').name
    const lines = sourceLines(place.source)
    const operand = name === 'breakpoint' ? must(lines[prng.nextBelow(lines.length)], 'line') : null
    const outcome = applyAction(walk, at, { name, operand })
    if (outcome.kind === 'undefined') throw new Error(outcome.reason)
    if (outcome.kind === 'exit') {
      steps.push({ action: { name, operand }, target: null })
      return { direction, start, steps, exit: outcome.exit }
    }
    at = outcome.target
    steps.push({ action: { name, operand }, target: at })
  }
  return { direction, start, steps, exit: null }
}

/** A trajectory as what is predicted, step by step. */
export function courseOf(place: Place, walked: Walked, key = 'course'): Course {
  const visited: StateRef[] = [walked.start]
  for (const { target } of walked.steps) if (target !== null) visited.push(target)
  return {
    key,
    transcript: transcriptOf(walked, place.lookup, place.source),
    hints: {
      entryLine: (place.tree.nodes[walked.start.seq]?.line ?? 0) - 1,
      names: visited.map(({ seq }) => place.lookup(seq).locals.map(([name]) => name)),
    },
    recorded: (step) => {
      const target = visited[step + 1]
      if (target === undefined) return null
      return place.lookup(target.seq).locals.map(([name, { text }]) => [name, text])
    },
    lineOf: (state) => place.tree.nodes[visited[state]?.seq ?? -1]?.line ?? null,
  }
}

const NEVER = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} }

/** Every step of a course, predicted. */
export async function predictAll(
  course: Course,
  engine: Engine,
  suite: Suite = 'next-state',
  { seed = 1, codec = ND_1 } = {},
): Promise<Prediction[]> {
  const decoding = { mode: 'greedy', temperature: 0, topP: 1, seed, maxTokens: 1000 } as const
  const predictor = new CoursePredictor(course, { engine, codec, suite, decoding })
  const all: Prediction[] = []
  for (let step = 0; step < predictor.steps && !predictor.hasEnded; step++) {
    all.push(await predictor.predict(step, NEVER))
  }
  return all
}
