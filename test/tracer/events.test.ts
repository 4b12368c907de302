import { afterAll, describe } from 'vitest'
import { describeEvents } from './events-suite.ts'
import { describeGuard } from './guard-suite.ts'
import { describeStructural } from './structural-suite.ts'
import { closeSharedTracer } from './support.ts'
import { describeValues } from './values-suite.ts'

// One file, so that all suites share one warm interpreter: each start costs seconds.
describe('what is recorded', () => {
  describeEvents()
  describeValues()
  describeStructural()
  describeGuard()
  afterAll(closeSharedTracer)
})
