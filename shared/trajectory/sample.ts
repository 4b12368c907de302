import { must } from '../base/assert.ts'
import { createPrng, type Prng } from '../base/prng.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { Exit, TraceId } from '../trace/event.ts'
import { applyAction, startOf } from './act.ts'
import { Moment } from './moment.ts'
import { policyByName, policyIdentity } from './policies.ts'
import { MAX_ACTIONS, type PolicyDocument } from './policy-document.ts'
import { type CompiledRules, drawAction, rulesOf } from './rules.ts'
import { callScopes, entryScopes, rootScope } from './scope.ts'
import type { SourceIndex } from './source-index.ts'
import { tokensOfState, tokensOfStep } from './token-estimate.ts'
import type { ActionName, Direction, Scope, StateRef, Step, Trajectory } from './types.ts'
import { createWalk, type Outcome, type Walk } from './walk.ts'

export interface SampleOptions {
  readonly sources: SourceIndex
  readonly traceId: TraceId
  /** How the trace's entry ended, as recorded; null to read it off the tree. */
  readonly traceExit: Exit | null
  /** A document, or the name of a policy that comes along. */
  readonly policy: PolicyDocument | string
  readonly seed: number
  readonly ordinal: number
  readonly direction: Direction
  /** Name of the function one of whose activations is the scope; null for where the policy starts. */
  readonly entry: string | null
  /** The calls that the query of the policy's entry keeps, where it has one. */
  readonly queried?: readonly Scope[]
}

function scopesOf(
  options: SampleOptions,
  policy: PolicyDocument,
): Result<readonly Scope[], string> {
  const { sources, entry: asked } = options
  const whole = rootScope(sources.tree)
  if (whole === null) return err('The trace has no states, so there is nothing to sample from.')
  if (asked !== null) {
    const scopes = entryScopes(sources.tree, asked)
    if (scopes.length > 0) return ok(scopes)
    return err(`The trace has no call of ${asked}; choose a function that it calls.`)
  }
  const { entry = 'root' } = policy
  if (entry === 'root') return ok([whole])
  if (entry === 'call') {
    const scopes = callScopes(sources.tree)
    return scopes.length > 0 ? ok(scopes) : err('The trace has no recorded call to start from.')
  }
  const scopes = must(options.queried, 'calls of the query')
  return scopes.length > 0 ? ok(scopes) : err(`The trace has no call that ${entry.where} keeps.`)
}

function isRoot({ entry }: SampleOptions, policy: PolicyDocument): boolean {
  return entry === null && (policy.entry ?? 'root') === 'root'
}

interface Following {
  readonly action: ActionName
  left: number
}

/** Draws the steps of one trajectory. */
class Drawing {
  readonly steps: Step[] = []
  resampled = 0
  private readonly rules: CompiledRules
  private readonly moment: Moment
  private readonly prng: Prng
  private following: Following | null = null
  private readonly source: { readonly prng: Prng; readonly undefinedDrawn: () => void }

  constructor(rules: CompiledRules, moment: Moment, prng: Prng) {
    this.rules = rules
    this.moment = moment
    this.prng = prng
    this.source = {
      prng,
      undefinedDrawn: () => {
        this.resampled += 1
      },
    }
  }

  run(): Pick<Trajectory, 'steps' | 'resampled' | 'exit'> {
    const { moment, steps } = this
    while (moment.actionsLeft > 0 && moment.tokensLeft > 0) {
      const [step, outcome] = this.follow() ?? this.draw()
      steps.push(step)
      if (outcome.kind === 'exit') return { steps, resampled: this.resampled, exit: outcome.exit }
      if (step.target !== null) {
        const cost = Number.isFinite(moment.tokensLeft)
          ? tokensOfStep(moment.walk.sources, step)
          : 0
        moment.move(step.action.name, step.target, cost)
      }
    }
    return { steps, resampled: this.resampled, exit: null }
  }

  /** The next of what a rule said follows; null where nothing does, or it is not defined. */
  private follow(): [Step, Outcome] | null {
    const { following, moment } = this
    if (following === null) return null
    following.left -= 1
    if (following.left === 0) this.following = null
    const action = { name: following.action, operand: null }
    const outcome = applyAction(moment.walk, moment.at, action)
    if (outcome.kind !== 'undefined') return [{ action, target: targetOf(outcome) }, outcome]
    this.following = null
    this.resampled += 1
    return null
  }

  private draw(): [Step, Outcome] {
    const { action, outcome, sequel } = drawAction(this.rules, this.moment, this.source)
    if (sequel !== null) {
      const more = this.prng.nextBelow(sequel.at_most - sequel.at_least + 1)
      this.following = { action: sequel.action, left: sequel.at_least + more }
    }
    return [{ action, target: targetOf(outcome) }, outcome]
  }
}

function targetOf(outcome: Outcome): StateRef | null {
  return outcome.kind === 'state' ? outcome.target : null
}

/** How many of the trajectories of a trace are drawn from which scopes. */
function chooseWalk(
  options: SampleOptions,
  policy: PolicyDocument,
  prng: Prng,
): Result<Walk, string> {
  const { sources, traceExit } = options
  const scopes = scopesOf(options, policy)
  if (!scopes.ok) return scopes
  const root = isRoot(options, policy)
  const at = root ? 0 : prng.nextBelow(scopes.value.length)
  const scope = must(scopes.value[at], 'scope of an entry')
  return ok(createWalk(sources, scope, root ? traceExit : null))
}

function problemOf(
  policy: PolicyDocument,
  rules: CompiledRules,
  { sources }: SampleOptions,
): string | null {
  if (rules.asksWrites && sources.writes === undefined) {
    return `The policy ${policy.name} asks what variables changed, which is not known here.`
  }
  if (policy.max_tokens === undefined || sources.sizes !== undefined) return null
  return `The policy ${policy.name} limits tokens, and how long values are is not known here.`
}

/**
 * One trajectory drawn by a policy, without its id. It has a random stream of its own, so that it does not depend
 * on which others are drawn; the same options give the same trajectory everywhere. Fails with a sentence when the
 * policy is unknown or does not go that way, or when the trace has no such entry. Time is linear in its steps, once
 * the tables of the trace that the policy asks for are there.
 */
export function sampleTrajectory(options: SampleOptions): Result<Omit<Trajectory, 'id'>, string> {
  const { sources, traceId, seed, ordinal, direction, entry } = options
  const policy = typeof options.policy === 'string' ? policyByName(options.policy) : options.policy
  if (policy === null) return err(`There is no policy named ${String(options.policy)}.`)
  const rules = rulesOf(policy, direction)
  if (rules === null) return err(`The policy ${policy.name} does not go ${direction}.`)
  const problem = problemOf(policy, rules, options)
  if (problem !== null) return err(problem)
  const prng = createPrng(seed, traceId, policyIdentity(policy), ordinal, direction, entry ?? '')
  const walk = chooseWalk(options, policy, prng)
  if (!walk.ok) return walk
  const start = startOf(walk.value, direction)
  const most = policy.max_tokens ?? Number.POSITIVE_INFINITY
  const limits = {
    direction,
    actions: policy.max_actions ?? MAX_ACTIONS,
    tokens: most - tokensOfState(sources, start.seq),
  }
  const moment = new Moment(walk.value, start, limits)
  return ok({
    trace: traceId,
    policy: policy.name,
    seed,
    ordinal,
    direction,
    scope: walk.value.scope,
    start,
    ...new Drawing(rules, moment, prng).run(),
  })
}
