import { createPrng, type Prng } from '../base/prng.ts'
import { err, ok, type Result } from '../base/result.ts'
import type { Codec } from '../grammar/types.ts'
import { encodedOutcome, tellsExit } from './encode-outcome.ts'
import type { Engine, PredictRequest, Token } from './engine.ts'
import { type FaultPlace, withFault } from './faults.ts'
import { ERROR_CLASSES, type ErrorClass, type Outcome } from './types.ts'

/** For each class the chance that a prediction that can have the error has it. */
export type FaultRates = Readonly<Partial<Record<ErrorClass, number>>>

/** One in ten, mostly in values, as is told of real models (neural-debugger.md 1.11). */
export const DEFAULT_RATES: FaultRates = {
  stopped_early: 0.005,
  malformed: 0.005,
  wrong_event: 0.01,
  wrong_line: 0.02,
  missing_variable: 0.01,
  extra_variable: 0.01,
  wrong_value: 0.04,
}

/** Reads `wrong_value=0.1,malformed=0.02`; classes that are not named have no errors. */
export function parseRates(text: string): Result<FaultRates, string> {
  const rates: Partial<Record<ErrorClass, number>> = {}
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim())
    const error = ERROR_CLASSES.find((known) => known === name)
    if (error === undefined) {
      const known = ERROR_CLASSES.join(', ')
      const said = name === '' ? 'A rate names no error class' : `There is no error class ${name}`
      return err(`${said}; there are ${known}.`)
    }
    const rate = Number(value)
    if (value === '' || !(rate >= 0 && rate <= 1)) {
      return err(`The rate of ${error} must be a number from 0 to 1, not ${value || 'nothing'}.`)
    }
    if (rates[error] !== undefined) return err(`The rate of ${error} is given twice.`)
    rates[error] = rate
  }
  const sum = Object.values(rates).reduce((total, rate) => total + rate, 0)
  // Sums of decimal fractions miss 1 by a hair.
  return sum > 1 + 1e-9
    ? err('The rates of all error classes together are more than 1.')
    : ok(rates)
}

interface Faulty {
  readonly outcome: Outcome
  readonly fault: ErrorClass | null
}

/** Draws at most one error: each class that is possible here has exactly its rate. */
function draw(rates: FaultRates, place: FaultPlace, codec: Codec, prng: Prng): Faulty {
  let left = prng.nextFloat()
  for (const fault of ERROR_CLASSES) {
    const rate = rates[fault] ?? 0
    const outcome =
      fault === 'malformed' || fault === 'stopped_early'
        ? place.truth.outcome
        : rate > 0
          ? withFault(fault, place, prng)
          : null
    if (outcome === null) continue
    if (outcome.kind === 'exit' && outcome !== place.truth.outcome) {
      if (!tellsExit(codec, place.before, outcome.exit)) continue
    }
    if (left < rate) return { outcome, fault }
    left -= rate
  }
  return { outcome: place.truth.outcome, fault: null }
}

async function* predict(
  rates: FaultRates,
  { prompt, codec, decoding, truth: given }: PredictRequest,
): AsyncGenerator<Token> {
  if (given === null) throw new Error('replay-with-faults needs the recorded outcome')
  const { before, hints, truth } = given
  const prng = createPrng('replay-with-faults', decoding.seed)
  const { outcome, fault } = draw(rates, { before, truth }, codec, prng)
  const text = encodedOutcome(codec, { prompt, before, hints }, outcome)
  if (fault === 'stopped_early') {
    const stops = codec.stopTokens.map((stop) => text.indexOf(stop)).filter((at) => at >= 0)
    yield { text: text.slice(0, prng.nextBelow(Math.max(1, ...stops))), logProbability: null }
    return
  }
  // No codec has an event or exit that begins so.
  yield { text: fault === 'malformed' ? `?${text}` : text, logProbability: null }
}

/** The truth with errors planted at stated rates, drawn anew from the seed of each prediction. */
export function replayWithFaults(rates: FaultRates = DEFAULT_RATES): Engine {
  const told = ERROR_CLASSES.flatMap((error) => {
    const rate = rates[error] ?? 0
    return rate > 0 ? [`${error}=${rate}`] : []
  })
  return {
    info: {
      name: 'replay-with-faults',
      kind: 'baseline',
      identity: `replay-with-faults@1 ${told.join(',') || 'none'}`,
      about: 'No model: the recorded state, with errors planted at stated rates.',
      mark: 'replayed from the recording with planted errors, no model',
      capabilities: {
        logProbabilities: false,
        sampling: false,
        constrained: false,
        needsTruth: true,
      },
    },
    predict: (request) => predict(rates, request),
  }
}
