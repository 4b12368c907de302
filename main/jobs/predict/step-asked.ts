import { must } from '../../../shared/base/assert.ts'
import type { GivenState, StepRequest } from '../../../shared/contract/stepping.ts'
import { resolveLocals } from '../../../shared/grammar/resolve.ts'
import { showsLocals } from '../../../shared/grammar/tokens.ts'
import type { Codec, EncodeHints, Transcript } from '../../../shared/grammar/types.ts'
import type { Truth } from '../../../shared/model/score.ts'
import type { StepAsked } from '../../../shared/model/step.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { type RealRun, realOutcome } from './real-run.ts'

/** States of a request that are given, by their number; null is the recorded one. */
function givenStates({ given, history }: StepRequest): readonly (GivenState | null)[] {
  const all = [given, ...history.map((one) => one.given)]
  const first = all.findIndex((one) => one !== null)
  if (first >= 0 && all.slice(first).some((one) => one === null)) {
    throw new ServiceError(
      'bad-input',
      `State ${first} is given and a later one is not; what follows a given state was not recorded.`,
    )
  }
  return all
}

/** A given state has what its event tells, or no codec could write it. */
function requireParts({ event, locals, arg }: GivenState['state']): void {
  const isWhole = showsLocals(event)
    ? locals !== null && arg === null
    : arg !== null && locals === null
  if (isWhole) return
  const parts = showsLocals(event) ? 'variables and no value' : 'a value and no variables'
  throw new ServiceError('bad-input', `A given state was refused: a ${event} has ${parts}.`)
}

function beforeOf(request: StepRequest, real: RealRun, given: readonly (GivenState | null)[]) {
  const states = given.map((one, at) => {
    if (one !== null) requireParts(one.state)
    const state = one?.state ?? real.transcript.states[at]
    if (state !== undefined) return state
    throw new ServiceError('bad-input', `The recorded run has no state ${at}. ${real.lost ?? ''}`)
  })
  const actions = [...request.history.map(({ action }) => action), request.action]
  const { code, direction } = real.transcript
  return { code, direction, states, actions, exit: null } satisfies Transcript
}

/** Of states that are not recorded nobody knows the names of what they leave out. */
function hintsOf(real: RealRun, given: readonly (GivenState | null)[]): EncodeHints {
  const [first = null] = given
  if (given.every((one) => one === null)) return real.hints
  const { entryLine = null } = real.hints
  return { entryLine: first === null || first.line === null ? entryLine : first.line - 1 }
}

function truthOf(real: RealRun, action: number): Truth | null {
  const outcome = realOutcome(real, action)
  if (outcome === null) return null
  if (outcome.kind === 'exit') return { outcome, locals: null, recorded: null }
  const locals = must(resolveLocals(real.transcript)[action + 1], 'locals')
  return { outcome, locals, recorded: real.recorded(action + 1) }
}

export interface RequestedStep {
  readonly asked: StepAsked
  readonly given: readonly (GivenState | null)[]
  /** Why it cannot be held against the recording, in one sentence; null where it can. */
  readonly lost: string | null
}

/** A request as one prediction to ask for. `bad-input` where its states do not go together or the codec cannot tell them. */
export function requestedStep(request: StepRequest, real: RealRun, codec: Codec): RequestedStep {
  const given = givenStates(request)
  const before = beforeOf(request, real, given)
  const last = must(before.states.at(-1), 'state')
  const refusal = codec.refuses({ ...before, states: [...before.states, last] })
  if (refusal !== null)
    throw new ServiceError('bad-input', `${codec.id} cannot tell this. ${refusal}`)
  const action = request.history.length
  const isEdited = given.some((one) => one?.edited === true)
  const truth = isEdited ? null : truthOf(real, action)
  const own = given[action] ?? null
  const from = own === null ? real.lineOf(action) : own.line
  const lost = isEdited ? 'Nothing was recorded after a state that was changed by hand.' : real.lost
  return { asked: { before, hints: hintsOf(real, given), from, truth }, given, lost }
}
