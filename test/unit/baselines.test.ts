import { describe, expect, it } from 'vitest'
import { createPrng } from '../../shared/base/prng.ts'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { withFault } from '../../shared/model/faults.ts'
import { NEXT_LINE } from '../../shared/model/next-line.ts'
import { parseRates, replayWithFaults } from '../../shared/model/replay-with-faults.ts'
import { type Rollout, survivalCurve } from '../../shared/model/survival.ts'
import { ERROR_CLASSES, type ErrorClass } from '../../shared/model/types.ts'
import { courseOf, predictAll, walkOf } from '../support/courses.ts'
import { SCALE } from '../support/hand-trace.ts'

/** Twelve steps through a loop and a call, all of them. */
const walked = walkOf(SCALE, 'forward', 1, 'step_into')
if (walked === null) throw new Error('no trajectory')

const RATES = {
  stopped_early: 0.06,
  malformed: 0.07,
  wrong_event: 0.08,
  wrong_line: 0.09,
  missing_variable: 0.1,
  extra_variable: 0.11,
  wrong_value: 0.12,
}

/** Whether a prediction of each step can have the error. */
function possible(error: ErrorClass): boolean[] {
  const course = courseOf(SCALE, walked as NonNullable<typeof walked>)
  const { transcript, recorded } = course
  return transcript.actions.map((_, step) => {
    if (error === 'malformed' || error === 'stopped_early') return true
    const state = transcript.states[step + 1]
    const outcome =
      state === undefined
        ? ({ kind: 'exit', exit: transcript.exit ?? 'normal' } as const)
        : ({ kind: 'state', state } as const)
    const truth = { outcome, locals: null, recorded: recorded(step) }
    const before = { ...transcript, states: transcript.states.slice(0, step + 1) }
    return withFault(error, { before, truth }, createPrng(step)) !== null
  })
}

describe('replay-with-faults', () => {
  it('gives back the rate of each class within sampling error', async () => {
    const runs = 400
    const counts = new Map<string, number>()
    for (let run = 0; run < runs; run++) {
      const all = await predictAll(courseOf(SCALE, walked, `${run}`), replayWithFaults(RATES))
      for (const { score } of all) {
        if (score.error !== null) counts.set(score.error, (counts.get(score.error) ?? 0) + 1)
      }
    }
    for (const error of ERROR_CLASSES) {
      const trials = runs * possible(error).filter(Boolean).length
      const rate = RATES[error]
      const deviation = Math.sqrt((rate * (1 - rate)) / trials)
      expect(trials, error).toBeGreaterThan(1000)
      expect(Math.abs((counts.get(error) ?? 0) / trials - rate), error).toBeLessThan(3 * deviation)
    }
  })

  it('survives n steps with chance p to the n, within the band, where errors are independent', async () => {
    const p = 0.9
    const rollouts: Rollout[] = []
    const engine = replayWithFaults({ wrong_event: 0.04, malformed: 0.06 })
    for (let run = 0; run < 1500; run++) {
      const all = await predictAll(courseOf(SCALE, walked, `${run}`), engine, 'horizon')
      const first = all.findIndex(({ score }) => score.verdict !== 'match')
      rollouts.push({ steps: walked.steps.length, firstWrong: first < 0 ? null : first + 1 })
    }
    const curve = survivalCurve(rollouts)
    expect(curve).toHaveLength(walked.steps.length)
    for (const { step, low, high } of curve) {
      expect(low, `step ${step}`).toBeLessThan(p ** step)
      expect(high, `step ${step}`).toBeGreaterThan(p ** step)
      expect(high - low).toBeLessThan(0.06)
    }
  })

  it('fed back, a wrong value stays wrong until it is told anew; teacher-forced it is forgotten', async () => {
    const engine = replayWithFaults({ wrong_value: 0.2 })
    const wrong = { 'next-state': 0, horizon: 0 }
    for (let run = 0; run < 100; run++) {
      for (const suite of ['next-state', 'horizon'] as const) {
        const all = await predictAll(courseOf(SCALE, walked, `${run}`), engine, suite)
        wrong[suite] += all.filter(({ score }) => score.verdict !== 'match').length
      }
    }
    expect(wrong.horizon).toBeGreaterThan(1.5 * wrong['next-state'])
  })

  it('gives the same answers for the same seed, and others for another', async () => {
    const engine = replayWithFaults(RATES)
    const texts = async (seed: number) => {
      const all = await predictAll(courseOf(SCALE, walked), engine, 'next-state', { seed })
      return all.map(({ answer }) => answer.text)
    }
    expect(await texts(3)).toEqual(await texts(3))
    expect(await texts(3)).not.toEqual(await texts(4))
  })

  it('reads rates, and refuses what is none in a sentence', () => {
    expect(parseRates('wrong_value=0.1, malformed=0.02')).toEqual({
      ok: true,
      value: { wrong_value: 0.1, malformed: 0.02 },
    })
    const told = (text: string) => {
      const read = parseRates(text)
      return read.ok ? null : read.error
    }
    expect(told('wrong=0.1')).toMatch(/^There is no error class wrong; there are stopped_early,/)
    expect(told('malformed=2')).toBe('The rate of malformed must be a number from 0 to 1, not 2.')
    expect(told('malformed')).toMatch(/not nothing/)
    expect(told('')).toMatch(/^A rate names no error class; there are stopped_early,/)
    expect(told('malformed=0.1,malformed=0.2')).toBe('The rate of malformed is given twice.')
    expect(told('malformed=0.6,wrong_value=0.6')).toMatch(/more than 1/)
  })

  it('says that it is no model, and what it was set to', () => {
    const { info } = replayWithFaults({ malformed: 0.25 })
    expect(info.kind).toBe('baseline')
    expect(info.identity).toBe('replay-with-faults@1 malformed=0.25')
    expect(info.mark).toMatch(/no model/)
  })
})

describe('under cwm@1, whose text has neither actions nor exit codes', () => {
  const engines = [NEXT_LINE, replayWithFaults(RATES), replayWithFaults({ wrong_event: 1 })]
  it.each(['next-state', 'horizon'] as const)('every baseline answers, %s', async (suite) => {
    for (const engine of engines) {
      for (let run = 0; run < 20; run++) {
        const course = courseOf(SCALE, walked, `${run}`)
        const all = await predictAll(course, engine, suite, { codec: CWM_1 })
        expect(all.length).toBeGreaterThan(0)
        if (engine === NEXT_LINE) expect(all.every(({ outcome }) => outcome !== null)).toBe(true)
      }
    }
  })

  it('plants no wrong exit, which its text cannot tell, and other wrong events all the same', async () => {
    const all = await predictAll(
      courseOf(SCALE, walked),
      replayWithFaults({ wrong_event: 1 }),
      'next-state',
      { codec: CWM_1 },
    )
    expect(all.map(({ score }) => score.error)).toEqual([
      ...Array(walked.steps.length - 1).fill('wrong_event'),
      null,
    ])
  })
})

describe('next-line', () => {
  it('predicts the next line of the file, with nothing changed', async () => {
    const all = await predictAll(courseOf(SCALE, walked), NEXT_LINE)
    const lines = all.map(({ score }) => score.line?.number ?? null)
    // What really follows: 8, 1 (a call), 2, 3, 4, 3, 4, 3, 5, 5 (its return), 9, 9 (its return), the end.
    expect(lines).toEqual([8, 9, 2, 3, 4, 5, 4, 5, 4, 7, 7, null, null])
    expect(all.flatMap(({ score }, at) => (score.verdict === 'match' ? [at] : []))).toEqual([
      0, 2, 12,
    ])
  })

  it('says that the run ends after the last line, and that it began before the first', async () => {
    const back = walkOf(SCALE, 'inverse', 1, 'inv_step_into')
    if (back === null) throw new Error('no trajectory')
    const all = await predictAll(courseOf(SCALE, back), NEXT_LINE)
    expect(all.every(({ outcome }) => outcome !== null)).toBe(true)
    expect(all.some(({ outcome }) => outcome?.kind === 'exit')).toBe(true)
  })
})
