import type { ListedRun } from '../../../../shared/contract/runs.ts'
import type { RunAsked } from '../../api/runs.ts'
import { FIRST_DRAFT, type RunDraft } from './evaluate-state.ts'

/** A draft over the very set of a run, with what it was asked with, so that the two compare. */
export function likeRun(run: ListedRun, model: string | null): RunDraft {
  const { suite, codec, seed, where, view } = run
  const isFree = run.mark === null && run.settings.constraint !== 'codec'
  return {
    ...FIRST_DRAFT,
    isFree,
    model,
    suite,
    codec,
    seed: String(seed),
    where,
    view,
    like: run.run,
  }
}

const MOST_SEED = Number.MAX_SAFE_INTEGER

/** What is wrong with a seed, in a sentence; null where nothing is. */
export function seedError(seed: string): string | null {
  const isWhole = /^\d{1,16}$/.test(seed.trim()) && Number(seed) <= MOST_SEED
  return isWhole ? null : 'A seed is a whole number from 0.'
}

/** The request of a draft, or why there is none yet. */
export function askedOf(
  draft: RunDraft,
): { readonly asked: RunAsked } | { readonly reason: string } {
  const { model, suite, codec, where, view, like } = draft
  if (model === null) return { reason: 'Choose an engine first.' }
  const problem = seedError(draft.seed)
  if (problem !== null) return { reason: problem }
  const faults = draft.faults.trim() === '' ? null : draft.faults.trim()
  const set = like !== null ? { like } : view !== null ? { view } : { where: where.trim() }
  const free = draft.isFree ? { constraint: 'none' as const } : {}
  return { asked: { model, faults, suite, codec, seed: Number(draft.seed), ...free, ...set } }
}
