import { must } from '../../shared/base/assert.ts'
import { createPrng, type Prng } from '../../shared/base/prng.ts'
import { constrain } from '../../shared/grammar/constrain/constrain.ts'
import { legalOutcomes } from '../../shared/grammar/constrain/legal.ts'
import type { TokenConstraint, Vocabulary } from '../../shared/grammar/constrain/types.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { transcriptBefore } from '../../shared/grammar/transcript.ts'
import type { Codec, Transcript } from '../../shared/grammar/types.ts'
import { type ReadAnswer, readAnswer } from '../../shared/model/read-answer.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import { textOfIds } from './random-vocabulary.ts'

/** A question to a model: the state that step `step` of a transcript leads to. */
export interface Asked {
  readonly codec: Codec
  readonly prompt: string
  readonly transcript: Transcript
  readonly step: number
  readonly vocabulary: Vocabulary
}

/** The logit of a token behind another; `noise` is drawn anew for each, around 0 with a spread of 1. */
type Logit = (id: number, last: number, noise: () => number) => number

function normal(prng: Prng): number {
  return Math.sqrt(-2 * Math.log(1 - prng.nextFloat())) * Math.cos(2 * Math.PI * prng.nextFloat())
}

/** Models that know nothing, each in another way. */
const MODELS: Readonly<Record<string, Logit>> = {
  even: () => 0,
  peaked: (_id, _last, noise) => 4 * noise(),
  repeating: (id, last, noise) => 2 * noise() + (id === last ? 7 : 0),
  /** Each token has a few that it likes behind it. */
  paired: (id, last) => 9 * Math.sin(id * 12.9898 + last * 78.233),
  /** Prefers tokens of high ids, which are pieces of many characters. */
  long: (id, _last, noise) => id / 64 + noise(),
}
export const RANDOM_MODELS = Object.keys(MODELS)

function drawFrom(row: Float64Array, allowed: Uint8Array | null, prng: Prng): number {
  const may = (id: number): boolean => allowed === null || allowed[id] === 1
  const most = row.reduce((best, value, id) => (may(id) ? Math.max(best, value) : best), -Infinity)
  const weights = row.map((value, id) => (may(id) ? Math.exp(value - most) : 0))
  let left = prng.nextFloat() * weights.reduce((sum, weight) => sum + weight, 0)
  let last = -1
  for (const [id, weight] of weights.entries()) {
    if (weight === 0) continue
    last = id
    left -= weight
    if (left < 0) break
  }
  return last
}

function stopIds({ codec, vocabulary }: Asked): ReadonlyMap<number, string> {
  return new Map(codec.stopTokens.map((stop) => [must(vocabulary.special.get(stop), stop), stop]))
}

export function constraintOf({ codec, prompt, vocabulary }: Asked): TokenConstraint {
  const made = constrain(codec, prompt, vocabulary)
  if (!made.ok) throw new Error(made.error)
  return made.value
}

export function textOf({ codec, vocabulary }: Asked, ids: readonly number[]): string {
  return codec === SLOTS_1 ? codec.tokenizer.detokenize(ids) : textOfIds(vocabulary, ids)
}

export interface RandomAnswer {
  readonly ids: readonly number[]
  readonly read: ReadAnswer
  /** It can be read, and is at a line of the code, of an event that the action leads to. */
  readonly isLegal: boolean
}

/** What a random model answers in at most so many tokens, within a constraint or free. */
export function randomAnswer(
  asked: Asked,
  {
    model,
    limit,
    seed,
    constraint,
  }: { model: string; limit: number; seed: number; constraint: TokenConstraint | null },
): RandomAnswer {
  const prng = createPrng('model', model, seed)
  const logit = must(MODELS[model], model)
  const noise = (): number => normal(prng)
  const row = new Float64Array(asked.vocabulary.size)
  const stops = stopIds(asked)
  const ids: number[] = []
  let stop: string | null = null
  for (let left = limit; left > 0 && stop === null; left--) {
    const last = ids.at(-1) ?? 0
    row.forEach((_, at) => {
      row[at] = logit(at, last, noise)
    })
    const id = drawFrom(row, constraint?.allowed(left) ?? null, prng)
    if (id === -1)
      throw new Error(`no token is allowed behind ${JSON.stringify(textOf(asked, ids))}`)
    if (constraint?.accept(id) === false) throw new Error(`token ${id} is allowed but not accepted`)
    stop = stops.get(id) ?? null
    if (stop === null) ids.push(id)
  }
  const { codec, prompt, step } = asked
  const text = textOf(asked, ids)
  const read = readAnswer(
    codec,
    prompt,
    { text: stop === null || codec !== SLOTS_1 ? text : `${text} `, stop },
    step,
  )
  return { ids, read, isLegal: read.ok && isLegal(asked, read.outcome) }
}

type Outcome = (ReadAnswer & { ok: true })['outcome']

/** It is at a line of the code, of an event that the action leads to. */
export function isLegal({ codec, transcript, step }: Asked, outcome: Outcome): boolean {
  const { events, exits, src } = legalOutcomes(transcriptBefore(transcript, step))
  if (outcome.kind === 'exit') return codec.id === 'cwm@1' || exits.includes(outcome.exit)
  const { event } = outcome.state
  const lines = sourceLines(transcript.code)
  const isThere = src === null || !lines.includes(src) || outcome.state.src === src
  return events.includes(event) && lines.includes(outcome.state.src) && isThere
}
