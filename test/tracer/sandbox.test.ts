import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offerCpython } from '../../main/tracer/cpython-command.ts'
import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import { createTracer, type Tracer } from '../../main/tracer/tracer.ts'
import type { Attempt, EngineName } from './sandbox/attempt.ts'
import { ATTEMPTS, attemptsOn } from './sandbox/attempts.ts'
import { whyNotOutside } from './sandbox/control.ts'
import { runAll, runControls } from './sandbox/run-all.ts'
import { type Outcome, runAttempt } from './sandbox/run-attempts.ts'
import { createScene, type Scene } from './sandbox/scene.ts'
import { resourcesDir, tracerOptions } from './support.ts'

const LEAST_ATTEMPTS = 40
/** A minute on an idle machine. */
const MOST_MS = 300_000
const offer = await offerCpython({ resourcesDir, python: null }).catch(() => null)
const isLinux = process.platform === 'linux'

let scene: Scene
beforeAll(async () => {
  scene = await createScene()
})
afterAll(() => scene.close())

describeEngine(
  'pyodide',
  isLinux ? null : 'skipped, as what is left running is seen on Linux only',
  () => createTracer({ ...tracerOptions, workers: 2 }),
)
describeEngine('cpython', whyNotCpython(), () =>
  createCpythonTracer({ resourcesDir, python: null, consent: false, workers: 2 }),
)
describeControls()

function whyNotCpython(): string | null {
  if (offer === null) return 'skipped, as no Python 3.9 or later is here'
  return offer.needsConsent ? 'skipped, as bubblewrap does not work here' : null
}

function describeEngine(engine: EngineName, missing: string | null, create: () => Tracer): void {
  const title = `attempts to get out of ${engine}`
  describe.skipIf(missing !== null)(missing === null ? title : `${title}: ${missing}`, () => {
    let outcomes: ReadonlyMap<string, Outcome> = new Map()
    beforeAll(async () => {
      const tracer = create()
      outcomes = await runAll(engine, tracer, scene)
      await tracer.close()
    }, MOST_MS)

    it('are many', () => expect(outcomes.size).toBeGreaterThanOrEqual(LEAST_ATTEMPTS))

    it.for(attemptsOn(engine))('$name', async (attempt, { task }) => {
      // A machine too busy to look in time is told from a way out by a try of its own.
      const isAgain = (task.result?.retryCount ?? 0) > 0
      const outcome = isAgain ? await tryAgain(attempt, create()) : outcomes.get(attempt.name)
      expect(outcome?.succeeded, outcome?.happened).toBe(false)
    })
  })
}

async function tryAgain(attempt: Attempt, tracer: Tracer): Promise<Outcome> {
  try {
    return await runAttempt(tracer, attempt, scene)
  } finally {
    await tracer.close()
  }
}

/** An attempt that would not even get out of nowhere proves nothing. */
function describeControls(): void {
  const missing = isLinux && offer !== null ? null : 'skipped, as they need Linux and a Python'
  const title = 'attempts without walls'
  describe.skipIf(missing !== null)(missing === null ? title : `${title}: ${missing}`, () => {
    let found: ReadonlyMap<string, boolean> = new Map()
    beforeAll(async () => {
      found = await runControls(scene, offer?.python ?? '')
    }, MOST_MS)

    const tried = ATTEMPTS.filter((one) => whyNotOutside(one) === null)
    it.each(tried.map(({ name }) => name))('%s', (name) => {
      expect(found.get(name)).toBe(true)
    })

    for (const one of ATTEMPTS.filter((attempt) => !tried.includes(attempt))) {
      it.skip(`${one.name}: ${whyNotOutside(one)}`)
    }
  })
}
