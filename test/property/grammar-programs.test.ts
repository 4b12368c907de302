import { describe, expect, it } from 'vitest'
import { CODECS } from '../../shared/grammar/codecs.ts'
import { comesBack, coursesUnder, samplePrograms } from '../support/traced-courses.ts'
import { findPython } from '../tracer/system-python.ts'

const python = process.platform === 'win32' ? null : findPython()
const programs = samplePrograms()

// Whether those of the sets with ground truth do too, `npm run -s bench -- slots` says.
describe.skipIf(python === null)('trajectories of the sample programs', () => {
  it('come back from every codec that does not refuse them, forward and inverse', () => {
    const written = new Map(CODECS.map(({ id }) => [id, 0]))
    const wrong: string[] = []
    coursesUnder(python, programs).forEach((courses, index) => {
      for (const course of courses) {
        for (const codec of CODECS) {
          if (codec.refuses(course.transcript) !== null) continue
          written.set(codec.id, (written.get(codec.id) ?? 0) + 1)
          const name = programs[index]?.name
          if (!comesBack(codec, course)) wrong.push(`${codec.id} ${name} ${course.name}`)
        }
      }
    })
    expect(wrong).toEqual([])
    for (const [id, count] of written) expect(count, id).toBeGreaterThanOrEqual(programs.length / 2)
  }, 300_000)
})
