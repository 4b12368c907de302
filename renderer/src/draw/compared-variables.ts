import { formatCount } from '../../../shared/base/words.ts'
import type { Locals } from '../../../shared/trace/event.ts'
import { sameValue, type VariableRow } from './variable-changes.ts'

/** How a variable of one run stands to that of the same name in another. */
export type Likeness = 'same' | 'different' | 'alone'

/** A difference has a sign and a word as well as a colour (product.md 4.6). */
export const LIKENESS_LOOKS: Readonly<Record<Likeness, { readonly sign: string; word: string }>> = {
  same: { sign: '=', word: 'same' },
  different: { sign: '≠', word: 'different' },
  alone: { sign: '+', word: 'only here' },
}

export type Likenesses = ReadonlyMap<string, Likeness>

/** Variables by name, each against what the other run holds under it; those that went are in neither. */
export function compareVariables(rows: readonly VariableRow[], others: Locals): Likenesses {
  const values = new Map(others)
  const found = new Map<string, Likeness>()
  for (const { name, value, change } of rows) {
    if (change === 'removed') continue
    const other = values.get(name)
    if (other === undefined) found.set(name, 'alone')
    else found.set(name, sameValue(value, other) ? 'same' : 'different')
  }
  return found
}

/** How many names are bound to other values in two runs, or in one of them alone. */
export function countDifferent(a: Locals, b: Locals): number {
  const values = new Map(b)
  let count = 0
  for (const [name, value] of a) {
    const other = values.get(name)
    values.delete(name)
    if (other === undefined || !sameValue(value, other)) count += 1
  }
  return count + values.size
}

/** In words how two sets of variables compare: `1 different, 1 only here, 3 same`. */
export function likenessText(likenesses: Likenesses): string {
  const counts = new Map<Likeness, number>()
  for (const likeness of likenesses.values()) counts.set(likeness, (counts.get(likeness) ?? 0) + 1)
  return (['different', 'alone', 'same'] as const)
    .flatMap((likeness) => {
      const count = counts.get(likeness)
      return count === undefined ? [] : `${formatCount(count)} ${LIKENESS_LOOKS[likeness].word}`
    })
    .join(', ')
}
