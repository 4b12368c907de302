import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '../../shared/base/assert.ts'
import { MODEL_KINDS } from '../support/hostile-models.ts'
import { type HostileBench, openHostileBench } from '../support/hostile-runs.ts'

/** In real processes; all kinds behind the checks too: `node test/models/table.ts`. */
let bench: HostileBench
beforeAll(async () => {
  // No pass of a small model takes as long.
  bench = await openHostileBench({ load: 5000, answer: 5000 })
})
afterAll(() => bench.close())

const REFUSED = MODEL_KINDS.filter(({ refusal }) => refusal !== null)
const SENTENCE = /^[^\n]{10,600}\.$/

describe('hostile model files', () => {
  test('are refused before a process is asked', async () => {
    for (const kind of REFUSED) {
      const outcome = await bench.checked(kind)
      expect(outcome).toMatchObject({ what: 'refused', sentence: expect.stringMatching(SENTENCE) })
    }
  })

  test.each([
    ['an endless loop that the user took', 'checked', 'an endless loop'],
    ['14 GB that nobody looked for', 'unchecked', 'ConstantOfShape of 14 GB'],
  ] as const)('end with their process: %s', async (_what, how, name) => {
    const kind = must(
      MODEL_KINDS.find((one) => one.name === name),
      name,
    )
    const outcome = await bench[how](kind, true)
    expect(outcome).toMatchObject({ what: 'stopped', sentence: expect.stringMatching(SENTENCE) })
    // Ten seconds where nothing else runs.
    expect(outcome.ms).toBeLessThan(30_000)
  })

  test('leave the next model alone', async () => {
    for (const kind of MODEL_KINDS.slice(0, 2)) {
      expect(await bench.checked(kind)).toMatchObject({ what: 'loaded' })
    }
  })
})
