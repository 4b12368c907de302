import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultStorePath, locateApp, modelsPathOf } from '../../../main/hosts/node/locate.ts'
import { readWebOptions } from '../../../main/hosts/web/options.ts'

describe('where things are', () => {
  test('the sandbox, its runtime and the resources are found and exist', () => {
    const config = locateApp(resolve('dist/main'), null)
    expect(basename(config.denoPath)).toMatch(/^deno(\.exe)?$/)
    for (const path of [config.denoPath, config.pyodideDir, config.resourcesDir]) {
      expect(existsSync(path), path).toBe(true)
    }
    expect(config.appVersion).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('a package reads real files beside its archive', () => {
    const unpacked = (path: string): string => path.replace('node_modules', 'unpacked')
    const config = locateApp(resolve('dist/main'), 'x.db', { unpacked })
    // The sample project is for the usual place alone: a store that the user names starts empty.
    expect(config.sampleStorePath).toBe(null)
    expect(config.denoPath).toContain('unpacked')
    expect(config.pyodideDir).toContain('unpacked')
    expect(config.storePath).toBe(resolve('x.db'))
  })

  const home = resolve('home-folder')
  test.each([
    ['linux', {}, `${home}/.local/share`],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data'],
    ['linux', { XDG_DATA_HOME: 'relative' }, `${home}/.local/share`],
    ['darwin', {}, `${home}/Library/Application Support`],
    ['win32', { APPDATA: '/roaming' }, '/roaming'],
    ['win32', {}, `${home}/AppData/Roaming`],
  ] as const)('on %s with %o the store lies under %s', (platform, env, folder) => {
    const path = defaultStorePath({ platform, home, env }).replaceAll('\\', '/')
    expect(path).toBe(`${folder.replaceAll('\\', '/')}/neural-debugger-workbench/workbench.db`)
  })

  test.each([
    ['linux', {}, `${home}/.config`],
    ['linux', { XDG_CONFIG_HOME: '/settings' }, '/settings'],
    ['darwin', {}, `${home}/Library/Application Support`],
    ['win32', { APPDATA: '/roaming' }, '/roaming'],
  ] as const)('on %s with %o the list of models lies under %s', (platform, env, folder) => {
    const path = modelsPathOf({ platform, home, env }).replaceAll('\\', '/')
    expect(path).toBe(`${folder.replaceAll('\\', '/')}/neural-debugger-workbench/models.json`)
  })
})

describe('options of the web host', () => {
  test('have quiet defaults, and no browser opens in continuous integration', () => {
    const expected = { port: null, storePath: null, open: true, origins: [], json: false }
    expect(readWebOptions([], false)).toEqual(expected)
    expect(readWebOptions([], true).open).toBe(false)
    expect(readWebOptions(['--no-open'], false).open).toBe(false)
  })

  test('are read', () => {
    const args = ['--port', '8080', '--store', 'x.db', '--origin', 'http://box.test:1']
    expect(readWebOptions(args, false)).toMatchObject({
      port: 8080,
      storePath: 'x.db',
      origins: ['http://box.test:1'],
      json: false,
    })
  })

  test.each([
    [['--port', 'many'], '--port takes a number'],
    [['--port', '65536'], '--port takes a number'],
    [['--port', ''], '--port takes a number'],
    [['--port', '-1'], '--port'],
    [['--prot', '1'], "Unknown option '--prot'"],
    [['extra'], "Unexpected argument 'extra'"],
    [['--origin', 'https://evil.test'], '--origin takes an address'],
    [['--origin', 'http://127.0.0.1:1/path'], '--origin takes an address'],
  ])('%o is refused in one sentence', (args, message) => {
    expect(() => readWebOptions(args, false)).toThrow(message)
  })
})
