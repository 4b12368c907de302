import { describe, expect, it } from 'vitest'
import { predictorOf } from '../../main/jobs/predict/run-head.ts'
import { PredictRequest } from '../../shared/contract/models.ts'
import type { Engine, EngineInfo } from '../../shared/model/engine.ts'

function engineOf(kind: EngineInfo['kind'], constrained: boolean): Engine {
  const capabilities = { logProbabilities: true, sampling: true, needsTruth: false, constrained }
  return {
    info: { name: 'some', kind, identity: 'i', about: 'A model.', mark: null, capabilities },
    predict: async function* () {},
  }
}

function decodingOf(engine: Engine, constraint: PredictRequest['constraint']) {
  const request = PredictRequest.parse({ model: 'some', trajectory: 'j_1', constraint })
  return predictorOf({ get: async () => engine }, request).then(({ decoding }) => decoding)
}

describe('whether an engine is held to the codec', () => {
  it.each([
    ['a model that runs here', engineOf('local', true), undefined, 'codec'],
    ['one that may tell anything', engineOf('local', true), 'none', undefined],
    ['one that cannot be held', engineOf('local', false), undefined, undefined],
    ['a server', engineOf('remote', false), undefined, undefined],
    ['a baseline', engineOf('baseline', true), undefined, undefined],
    ['a baseline that is asked to be', engineOf('baseline', true), 'codec', 'codec'],
  ] as const)('%s', async (_what, engine, constraint, wanted) => {
    const decoding = await decodingOf(engine, constraint)
    expect(decoding.constraint).toBe(wanted)
    expect('constraint' in decoding).toBe(wanted !== undefined)
  })

  it('is refused where it cannot be', async () => {
    await expect(decodingOf(engineOf('remote', false), 'codec')).rejects.toThrow(
      'some cannot be held to answers that keep the codec valid; leave the constraint out.',
    )
  })
})
