import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { createPrng } from '../../shared/base/prng.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import { answerSpans } from '../../shared/model/answer-spans.ts'
import { calibrationBins, calibrationError } from '../../shared/model/calibration.ts'
import {
  partConfidences,
  spansOfTokens,
  stepConfidence,
  tokenEntropy,
} from '../../shared/model/confidence.ts'
import type { Token } from '../../shared/model/engine.ts'
import { replayWithFaults } from '../../shared/model/replay-with-faults.ts'
import { courseOf, predictAll, walkOf } from '../support/courses.ts'
import { tracePlace } from '../support/hand-trace.ts'
import { randomTrace } from '../support/random-trace.ts'

/** The whole distribution at a token, the most likely first. */
const distribution = fc
  .array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 })
  .map((weights) => {
    const sum = weights.reduce((total, one) => total + one, 0)
    return weights.map((one) => one / sum).sort((a, b) => b - a)
  })

function tokenOf(probabilities: readonly number[], listed: number, chosen = 0): Token {
  const all = probabilities.map((one, at) => ({ text: `t${at}`, logProbability: Math.log(one) }))
  return { ...must(all[chosen], 'token'), alternatives: all.slice(0, listed) }
}

function entropyOf(probabilities: readonly number[]): number {
  return probabilities.reduce((sum, one) => sum - one * Math.log2(one), 0)
}

const tokens = fc.array(
  fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 6 }),
    logProbability: fc.double({ min: -20, max: 0, noNaN: true }),
  }),
  { minLength: 1, maxLength: 40 },
)

describe('entropy over alternatives', () => {
  it('is that of the distribution where all are listed, and at most that where they are not', () => {
    fc.assert(
      fc.property(distribution, fc.nat(), fc.nat(), (whole, listed, chosen) => {
        const full = must(tokenEntropy(tokenOf(whole, whole.length)), 'entropy')
        expect(full.bits).toBeCloseTo(entropyOf(whole), 6)
        expect(full.isLeast).toBe(false)
        const some = 1 + (listed % whole.length)
        const part = must(tokenEntropy(tokenOf(whole, some, chosen % whole.length)), 'entropy')
        expect(part.bits).toBeLessThanOrEqual(full.bits + 1e-9)
        if (!part.isLeast) expect(part.covered).toBeGreaterThan(0.998)
        else expect(part.covered).toBeLessThan(1)
      }),
    )
  })

  it('never falls as more alternatives are told', () => {
    fc.assert(
      fc.property(distribution, (whole) => {
        const bits = whole.map((_, at) => tokenEntropy(tokenOf(whole, at + 1))?.bits ?? 0)
        for (const [at, one] of bits.entries()) {
          expect(one).toBeGreaterThanOrEqual((bits[at - 1] ?? 0) - 1e-9)
        }
      }),
    )
  })
})

describe('confidence of a step', () => {
  it('has the lowest below the mean, and the joint one below the lowest', () => {
    fc.assert(
      fc.property(tokens, (all) => {
        const { lowest, mean, joint, lowestAt, untold } = must(stepConfidence(all), 'confidence')
        expect(untold).toBe(0)
        expect(lowest).toBeLessThanOrEqual(mean * (1 + 1e-9))
        expect(must(joint, 'joint')).toBeLessThanOrEqual(lowest * (1 + 1e-9))
        expect(must(joint, 'joint')).toBeCloseTo(mean ** all.length, 9)
        expect(Math.exp(must(all[lowestAt], 'token').logProbability)).toBe(lowest)
      }),
    )
  })

  it('is no surer when a token is added, and knows nothing of one without a probability', () => {
    fc.assert(
      fc.property(tokens, (all) => {
        const before = must(stepConfidence(all), 'confidence')
        const more = must(
          stepConfidence([...all, { text: 'x', logProbability: Math.log(0.5) }]),
          'confidence',
        )
        expect(must(more.joint, 'joint')).toBeLessThanOrEqual(must(before.joint, 'joint'))
        const dark = stepConfidence([...all, { text: 'x', logProbability: null }])
        expect(dark).toMatchObject({ lowest: before.lowest, mean: before.mean, untold: 1 })
        expect(dark?.joint).toBeNull()
        expect(stepConfidence(all.map((one) => ({ ...one, logProbability: null })))).toBeNull()
      }),
    )
  })
})

/** The answer cut up at random, as a tokenizer that knows nothing of the codec would. */
function cut(text: string, seed: number): Token[] {
  const prng = createPrng('cut', seed)
  const pieces: Token[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + 1 + prng.nextBelow(7)
    pieces.push({ text: text.slice(at, end), logProbability: Math.log(prng.nextFloat() || 1) })
    at = end
  }
  return pieces
}

describe('parts of an answer', () => {
  for (const codec of [ND_1, SLOTS_1, CWM_1]) {
    it(`are known of every character of a state in ${codec.id}, however it is cut into tokens`, async () => {
      let seen = 0
      await fc.assert(
        fc.asyncProperty(randomTrace, fc.nat({ max: 1000 }), async (trace, seed) => {
          const place = { source: trace.source, ...tracePlace(trace.events, trace.lines) }
          const walked = walkOf(place, 'forward', seed, codec === CWM_1 ? 'step_into' : null)
          const course = walked === null ? null : courseOf(place, walked)
          if (course === null || codec.refuses(course.transcript) !== null) return
          const all = await predictAll(course, replayWithFaults({}), 'next-state', { codec })
          for (const { answer, outcome, step } of all.slice(0, 6)) {
            const prompt = codec.promptAt(course.transcript, step + 1, course.hints).text
            const spans = answerSpans(codec, prompt, answer)
            const whole = answer.text + answer.stop
            expect(spans.map(({ start, end }) => whole.slice(start, end)).join('')).toBe(whole)
            if (outcome?.kind !== 'state') continue
            seen++
            const pieces = cut(whole, seed)
            const found = spansOfTokens(pieces, spans)
            expect(found.every((one) => one.length > 0)).toBe(true)
            const parts = partConfidences(pieces, spans)
            const told = outcome.state.locals?.entries.map(([name]) => name) ?? []
            // A codec may name unchanged variables too.
            const named = new Set(parts.map(({ variable }) => variable))
            expect(told.filter((name) => !named.has(name))).toEqual([])
            const whole1 = must(stepConfidence(pieces), 'confidence')
            const lows = parts.map(({ confidence }) => confidence.lowest)
            expect(Math.min(...lows)).toBe(whole1.lowest)
          }
        }),
        { numRuns: 30 },
      )
      expect(seen).toBeGreaterThan(20)
    })
  }

  it('of an answer that cannot be read have no role', () => {
    const prompt = '<|begin_of_text|><|trace_context_start|>x = 1\n<|frame_sep|>'
    const spans = answerSpans(ND_1, prompt, { text: 'nonsense', stop: null })
    expect(spans).toEqual([])
    const parts = partConfidences([{ text: 'nonsense', logProbability: -1 }], spans)
    expect(parts).toMatchObject([{ role: null, variable: null, confidence: { tokens: 1 } }])
  })
})

describe('calibration', () => {
  it('of forecasts that come true as often as they say has a small error, and the intervals hold', () => {
    const prng = createPrng('calibration')
    const forecasts = Array.from({ length: 20_000 }, () => {
      const confidence = prng.nextFloat()
      return { confidence, isRight: prng.nextFloat() < confidence }
    })
    const bins = calibrationBins(forecasts)
    expect(must(calibrationError(bins), 'error')).toBeLessThan(0.02)
    const held = bins.filter(({ interval, confidence }) => {
      const [low, high] = must(interval, 'interval')
      return must(confidence, 'confidence') >= low && must(confidence, 'confidence') <= high
    })
    expect(held.length).toBeGreaterThanOrEqual(8)
  })

  it('keeps every forecast in a bin that its confidence lies in, and is wrong by how much it boasts', () => {
    const forecast = fc.record({
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      isRight: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(forecast), fc.integer({ min: 1, max: 20 }), (all, count) => {
        const bins = calibrationBins(all, count)
        expect(bins.reduce((sum, { total }) => sum + total, 0)).toBe(all.length)
        expect(bins.reduce((sum, { right }) => sum + right, 0)).toBe(
          all.filter(({ isRight }) => isRight).length,
        )
        for (const { from, to, confidence, share, interval } of bins) {
          if (confidence === null || share === null || interval === null) continue
          expect(confidence).toBeGreaterThanOrEqual(from - 1e-9)
          expect(confidence).toBeLessThanOrEqual(to + 1e-9)
          expect(interval[0]).toBeLessThanOrEqual(share + 1e-9)
          expect(interval[1]).toBeGreaterThanOrEqual(share - 1e-9)
        }
        const error = calibrationError(bins)
        expect(error === null).toBe(all.length === 0)
      }),
    )
    const boast = Array.from({ length: 10 }, (_, at) => ({ confidence: 0.95, isRight: at < 4 }))
    expect(calibrationError(calibrationBins(boast))).toBeCloseTo(0.55, 9)
  })
})
