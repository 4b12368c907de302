import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { THROWN_INTO_WITH } from './goldens.ts'
import { fixturesDir, resourcesDir } from './support.ts'
import { bareEvents, findPython, recordUnder, type SystemPython } from './system-python.ts'
import { describeThreads } from './threads-suite.ts'

/** A clock raises in it, most often while an event is being recorded. */
const ALARMED = `import signal
class Alarm(Exception):
    pass
def handler(number, frame):
    if armed:
        raise Alarm
armed = False
signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
for hit in range(40):
    try:
        armed = True
        for i in range(10 ** 6):
            xs = [i]
    except Alarm:
        pass
    armed = False
signal.setitimer(signal.ITIMER_REAL, 0)
def after(n):
    return n + 1
z = after(hit)
`

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

    it('misses no change by looking only at the variables that can have changed', () => {
      const script = join(import.meta.dirname, 'same_scans.py')
      const paths = files.map((name) => join(fixturesDir, name))
      const args = ['-B', script, join(resourcesDir, 'tracer'), ...paths]
      const { stdout } = spawnSync(found.path, args, { encoding: 'utf8', timeout: 120_000 })
      expect(JSON.parse(stdout)).toMatchObject({ files: files.length, differs: [], nothing: [] })
    })

    it('tells a yield of None from an exception leaving by the same instruction', () => {
      const code = readFileSync(join(fixturesDir, 'gen_thrown_into_with.py'), 'utf8')
      const told = recordUnder(found, { code })
        .events.filter(({ place }) => /^(call|return) (inside|swallow|bracket) /.test(place))
        .map(({ place, flags }) => `${place} ${flags}`.trim())
      expect(told).toEqual(THROWN_INTO_WITH)
    })

    it.skipIf(process.platform === 'win32')('runs a handler that raises between two events', () => {
      const { end, events } = recordUnder(found, { code: ALARMED, maxSteps: 1_000_000 })
      expect(end).toMatchObject({ stop: 'ended', exit: 'normal', error: null })
      const hits = events.flatMap(({ changes }) => changes.filter((one) => /^(hit|z)=/.test(one)))
      expect([...new Set(hits)]).toEqual([
        ...Array.from({ length: 40 }, (_, at) => `hit=${at}`),
        'z=40',
      ])
      expect(events.slice(-5).map(({ place }) => place.split(' ')[0])).toEqual([
        'line',
        'call',
        'line',
        'return',
        'return',
      ])
    })

    describeThreads(found, 'settrace')
    const hasMonitoring = Number(python?.version.split('.')[1]) >= 12
    if (hasMonitoring) describeThreads(found, 'monitoring')
  })
}
