import { expect } from 'vitest'
import type { servers } from '../../shared/contract/servers.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { startSimulator } from '../support/endpoint-simulator.ts'
import { type Cases, notObject, type Scene } from './workbench-scene.ts'

const added = new Map<string, Promise<string>>()

/** The name of a model of a server; it is added once on each wire, and the server ends with the tests. */
function serverModel({ client, wire, bench }: Scene, name: string, key?: string): Promise<string> {
  const model = `${name}-${wire}`
  const place = `${bench.folder} ${model}`
  const known = added.get(place) ?? add()
  added.set(place, known)
  return known

  async function add(): Promise<string> {
    const server = await startSimulator(key === undefined ? {} : { key })
    await client.call('model.add', { name: model, place: server.url })
    return model
  }
}

/** Servers that were added as models. */
export const SERVER_CASES: Cases<CallName<typeof servers>> = {
  'server.check': {
    input: async (scene) => ({ name: await serverModel(scene, 'checked') }),
    check: ({ text, ...found }) => {
      expect(found).toMatchObject({ server: 'vLLM', model: 'tiny', logProbabilities: true })
      expect(text).toMatch(/^vLLM 0\.11\.2 answers with tiny, with log-probabilities; one token/)
    },
    bad: [
      notObject,
      [{ name: 'nothing' }, 'not-found', /There is no model nothing/],
      [{ name: '-' }, 'bad-input', /at name/],
    ],
  },
  'server.setKey': {
    input: async (scene) => ({
      name: await serverModel(scene, 'keyed', 'key-of-test'),
      key: 'key-of-test',
    }),
    check: async ({ origin, keptHow }, { client, wire }) => {
      expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(keptHow).toMatch(/^It is kept .*\.$/)
      const found = await client.call('server.check', { name: `keyed-${wire}` })
      expect(found.model).toBe('tiny')
      await client.call('server.setKey', { name: `keyed-${wire}`, key: null })
      const refused = client.call('server.check', { name: `keyed-${wire}` })
      await expect(refused).rejects.toThrow(/wants a key, and none is kept for it/)
    },
    bad: [
      notObject,
      [{ name: 'nothing', key: 'a' }, 'not-found', /There is no model nothing/],
      [{ name: 'next-line', key: 'a' }, 'bad-input', /^next-line is a baseline/],
      // What is refused is not said back.
      [
        { name: 'nothing', key: 'top secret' },
        'bad-input',
        /^(?!.*secret).*at key.*without spaces/,
      ],
    ],
  },
}
