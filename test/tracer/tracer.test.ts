import { afterAll, describe } from 'vitest'
import { describeEvents } from './events-suite.ts'
import { describeGuard } from './guard-suite.ts'
import { describeIsolation } from './isolation-suite.ts'
import { describeLifecycle } from './lifecycle-suite.ts'
import { describeStructural } from './structural-suite.ts'
import { closeSharedTracer } from './support.ts'
import { describeSystemPython } from './system-python-suite.ts'
import { describeValues } from './values-suite.ts'
import { describeVerdicts } from './verdicts-suite.ts'

// One file, so that all suites share one warm interpreter: each start costs seconds.
describe('tracer', () => {
  describeEvents()
  describeValues()
  describeStructural()
  describeGuard()
  describeVerdicts()
  describeIsolation()
  describeLifecycle()
  describeSystemPython()
  afterAll(closeSharedTracer)
})
