import { MIX_FORMAT, type MixDocument } from '../../../../../shared/trajectory/mix-document.ts'
import type { MixUnit } from '../../../../../shared/trajectory/mix-forecast.ts'
import { DIRECTIONS, type Direction } from '../../../../../shared/trajectory/types.ts'
import {
  drawnPolicy,
  isAsShipped,
  type PolicyDesk,
  policyNames,
  textOf,
} from '../policy/policy-desk.ts'
import { readDraft } from '../policy/read-draft.ts'

export const UNITS: readonly MixUnit[] = ['tokens', 'actions', 'trajectories']

export interface MixPartDraft {
  readonly share: number
  /** Name of a policy of the desk. */
  readonly policy: string
  readonly direction: Direction
}

/** A recipe as it is put together: policies by name, taken as they are when it is drawn. */
export interface MixDraft {
  readonly seed: number
  readonly unit: MixUnit
  readonly amount: number
  readonly perTrace: number | undefined
  readonly perProgram: number | undefined
  readonly parts: readonly MixPartDraft[]
}

export const FIRST_MIX: MixDraft = {
  seed: 1,
  unit: 'tokens',
  amount: 100_000,
  perTrace: undefined,
  perProgram: undefined,
  parts: [
    { share: 50, policy: 'paper-mix', direction: 'forward' },
    { share: 25, policy: 'bp-hunter', direction: 'forward' },
    { share: 25, policy: 'inverse-mix', direction: 'inverse' },
  ],
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isPart(value: unknown): value is MixPartDraft {
  const { share, policy, direction } = (value ?? {}) as Partial<MixPartDraft>
  return isCount(share) && typeof policy === 'string' && DIRECTIONS.some((one) => one === direction)
}

/** A recipe as it was kept; what is none is forgotten. */
export function acceptMix(stored: unknown): MixDraft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const mix = { ...FIRST_MIX, ...stored } as MixDraft
  const isRight =
    isCount(mix.seed) &&
    isCount(mix.amount) &&
    UNITS.includes(mix.unit) &&
    Array.isArray(mix.parts) &&
    mix.parts.every(isPart)
  return isRight ? mix : null
}

/** What each part gets of the budget, by its share; the whole numbers add up to it. */
export function partAmounts({ parts, amount }: MixDraft): readonly number[] {
  const total = parts.reduce((sum, { share }) => sum + share, 0)
  if (total === 0) return parts.map(() => 0)
  let shares = 0
  let given = 0
  return parts.map(({ share }) => {
    shares += share
    const upTo = Math.round((amount * shares) / total)
    const own = upTo - given
    given = upTo
    return own
  })
}

export type MixReading =
  | { readonly mix: MixDocument; readonly error: null }
  | { readonly mix: null; readonly error: string }

/** The recipe's document, or what is wrong with it in words. */
export function mixOf(draft: MixDraft, desk: PolicyDesk): MixReading {
  const refuse = (error: string): MixReading => ({ mix: null, error })
  if (draft.amount === 0) return refuse('A budget is at least 1.')
  if (draft.parts.length === 0) return refuse('A mix has at least one part.')
  if (draft.parts.every(({ share }) => share === 0)) {
    return refuse('Every share is 0, so nothing can be drawn.')
  }
  const parts: MixDocument['parts'][number][] = []
  for (const [index, { share, policy: name, direction }] of draft.parts.entries()) {
    const place = `Part ${index + 1}`
    if (!policyNames(desk).includes(name)) return refuse(`${place}: there is no policy ${name}.`)
    const { valid, error } = readDraft(textOf(desk, name))
    if (valid === null) return refuse(`${place}, ${name}: ${error}`)
    if (valid[direction] === undefined) return refuse(`${place}: ${name} does not go ${direction}.`)
    const policy = drawnPolicy(valid)
    parts.push({ share, policy: isAsShipped(policy) ? policy.name : policy, direction })
  }
  const { perTrace, perProgram } = draft
  const caps = {
    ...(perTrace ? { per_trace: perTrace } : {}),
    ...(perProgram ? { per_program: perProgram } : {}),
  }
  const budget = { [draft.unit]: draft.amount } as unknown as MixDocument['budget']
  const mix: MixDocument = {
    format: MIX_FORMAT,
    name: 'mix',
    about: `A mix of ${parts.length} parts, put together in the Sample view.`,
    seed: draft.seed,
    budget,
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
    parts,
  }
  return { mix, error: null }
}
