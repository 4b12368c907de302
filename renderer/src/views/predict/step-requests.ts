import type { GivenState, StepAsk, StepPrediction } from '../../../../shared/contract/stepping.ts'
import type { Branch } from './branches.ts'

/** `forced`: each step after recorded states. `free`: predicted states are fed back. */
export const MODES = ['forced', 'free'] as const
export type Mode = (typeof MODES)[number]

/** Where one steps: a part of a trace, a state in it, and a direction. */
export type Ground = Pick<StepAsk, 'trace' | 'direction' | 'scope' | 'start'>

/** The engine and its settings; what is left out has its first value. */
export type Asking = Omit<
  StepAsk,
  keyof Ground | 'given' | 'history' | 'action' | 'forced' | 'sample'
>

export type PredictionOf = (step: number) => StepPrediction | null

/** Number of the first state that is not the recorded one. */
function firstGiven({ edits, beginnings }: Branch, mode: Mode): number {
  const begun = [...beginnings.keys()].map((step) => step + 1)
  return Math.min(mode === 'free' ? 1 : Number.POSITIVE_INFINITY, ...edits.keys(), ...begun)
}

/** Whether the model is given something else there than the recorded state. */
export function isGiven(branch: Branch, mode: Mode, state: number): boolean {
  return state >= firstGiven(branch, mode)
}

/** A predicted state as it is fed back; null where the answer was an exit or could not be read. */
function fedBack({ predicted }: StepPrediction): GivenState | null {
  if (predicted?.outcome.kind !== 'state') return null
  const { number = null } = predicted.line ?? {}
  return { state: predicted.outcome.state, line: number, edited: false }
}

/** Why a step cannot be asked for yet: a step before it has to be predicted, or no state follows it. */
export type Missing =
  | { readonly kind: 'unpredicted'; readonly step: number }
  | { readonly kind: 'ended'; readonly step: number }

/** The state of a way as a model is given it: null is the recorded one. */
function stateGiven(
  branch: Branch,
  { mode, predictionOf }: { readonly mode: Mode; readonly predictionOf: PredictionOf },
  state: number,
): GivenState | null | Missing {
  const edited = branch.edits.get(state)
  if (edited !== undefined) return edited
  if (state < firstGiven(branch, mode)) return null
  const prediction = predictionOf(state - 1)
  if (prediction === null) return { kind: 'unpredicted', step: state - 1 }
  return fedBack(prediction) ?? { kind: 'ended', step: state - 1 }
}

interface Way {
  readonly ground: Ground
  readonly branch: Branch
  readonly mode: Mode
  readonly asking: Asking
  readonly predictionOf: PredictionOf
}

function isMissing(one: GivenState | null | Missing): one is Missing {
  return one !== null && 'kind' in one
}

/** The request of a step of a way, or why it cannot be asked for yet. */
export function requestOf(way: Way, step: number): StepAsk | Missing {
  const { ground, branch, asking } = way
  const given: (GivenState | null)[] = []
  for (let state = 0; state <= step; state++) {
    const one = stateGiven(branch, way, state)
    if (isMissing(one)) return one
    given.push(one)
  }
  const history = branch.actions
    .slice(0, step)
    .map((action, at) => ({ action, given: given[at + 1] ?? null }))
  const action = branch.actions[step]
  if (action === undefined) throw new Error(`the way has no action ${step}`)
  return {
    ...ground,
    ...asking,
    given: given[0] ?? null,
    history,
    action,
    forced: branch.beginnings.get(step) ?? '',
    sample: 0,
  }
}

export function isRequest(one: StepAsk | Missing): one is StepAsk {
  return !('kind' in one)
}
