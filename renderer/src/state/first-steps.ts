import { createStoredAtom } from './stored.ts'

/** What a newcomer is shown one after another: open a trace, step on, step back, find the rest. */
export const FIRST_STEPS = ['open', 'forward', 'back', 'rest', 'done'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** How far the newcomer has come; kept by the browser, so that it is shown once. */
export const firstStepAtom = createStoredAtom<FirstStep>(
  'first-step',
  'open',
  (stored) => FIRST_STEPS.find((step) => step === stored) ?? null,
)

/** What a newcomer is shown who asked where the model fails: see it, step back, label it, take it along. */
export const FAILURE_STEPS = ['none', 'over', 'back', 'label', 'export', 'done'] as const
export type FailureStep = (typeof FAILURE_STEPS)[number]

export const failureStepAtom = createStoredAtom<FailureStep>(
  'failure-step',
  'none',
  (stored) => FAILURE_STEPS.find((step) => step === stored) ?? null,
)

/** The next of those things after going from one place to another; what is labelled is told by who labels it. */
export function failureStepAfter(step: FailureStep, from: SeenPlace, to: SeenPlace): FailureStep {
  if (step === 'export') return to.view === 'exports' ? 'done' : 'export'
  if (from.view !== 'predict' || to.view !== 'predict') return step
  const moved = (to.trajectoryStep ?? -1) - (from.trajectoryStep ?? -1)
  if (step === 'over' && moved > 0) return 'back'
  if (step === 'back' && moved < 0) return 'label'
  return step
}

export interface SeenPlace {
  readonly view: string
  readonly trace: string | null
  readonly step: number | null
  /** Number of the trajectory's step in focus. */
  readonly trajectoryStep?: number | null
}

/** The next thing to show after going from one place to another. */
export function firstStepAfter(step: FirstStep, from: SeenPlace, to: SeenPlace): FirstStep {
  const isIn = to.view === 'trace' && to.trace !== null
  if (step === 'open') return isIn ? 'forward' : 'open'
  if (!isIn || from.trace !== to.trace || from.view !== 'trace') return step
  const moved = (to.step ?? 0) - (from.step ?? 0)
  if (step === 'forward' && moved > 0) return 'back'
  if (step === 'back' && moved < 0) return 'rest'
  return step
}
