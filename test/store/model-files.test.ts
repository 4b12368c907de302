import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODEL_KINDS, type ModelKind } from '../support/hostile-models.ts'
import { type HostileBench, openHostileBench } from '../support/hostile-runs.ts'

/** In real processes; all kinds behind the checks too: `node test/models/table.ts`. */
let bench: HostileBench
beforeAll(async () => {
  bench = await openHostileBench()
})
afterAll(() => bench.close())

const named = (kind: ModelKind) => [kind.name, kind] as const
const REFUSED = MODEL_KINDS.filter(({ refusal }) => refusal !== null)
const BOMBS = MODEL_KINDS.filter(({ name }) => /endless loop|of 14 GB/.test(name))
const SENTENCE = /^[^\n]{10,600}\.$/

describe('hostile model files', () => {
  test('are refused before a process is asked', async () => {
    for (const kind of REFUSED) {
      const outcome = await bench.checked(kind)
      expect(outcome).toMatchObject({ what: 'refused', sentence: expect.stringMatching(SENTENCE) })
    }
  })

  test.each(BOMBS.map(named))('that burst in the process end with it: %s', async (_name, kind) => {
    const outcome = await bench.unchecked(kind)
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
