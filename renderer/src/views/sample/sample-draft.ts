import type { SampleRequest } from '../../../../shared/contract/trajectories.ts'
import type { Direction } from '../../../../shared/trajectory/types.ts'

/** What the form holds: text as typed, so that a half-typed number stays what it is. */
export interface SampleDraft {
  readonly scope: 'trace' | 'filter'
  /** Filter of traces; null follows the one of the corpus. */
  readonly where: string | null
  readonly seed: string
  readonly count: string
  readonly direction: Direction
}

export const FIRST_DRAFT: SampleDraft = {
  scope: 'trace',
  where: null,
  seed: '1',
  count: '10',
  direction: 'forward',
}

/** A request of trajectories but for the policy that draws them. */
export type DrawRequest = Omit<SampleRequest, 'policy'>

interface Checked {
  readonly request: DrawRequest | null
  readonly seedError: string | null
  readonly countError: string | null
}

function wholeNumber(text: string, most: number): number | null {
  if (!/^\d{1,16}$/.test(text.trim())) return null
  const value = Number(text)
  return Number.isSafeInteger(value) && value <= most ? value : null
}

const SEED_RULE = `A seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`

/** The filter of traces a draft means. */
export function whereOf(draft: SampleDraft, corpusFilter: string): string {
  return draft.where ?? corpusFilter
}

/** The seed as a number; the first one while none is typed. */
export function seedOf({ seed }: SampleDraft): number {
  return wholeNumber(seed, Number.MAX_SAFE_INTEGER) ?? 0
}

/** The request a draft stands for but for its policy, or what is wrong with it in words. */
export function checkDraft(
  draft: SampleDraft,
  trace: string | null,
  corpusFilter: string,
): Checked {
  const seed = wholeNumber(draft.seed, Number.MAX_SAFE_INTEGER)
  const count = wholeNumber(draft.count, 100_000)
  const seedError = seed === null ? SEED_RULE : null
  const countError =
    count === null || count === 0 ? 'The count is a whole number from 1 to 100,000.' : null
  if (seed === null || count === null || countError !== null) {
    return { request: null, seedError, countError }
  }
  const one = draft.scope === 'trace' && trace !== null
  return {
    request: {
      trace: one ? trace : null,
      where: one ? '' : whereOf(draft, corpusFilter),
      seed,
      count,
      direction: draft.direction,
      // Where trajectories start is said by the policy.
      entry: null,
    },
    seedError,
    countError,
  }
}
