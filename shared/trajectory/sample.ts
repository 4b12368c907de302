import { must } from '../base/assert.ts'
import { createPrng, type Prng } from '../base/prng.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { Exit, TraceId } from '../trace/event.ts'
import { applyAction, startOf } from './act.ts'
import { drawAction, type Mixture, policyByName, REACHED_PERCENT } from './policies.ts'
import { entryScopes, rootScope } from './scope.ts'
import { firstAfter, type SourceIndex } from './source-index.ts'
import type { Action, Direction, Scope, StateRef, Step, Trajectory } from './types.ts'
import { createWalk, type Outcome, type Walk } from './walk.ts'

/** A trajectory that has not ended after this many actions is cut and has no exit (2.6). */
export const MAX_ACTIONS = 200

export interface SampleOptions {
  readonly sources: SourceIndex
  readonly traceId: TraceId
  /** How the trace's entry ended, as recorded; null to read it off the tree. */
  readonly traceExit: Exit | null
  readonly policy: string
  readonly seed: number
  readonly ordinal: number
  readonly direction: Direction
  /** Name of the function one of whose activations is the scope; null for the whole trace. */
  readonly entry: string | null
}

function chooseScope(options: SampleOptions, prng: Prng): Result<Scope, string> {
  const { sources, entry } = options
  const whole = rootScope(sources.tree)
  if (whole === null) return err('The trace has no states, so there is nothing to sample from.')
  if (entry === null) return ok(whole)
  const scopes = entryScopes(sources.tree, entry)
  if (scopes.length === 0) {
    return err(`The trace has no call of ${entry}; choose a function that it calls.`)
  }
  return ok(must(scopes[prng.nextBelow(scopes.length)], 'scope of an entry'))
}

/** A line for a breakpoint at `seq`, null where the program has none. Either group serves where the other is empty. */
function drawLine(walk: Walk, seq: number, prng: Prng): string | null {
  const { texts, seqs } = walk.sources.lastSeenIn(walk.scope)
  if (texts.length === 0) return null
  const split = firstAfter(seqs, seq)
  const wantsReached = prng.nextBelow(100) < REACHED_PERCENT
  const reached = split === 0 || (wantsReached && split < texts.length)
  const position = reached ? split + prng.nextBelow(texts.length - split) : prng.nextBelow(split)
  return must(texts[position], 'line for a breakpoint')
}

function draw(walk: Walk, at: StateRef, mixture: Mixture, prng: Prng): [Action, Outcome] | null {
  const name = drawAction(mixture, prng)
  const operand = name === 'breakpoint' ? drawLine(walk, at.seq, prng) : null
  const action = { name, operand }
  const outcome = applyAction(walk, at, action)
  return outcome.kind === 'undefined' ? null : [action, outcome]
}

function takeSteps(walk: Walk, start: StateRef, mixture: Mixture, prng: Prng) {
  const steps: Step[] = []
  let at = start
  let resampled = 0
  while (steps.length < MAX_ACTIONS) {
    const drawn = draw(walk, at, mixture, prng)
    if (drawn === null) {
      resampled += 1
      continue
    }
    const [action, outcome] = drawn
    if (outcome.kind === 'exit') {
      steps.push({ action, target: null })
      return { steps, resampled, exit: outcome.exit }
    }
    if (outcome.kind === 'state') {
      at = outcome.target
      steps.push({ action, target: at })
    }
  }
  return { steps, resampled, exit: null }
}

/**
 * One trajectory drawn by a policy, without its id. It has a random stream of its own, so that it does not depend
 * on which others are drawn; the same options give the same trajectory everywhere. Fails with a sentence when the
 * policy is unknown or does not go that way, or when the trace has no such entry.
 */
export function sampleTrajectory(options: SampleOptions): Result<Omit<Trajectory, 'id'>, string> {
  const { sources, traceId, seed, ordinal, direction, entry } = options
  const policy = policyByName(options.policy)
  if (policy === null) return err(`There is no policy named ${options.policy}.`)
  const mixture = policy.mixtures[direction]
  if (mixture === undefined) return err(`The policy ${policy.name} does not go ${direction}.`)
  const prng = createPrng(seed, traceId, policy.name, ordinal, direction, entry ?? '')
  const scope = chooseScope(options, prng)
  if (!scope.ok) return scope
  const walk = createWalk(sources, scope.value, entry === null ? options.traceExit : null)
  const start = startOf(walk, direction)
  return ok({
    trace: traceId,
    policy: policy.name,
    seed,
    ordinal,
    direction,
    scope: scope.value,
    start,
    ...takeSteps(walk, start, mixture, prng),
  })
}
