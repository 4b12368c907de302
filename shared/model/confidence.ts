import type { TextRole, TextSpan } from '../grammar/types.ts'
import type { Token } from './engine.ts'

/** How undecided an engine was at a token, or on average over several, in bits. */
export interface Entropy {
  readonly bits: number
  /** Share of the probability that the alternatives an engine tells of have together; over several tokens the least. */
  readonly covered: number
  /** The alternatives leave some of the probability out: there are at least so many bits. */
  readonly isLeast: boolean
}

/** How sure an engine was of several tokens. */
export interface Confidence {
  /** Tokens whose probability is told. */
  readonly tokens: number
  /** Tokens whose probability is not told; nothing below knows of them. */
  readonly untold: number
  /** Probability of the least likely token, and which one it is. */
  readonly lowest: number
  readonly lowestAt: number
  /** Geometric mean of the probabilities. */
  readonly mean: number
  /** Probability of all of them one after the other; null where that of one is not told. */
  readonly joint: number | null
  /** Mean over the tokens with alternatives; null where no token has any. */
  readonly entropy: Entropy | null
}

/** How sure an engine was of one variable, or of another part of an answer. */
export interface PartConfidence {
  /** Null for what could not be read. */
  readonly role: TextRole | null
  readonly variable: string | null
  readonly confidence: Confidence
}

/** Probability that may be missing from the alternatives before the entropy is only a bound: it is rounding. */
const UNCOVERED = 0.001

/** A probability of its logarithm; rounding may put one a hair above 1. */
export function probabilityOf(logProbability: number): number {
  return Math.min(1, Math.exp(logProbability))
}

function bitsOf(probability: number): number {
  return probability > 0 ? -probability * Math.log2(probability) : 0
}

/**
 * Entropy of what could have stood in a token's place; null where the engine does not tell. What the alternatives
 * leave out counts as one more alternative: as whatever else it is split up, it has more bits.
 */
export function tokenEntropy({
  text,
  id,
  logProbability,
  alternatives = [],
}: Token): Entropy | null {
  if (alternatives.length === 0) return null
  const logs = alternatives.map((one) => one.logProbability)
  const isListed = alternatives.some((one) =>
    id === undefined || one.id === undefined ? one.text === text : one.id === id,
  )
  if (!isListed && logProbability !== null) logs.push(logProbability)
  const probabilities = logs.map(probabilityOf)
  const sum = probabilities.reduce((total, one) => total + one, 0)
  const rest = Math.max(0, 1 - sum)
  const bits = probabilities.reduce((total, one) => total + bitsOf(one), bitsOf(rest))
  return { bits, covered: Math.min(1, sum), isLeast: rest > UNCOVERED }
}

function meanEntropy(tokens: readonly Token[]): Entropy | null {
  const all = tokens.map(tokenEntropy).filter((one) => one !== null)
  if (all.length === 0) return null
  return {
    bits: all.reduce((total, { bits }) => total + bits, 0) / all.length,
    covered: Math.min(...all.map(({ covered }) => covered)),
    isLeast: all.some(({ isLeast }) => isLeast),
  }
}

/** How sure an engine was of some of its tokens, given by their numbers; null where it tells nothing of any. */
export function confidenceIn(tokens: readonly Token[], at: readonly number[]): Confidence | null {
  let [sum, told, lowest, lowestAt] = [0, 0, Number.POSITIVE_INFINITY, -1]
  for (const index of at) {
    const log = tokens[index]?.logProbability ?? null
    if (log === null) continue
    told++
    sum += Math.min(0, log)
    if (log < lowest) [lowest, lowestAt] = [log, index]
  }
  if (told === 0) return null
  return {
    tokens: told,
    untold: at.length - told,
    lowest: probabilityOf(lowest),
    lowestAt,
    mean: Math.exp(sum / told),
    joint: told === at.length ? Math.exp(sum) : null,
    entropy: meanEntropy(at.flatMap((index) => tokens[index] ?? [])),
  }
}

/** How sure an engine was of a whole answer, its stop token included: that is where it says the state ends. */
export function stepConfidence(tokens: readonly Token[]): Confidence | null {
  return confidenceIn(
    tokens,
    tokens.map((_, index) => index),
  )
}

/** Where each token stands in the text that they make together. */
export function tokenPlaces(
  tokens: readonly Pick<Token, 'text'>[],
): readonly { readonly start: number; readonly end: number }[] {
  let end = 0
  return tokens.map(({ text }) => {
    const start = end
    end += text.length
    return { start, end }
  })
}

/** For each token the spans that have a character of it, as numbers of the spans; a token may join two of them. */
export function spansOfTokens(
  tokens: readonly Pick<Token, 'text'>[],
  spans: readonly TextSpan[],
): readonly (readonly number[])[] {
  let first = 0
  return tokenPlaces(tokens).map(({ start, end }) => {
    while (first < spans.length && (spans[first] as TextSpan).end <= start) first++
    const found: number[] = []
    for (let at = first; at < spans.length && (spans[at] as TextSpan).start < end; at++) {
      found.push(at)
    }
    return found
  })
}

/**
 * How sure an engine was of each part of an answer, in the order of the text: a variable's name and value together, the
 * source line, the event. A token that belongs to two parts counts in both, as neither is there without it.
 */
export function partConfidences(
  tokens: readonly Token[],
  spans: readonly TextSpan[],
): readonly PartConfidence[] {
  const parts = new Map<string, Pick<PartConfidence, 'role' | 'variable'> & { at: number[] }>()
  for (const [index, found] of spansOfTokens(tokens, spans).entries()) {
    const told = found.map((one) => spans[one] as TextSpan)
    const of = told.length === 0 ? [{ role: null, variable: undefined }] : told
    for (const { role, variable = null } of of) {
      const key = JSON.stringify([role, variable])
      const part = parts.get(key) ?? { role, variable, at: [] }
      parts.set(key, part)
      if (part.at.at(-1) !== index) part.at.push(index)
    }
  }
  return [...parts.values()].flatMap(({ role, variable, at }) => {
    const confidence = confidenceIn(tokens, at)
    return confidence === null ? [] : [{ role, variable, confidence }]
  })
}
