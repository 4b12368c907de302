import type { TokenizedText } from './tokenizer.ts'
import type { TextSpan } from './types.ts'

/** A variable told at a state. */
export interface ToldVariable {
  readonly step: number
  readonly name: string
}

/** What a context of so many tokens leaves of a text. */
export interface Cut {
  /** Tokens of the text. */
  readonly total: number
  /** Characters that are kept: the half-open range of them. */
  readonly kept: { readonly start: number; readonly end: number }
  /** The code before the states is not whole. */
  readonly cutsCode: boolean
  /** Steps that are not whole, in order; with the first tokens kept these are the last steps. */
  readonly steps: readonly number[]
  /** What is told of variables in the part that does not fit. */
  readonly variables: readonly ToldVariable[]
  /** Variables that no kept state tells, in order of first sight. */
  readonly unseen: readonly string[]
}

/** What is lost of a text of which only the first or the last `limit` tokens fit. */
export function cutAt(
  spans: readonly TextSpan[],
  { ends, start: first = 0 }: TokenizedText,
  limit: number,
  keep: 'first' | 'last' = 'first',
): Cut {
  const total = ends.length
  const whole = ends.at(-1) ?? 0
  const kept =
    keep === 'first'
      ? { start: first, end: limit >= total ? whole : (ends[limit - 1] ?? first) }
      : { start: limit >= total ? first : (ends[total - limit - 1] ?? whole), end: whole }
  // What has no tokens costs none.
  const lost = spans.filter(
    ({ start, end }) => end > first && (start < kept.start || end > kept.end),
  )
  const told = new Set(
    spans.flatMap(({ variable, start, end }) =>
      variable !== undefined && start >= kept.start && end <= kept.end ? [variable] : [],
    ),
  )
  const variables = lost.flatMap(({ step, variable }) =>
    variable === undefined ? [] : [{ step, name: variable }],
  )
  return {
    total,
    kept,
    cutsCode: lost.some(({ role }) => role === 'code'),
    steps: [...new Set(lost.flatMap(({ step }) => (step < 0 ? [] : [step])))],
    variables,
    unseen: [...new Set(variables.map(({ name }) => name))].filter((name) => !told.has(name)),
  }
}
