import { afterAll, describe } from 'vitest'
import { describeIsolation } from './isolation-suite.ts'
import { describeLifecycle } from './lifecycle-suite.ts'
import { describeSnapshot } from './snapshot-suite.ts'
import { closeSharedTracer } from './support.ts'
import { describeSystemPython } from './system-python-suite.ts'
import { describeVerdicts } from './verdicts-suite.ts'

// As in events.test.ts, beside which it runs: together they would be the last that all wait for.
describe('tracer', () => {
  describeVerdicts()
  describeIsolation()
  describeLifecycle()
  describeSnapshot()
  describeSystemPython()
  afterAll(closeSharedTracer)
})
