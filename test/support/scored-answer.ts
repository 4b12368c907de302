import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPrng } from '../../shared/base/prng.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { TextSpan } from '../../shared/grammar/types.ts'
import { answerSpans } from '../../shared/model/answer-spans.ts'
import type { Token } from '../../shared/model/engine.ts'

interface Scored {
  readonly prompt: string
  readonly text: string
  readonly stop: string
  readonly tokens: readonly Token[]
}

const FILE = join(import.meta.dirname, '..', 'fixtures', 'scored-answer.json')

/** A true answer whose tokens have the probabilities of a real graph, with what its parts tell. */
export function scoredAnswer(): Scored & { readonly spans: readonly TextSpan[] } {
  const scored = JSON.parse(readFileSync(FILE, 'utf8')) as Scored
  return { ...scored, spans: answerSpans(SLOTS_1, scored.prompt, scored) }
}

/** So many tokens of made probabilities, some of them without alternatives. */
export function madeTokens(count: number): Token[] {
  const prng = createPrng('made tokens')
  return Array.from({ length: count }, (_, at) => {
    const p = prng.nextFloat() ** 0.3
    const other = { text: ` other${at}`, logProbability: Math.log((1 - p) * 0.8 || 1e-9) }
    const token = { text: ` w${at}`, logProbability: Math.log(p) }
    return at % 3 === 0 ? token : { ...token, alternatives: [other] }
  })
}
