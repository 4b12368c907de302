import { formatCount } from '../../../../../shared/base/words.ts'
import type { MixLengths } from '../../../../../shared/contract/drawing.ts'
import type { MixUnit } from './mix-draft.ts'

/** A number that is reckoned from a sample, and half of its 95 % interval where that is known. */
export interface About {
  readonly about: number
  readonly half: number | null
}

export type PartEstimate = Readonly<Record<MixUnit, About>>

type Mean = NonNullable<MixLengths['parts'][number]>['tokens']

/** `amount` of what has `mean` each, in pieces. */
function pieces(amount: number, { mean, half }: Mean): About {
  const about = amount / mean
  return { about, half: half === null ? null : (about * half) / mean }
}

function times(count: number, { mean, half }: Mean): About {
  return { about: count * mean, half: half === null ? null : count * half }
}

/** What an amount of a unit comes to in each of them; null where no trajectory of the part can be drawn. */
export function estimateOf(
  amount: number,
  unit: MixUnit,
  lengths: MixLengths['parts'][number] | undefined,
): PartEstimate | null {
  if (lengths === null || lengths === undefined) return null
  const { actions, tokens } = lengths
  const exact: About = { about: amount, half: null }
  if (unit === 'trajectories') {
    return { trajectories: exact, actions: times(amount, actions), tokens: times(amount, tokens) }
  }
  const given = unit === 'actions' ? actions : tokens
  if (given.mean === 0) return null
  const trajectories = pieces(amount, given)
  const other = (mean: Mean): About => ({ ...times(trajectories.about, mean), half: null })
  return {
    trajectories,
    actions: unit === 'actions' ? exact : other(actions),
    tokens: unit === 'tokens' ? exact : other(tokens),
  }
}

/** Two figures: an estimate has no more. */
function rounded(number: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, number))) - 1)
  return Math.round(number / step) * step
}

/** `≈ 1,200 ± 90 trajectories`. */
export function aboutText({ about, half }: About, unit: MixUnit): string {
  const spread = half === null ? '' : ` ± ${formatCount(rounded(half))}`
  return `≈ ${formatCount(rounded(about))}${spread} ${unit}`
}

/** What the parts come to together; null where there is none that is known. */
export function totalOf(parts: readonly (PartEstimate | null)[], unit: MixUnit): About | null {
  const known = parts.filter((part) => part !== null)
  if (known.length === 0) return null
  return { about: known.reduce((sum, part) => sum + part[unit].about, 0), half: null }
}
