import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { THROWN_INTO_WITH } from './goldens.ts'
import { fixturesDir } from './support.ts'
import { bareEvents, findPython, recordUnder, type SystemPython } from './system-python.ts'
import { describeThreads } from './threads-suite.ts'

/** The package also runs under CPython 3.9 and later: the same fixtures there, where one is found. */
export function describeSystemPython(): void {
  const python = findPython()
  describe.skipIf(python === null)(`system Python ${python?.version ?? 'not found'}`, () => {
    const found = python as SystemPython
    const files = readdirSync(fixturesDir).filter((name) => name.endsWith('.py'))
    it.each(files)('%s gives events that a bare trace function gives', (name) => {
      const code = readFileSync(join(fixturesDir, name), 'utf8')
      const places = recordUnder(found, { code }).events.map((event) => event.place)
      expect(places).toEqual(bareEvents(found, code))
    })

    it('tells a yield of None from an exception leaving by the same instruction', () => {
      const code = readFileSync(join(fixturesDir, 'gen_thrown_into_with.py'), 'utf8')
      const told = recordUnder(found, { code })
        .events.filter(({ place }) => /^(call|return) (inside|swallow|bracket) /.test(place))
        .map(({ place, flags }) => `${place} ${flags}`.trim())
      expect(told).toEqual(THROWN_INTO_WITH)
    })

    describeThreads(found)
  })
}
