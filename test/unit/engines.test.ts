import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EngineSource } from '../../main/runtime/engine-source.ts'
import { Engines } from '../../main/runtime/engines.ts'
import type { AddedModel } from '../../main/runtime/model-list.ts'
import { NEXT_LINE } from '../../shared/model/next-line.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

let folder = ''
let modelsPath = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ndw-engines-'))
  modelsPath = join(folder, 'settings', 'models.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Opens every model of a kind as the same engine, but for those in places named `bad`. */
function source<M extends AddedModel>(kind: M['kind'], calls: string[] = []): EngineSource<M> {
  return {
    check: async (model) => {
      if (model.kind === 'local' && model.folder.endsWith('bad'))
        throw new ServiceError('bad-input', 'This folder holds no model.')
    },
    describe: async () => ({ about: 'A small model.', reason: null }),
    open: async ({ name }) => ({ ...NEXT_LINE, info: { ...NEXT_LINE.info, name, kind } }),
    forget: async ({ name }) => void calls.push(`forget ${name}`),
    close: async () => void calls.push('close'),
  }
}

const remote = source<AddedModel & { readonly kind: 'remote' }>('remote')
const local = (calls?: string[]) => source<AddedModel & { readonly kind: 'local' }>('local', calls)
const engines = (calls?: string[]) =>
  new Engines({ modelsPath, sources: { local: local(calls), remote } })

describe('models that are added', () => {
  test('are listed, opened, known to the next process, and can be removed', async () => {
    const calls: string[] = []
    const added = await engines().add({ name: 'mine', place: join(folder, 'good') })
    expect(added).toMatchObject({ name: 'mine', kind: 'local', reason: null })
    const next = engines(calls)
    expect((await next.list()).map(({ name }) => name)).toEqual([
      ...['next-line', 'replay-with-faults', 'mine'],
    ])
    expect((await next.get({ model: 'mine', faults: null })).info.kind).toBe('local')
    await next.remove('mine')
    expect((await next.list()).map(({ name }) => name)).not.toContain('mine')
    await expect(next.get({ model: 'mine', faults: null })).rejects.toThrow(
      'There is no model mine. Known are next-line, replay-with-faults; ndw models add',
    )
    await next.close()
    expect(calls).toEqual(['forget mine', 'close'])
  })

  test('are kept in a file that nobody else may read', async () => {
    await engines().add({ name: 'mine', place: join(folder, 'good') })
    if (process.platform !== 'win32') {
      expect((await stat(modelsPath)).mode & 0o777).toBe(0o600)
    }
  })

  test.each([
    ['mine', 'good', 'There is a model mine already'],
    ['next-line', 'good', 'next-line is a baseline'],
    ['other', 'bad', 'This folder holds no model.'],
  ])('as %s of %s are refused: %s', async (name, place, sentence) => {
    const all = engines()
    await all.add({ name: 'mine', place: join(folder, 'good') })
    await expect(all.add({ name, place: join(folder, place) })).rejects.toThrow(sentence)
    expect((await all.list()).filter((row) => row.kind === 'local')).toHaveLength(1)
  })

  test('are taken with loops where that is said, and then for good', async () => {
    const seen: unknown[] = []
    const watched = { ...local(), check: async (model: unknown) => void seen.push(model) }
    const all = () => new Engines({ modelsPath, sources: { local: watched, remote } })
    await all().add({ name: 'endless', place: join(folder, 'good'), loops: true })
    expect(seen).toEqual([expect.objectContaining({ name: 'endless', loops: true })])
    expect(await all().folder('endless')).toMatchObject({ loops: true })
    await expect(
      all().add({ name: 'far', place: 'http://box:8000/v1', loops: true }),
    ).rejects.toThrow('http://box:8000/v1 is a server, which has no graph with loops.')
  })

  test('are folders by a path from the root, and servers by an address', async () => {
    await expect(engines().add({ name: 'mine', place: 'models/mine' })).rejects.toThrow(
      'models/mine is no absolute path',
    )
    const server = await engines().add({ name: 'far', place: 'http://box:8000/v1' })
    expect(server).toMatchObject({ name: 'far', kind: 'remote' })
    expect((await engines().get({ model: 'far', faults: null })).info.kind).toBe('remote')
  })

  test('are not lost without a word where the list is damaged', async () => {
    await engines().add({ name: 'mine', place: join(folder, 'good') })
    await writeFile(modelsPath, '{"version":1,"models":[{"kind":"lo')
    await expect(engines().list()).rejects.toThrow('it is no list of models')
    await expect(engines().add({ name: 'two', place: join(folder, 'good') })).rejects.toThrow(
      'Repair it, or move it away',
    )
  })

  test('have no errors to plant', async () => {
    await engines().add({ name: 'mine', place: join(folder, 'good') })
    await expect(engines().get({ model: 'mine', faults: 'malformed=1' })).rejects.toThrow(
      'mine has no errors to plant',
    )
  })
})
