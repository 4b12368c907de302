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

export interface SeenPlace {
  readonly view: string
  readonly trace: string | null
  readonly step: number | null
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
