import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createSecretFile,
  plainSecretFile,
  withKeyOfEnvironment,
} from '../../../main/hosts/node/secret-file.ts'
import { createFakeElectron } from '../../support/fake-electron.ts'
import { memorySecrets } from '../../support/memory-secrets.ts'

const [ONE, TWO] = ['https://one.test', 'https://two.test:8443']

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ndw-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const models = () => join(folder, 'settings', 'models.json')
const file = () => join(folder, 'settings', 'keys.json')

describe('the file of keys', () => {
  test('has a key for each origin, for the user alone, and says how it is kept', async () => {
    const secrets = plainSecretFile(models())
    expect(await secrets.get(ONE)).toBe(null)
    await Promise.all([secrets.set(ONE, 'first'), secrets.set(TWO, 'second')])
    const next = plainSecretFile(models())
    expect([await next.get(ONE), await next.get(TWO)]).toEqual(['first', 'second'])
    expect(await next.get('https://one.test:444')).toBe(null)
    expect(await next.get('constructor')).toBe(null)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'settings'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'settings'))).toEqual(['keys.json'])
    expect(secrets.keptHow).toBe(
      `It is kept as it is, not encrypted, in ${file()}, which only your user may read.`,
    )
    await next.set(ONE, null)
    expect([await next.get(ONE), await next.get(TWO)]).toEqual([null, 'second'])
  })

  test('is not used once others may read it, nor where it is none', async () => {
    const secrets = plainSecretFile(models())
    await secrets.set(ONE, 'first')
    await chmod(file(), 0o644)
    await expect(secrets.get(ONE)).rejects.toThrow(/others may read it; run chmod 600 .*change/)
    await expect(secrets.set(TWO, 'second')).rejects.toThrow(/others may read it/)
  })

  test('holds no key as it is where a key store seals them', async () => {
    const seal = {
      close: (secret: string) => Buffer.from(secret).toString('hex'),
      open: (sealed: string) => Buffer.from(sealed, 'hex').toString(),
    }
    const secrets = createSecretFile({ path: file(), keptHow: 'It is sealed.', seal })
    await secrets.set(ONE, 'first')
    expect(await readFile(file(), 'utf8')).not.toContain('first')
    expect(await secrets.get(ONE)).toBe('first')
  })
})

describe('a key of the environment', () => {
  test('is for one origin and leaves the environment', async () => {
    const env: Record<string, string | undefined> = {
      NDW_KEY: 'from outside',
      NDW_KEY_FOR: `${TWO}/v1`,
      PATH: '/bin',
    }
    const kept = memorySecrets()
    await kept.set(ONE, 'first')
    const secrets = withKeyOfEnvironment(kept, env)
    expect([await secrets.get(ONE), await secrets.get(TWO)]).toEqual(['first', 'from outside'])
    expect(env).toEqual({ PATH: '/bin' })
  })

  test('without an address is refused in a sentence that does not say it', () => {
    const env: Record<string, string | undefined> = { NDW_KEY: 'from outside' }
    expect(() => withKeyOfEnvironment(memorySecrets(), env)).toThrow(
      /^NDW_KEY holds the key of one server and NDW_KEY_FOR its address/,
    )
    expect(env.NDW_KEY).toBeUndefined()
  })
})

describe('the desktop', () => {
  test.each([
    ['gnome_libsecret', true, null],
    ['basic_text', true, /no key store that is open/],
    ['gnome_libsecret', false, /no key store that is open/],
  ])('with %s, available %s', async (backend, isAvailable, refused) => {
    const { electron } = createFakeElectron()
    electron.app.getPath = () => folder
    electron.safeStorage.getSelectedStorageBackend = () => backend
    electron.safeStorage.isEncryptionAvailable = () => isAvailable
    vi.resetModules()
    vi.doMock('electron', () => electron)
    const { createSystemSecrets } = await import('../../../main/hosts/electron/secrets.ts')
    vi.doUnmock('electron')
    const secrets = createSystemSecrets()
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    try {
      if (refused === null) {
        await secrets.set(ONE, 'first')
        expect(await secrets.get(ONE)).toBe('first')
        expect(await readFile(join(folder, 'keys.json'), 'utf8')).not.toContain('first')
      } else {
        await expect(secrets.set(ONE, 'first')).rejects.toThrow(refused)
        expect(await readdir(folder)).toEqual([])
      }
    } finally {
      platform.mockRestore()
    }
  })
})
