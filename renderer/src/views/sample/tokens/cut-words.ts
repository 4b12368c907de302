import { formatNoun } from '../../../../../shared/base/words.ts'
import type { Cut } from '../../../../../shared/grammar/ruler.ts'

/** Names that are told one by one; the rest is counted. */
const NAMED = 12

function names(list: readonly string[]): string {
  const more = list.length - NAMED
  const named = list.slice(0, NAMED).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

function stepsWords(steps: readonly number[]): string {
  const [first = 0] = steps
  const last = steps.at(-1) ?? first
  const range = first === last ? `state ${first}` : `states ${first} to ${last}`
  return `${formatNoun(steps.length, 'state')} not whole: ${range}`
}

/** What a cut removes, in one or two sentences. */
export function cutWords({
  cutsCode,
  steps,
  variables,
  unseen,
}: Pick<Cut, 'cutsCode' | 'steps' | 'variables' | 'unseen'>): string {
  if (steps.length === 0 && !cutsCode) return 'Everything fits.'
  const parts = [
    ...(cutsCode ? ['the code is not whole'] : []),
    ...(steps.length === 0 ? [] : [stepsWords(steps)]),
    ...(variables.length === 0
      ? []
      : [`removed: ${names([...new Set(variables.map(({ name }) => name))])}`]),
  ].join('; ')
  const start = parts.charAt(0).toUpperCase() + parts.slice(1)
  return unseen.length === 0 ? `${start}.` : `${start}. No kept state tells ${names(unseen)}.`
}
