import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import type { Course } from '../../shared/model/course.ts'
import { replayWithFaults } from '../../shared/model/replay-with-faults.ts'
import { ERROR_CLASSES } from '../../shared/model/types.ts'
import { courseOf, predictAll, walkOf } from '../support/courses.ts'
import { tracePlace } from '../support/hand-trace.ts'
import { type RandomTrace, randomTrace } from '../support/random-trace.ts'

const seeds = fc.nat({ max: 1000 })
const directions = fc.constantFrom('forward', 'inverse')

function courseIn(
  { source, lines, events }: RandomTrace,
  direction: 'forward' | 'inverse',
  seed: number,
) {
  const place = { source, ...tracePlace(events, lines) }
  const walked = walkOf(place, direction, seed)
  return walked === null ? null : courseOf(place, walked)
}

/** How often the error could be planted, and how often it is found. */
async function planted(course: Course, error: (typeof ERROR_CLASSES)[number]) {
  const all = await predictAll(course, replayWithFaults({ [error]: 1 }))
  return all.map(({ score }) => score.error)
}

describe('a replay of the truth', () => {
  it('without errors is right at every step, teacher-forced and fed back', async () => {
    await fc.assert(
      fc.asyncProperty(randomTrace, directions, seeds, async (trace, direction, seed) => {
        const course = courseIn(trace, direction, seed)
        if (course === null) return
        for (const suite of ['next-state', 'horizon'] as const) {
          const all = await predictAll(course, replayWithFaults({}), suite)
          expect(all).toHaveLength(course.transcript.actions.length)
          for (const { score } of all) {
            expect(score).toMatchObject({ verdict: 'match', error: null, differences: [] })
          }
        }
      }),
      { numRuns: 100 },
    )
  })

  it('is right in the text of Code World Model too, where that can tell it', async () => {
    let tried = 0
    await fc.assert(
      fc.asyncProperty(randomTrace, seeds, async ({ source, lines, events }, seed) => {
        const place = { source, ...tracePlace(events, lines) }
        const walked = walkOf(place, 'forward', seed, 'step_into')
        const course = walked === null ? null : courseOf(place, walked)
        if (course === null || CWM_1.refuses(course.transcript) !== null) return
        tried++
        const options = { codec: CWM_1 }
        const all = await predictAll(course, replayWithFaults({}), 'next-state', options)
        expect(all.map(({ score }) => score.verdict)).toEqual(all.map(() => 'match'))
      }),
      { numRuns: 60 },
    )
    expect(tried).toBeGreaterThan(10)
  })

  for (const error of ERROR_CLASSES) {
    it(`with ${error} planted wherever it can be has that error or none`, async () => {
      let found = 0
      await fc.assert(
        fc.asyncProperty(randomTrace, directions, seeds, async (trace, direction, seed) => {
          const course = courseIn(trace, direction, seed)
          if (course === null) return
          const errors = await planted(course, error)
          expect(errors.filter((one) => one !== error && one !== null)).toEqual([])
          found += errors.filter((one) => one === error).length
          const always = /^(?:wrong_event|malformed|stopped_early)$/.test(error)
          if (always) expect(errors).not.toContain(null)
        }),
        { numRuns: 60 },
      )
      expect(found).toBeGreaterThan(20)
    })
  }
})
