import { join } from 'node:path'
import { expect } from 'vitest'
import type { modelFolders } from '../../shared/contract/model-folders.ts'
import type { models } from '../../shared/contract/models.ts'
import type { CallName } from '../../shared/rpc/contract.ts'
import { writeFolder } from '../support/small-models.ts'
import { type Cases, notObject } from './workbench-scene.ts'

/** Engines, those that come along and those that are added. */
export const MODEL_CASES: Cases<CallName<typeof models> | CallName<typeof modelFolders>> = {
  'model.list': {
    input: () => ({}),
    check: ({ engines }) => {
      const usable = engines.filter(({ reason }) => reason === null)
      const names = usable.map(({ name }) => name)
      expect(names.slice(0, 2)).toEqual(['next-line', 'replay-with-faults'])
      expect(
        usable.slice(0, 2).every(({ kind, mark }) => kind === 'baseline' && mark !== null),
      ).toBe(true)
      for (const { reason } of engines) if (reason !== null) expect(reason).toMatch(/\.$/)
    },
    bad: [notObject],
  },
  'model.add': {
    input: ({ wire }) => ({ name: `server-${wire}`, place: 'http://127.0.0.1:9/v1' }),
    check: async (row, { client, wire }) => {
      expect(row).toMatchObject({ name: `server-${wire}`, kind: 'remote', mark: null })
      const { engines } = await client.call('model.list', {})
      expect(engines).toContainEqual(row)
    },
    bad: [
      notObject,
      [{ name: '-x', place: '/' }, 'bad-input', /begins with a letter or digit/],
      [{ name: 'next-line', place: '/' }, 'conflict', /next-line is a baseline/],
      [{ name: 'other', place: 'models' }, 'bad-input', /models is no absolute path/],
    ],
  },
  'model.remove': {
    input: async ({ client, wire }) => {
      const name = `away-${wire}`
      await client.call('model.add', { name, place: 'http://127.0.0.1:9/v1' })
      return { name }
    },
    check: async (_, { client, wire }) => {
      const { engines } = await client.call('model.list', {})
      expect(engines.map(({ name }) => name)).not.toContain(`away-${wire}`)
    },
    bad: [
      notObject,
      [{ name: 'none' }, 'not-found', /There is no model none/],
      [{ name: 'next-line' }, 'bad-input', /^next-line is a baseline/],
    ],
  },
  'model.check': {
    input: ({ bench, wire }) => ({ place: writeFolder(join(bench.folder, `model-${wire}`)) }),
    check: async ({ name, codecs, inputs, cache, memory }, { client, bench, wire }) => {
      const place = join(bench.folder, `model-${wire}`)
      const added = await client.call('model.add', { name: `reads-${wire}`, place })
      expect(added.codecs).toEqual(['slots@1'])
      await client.call('model.remove', { name: `reads-${wire}` })
      expect(name).toBe(`model-${wire}`)
      expect(codecs).toEqual(['slots@1'])
      expect(inputs).toEqual([{ name: 'input_ids', type: 'int64', shape: ['batch', 'tokens'] }])
      expect(cache).toBeNull()
      expect(memory.fits).toBe(true)
    },
    bad: [
      notObject,
      [{ place: '/' }, 'bad-input', /has no model\.onnx, so that it is no model folder/],
      [{ place: 'none' }, 'not-found', /There is no model none/],
    ],
  },
}
