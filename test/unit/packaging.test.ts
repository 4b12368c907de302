import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'

// electron-builder's own parts: what it will use to read and check the file.
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const library = createRequire(builder.resolve('app-builder-lib'))
const { validateConfiguration } = builder('app-builder-lib/out/util/config/config') as {
  validateConfiguration: (config: unknown, log: { isEnabled: boolean }) => Promise<void>
}
const { load } = library('js-yaml') as { load: (text: string) => unknown }
const { minimatch } = library('minimatch') as {
  minimatch: (path: string, pattern: string, options: { dot: boolean }) => boolean
}

interface Packaging {
  readonly files: readonly string[]
  readonly asarUnpack: readonly string[]
  readonly electronFuses: Readonly<Record<string, boolean>>
  readonly linux: { readonly files: readonly string[] }
  readonly mac: { readonly files: readonly string[] }
  readonly win: { readonly files: readonly string[] }
}

const read = (): Packaging => load(readFileSync('electron-builder.yml', 'utf8')) as Packaging
const validate = (config: unknown) => validateConfiguration(config, { isEnabled: false })

/** Whether the last of the patterns that fits keeps the file. */
function isKept(path: string, patterns: readonly string[]): boolean {
  return patterns.reduce((kept, pattern) => {
    const isExclusion = pattern.startsWith('!')
    const fits = minimatch(path, isExclusion ? pattern.slice(1) : pattern, { dot: true })
    return fits ? !isExclusion : kept
  }, true)
}

const isUnpacked = (path: string): boolean =>
  read().asarUnpack.some((pattern) => minimatch(path, pattern, { dot: true }))

describe('electron-builder.yml', () => {
  test("fits electron-builder's schema", async () => {
    await expect(validate(read())).resolves.toBeUndefined()
  })

  test.each([
    ['a misspelled key', { asarUnpacked: [] }],
    ['a wrong type', { npmRebuild: 'perhaps' }],
    ['an unknown fuse', { electronFuses: { runAsNodes: false } }],
  ])('would not fit with %s', async (_name, change) => {
    await expect(validate({ ...read(), ...change })).rejects.toThrow(/schema|configuration/i)
  })

  test('sets every fuse as the security settings say', () => {
    expect(read().electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false,
    })
  })

  test.each([
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    'node_modules/@deno/linux-x64-glibc/deno',
    'node_modules/@deno/win32-x64/deno.exe',
    'node_modules/pyodide/pyodide.asm.wasm',
    'node_modules/pyodide/python_stdlib.zip',
    'node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1',
    'resources/tracer/sandbox.py',
    'dist/samples/workbench.db',
  ])('leaves %s outside the archive', (path) => {
    expect(isUnpacked(path)).toBe(true)
  })

  test.each(['dist/main/web.js', 'dist/electron/main.js', 'node_modules/ws/index.js'])(
    'keeps %s inside the archive',
    (path) => {
      expect(isUnpacked(path)).toBe(false)
      expect(isKept(path, read().files)).toBe(true)
    },
  )

  test.each([
    ['linux', ['linux-arm64.node', 'linux-x64.node']],
    ['mac', ['darwin-arm64.node', 'darwin-x64.node']],
    ['win', ['win32-arm64.node', 'win32-x64.node']],
  ] as const)('ships the database binaries of %s alone', (system, kept) => {
    const folder = 'node_modules/better-sqlite3/prebuilds'
    const patterns = [...read().files, ...read()[system].files]
    const left = readdirSync(folder).filter((name) => isKept(`${folder}/${name}`, patterns))
    expect(left).toEqual(kept)
  })

  test.each([
    ['linux', 'linux'],
    ['mac', 'darwin'],
    ['win', 'win32'],
  ] as const)('ships the model runtime of %s alone', (system, own) => {
    const patterns = [...read().files, ...read()[system].files]
    const left = ['linux', 'darwin', 'win32'].filter((name) =>
      isKept(`node_modules/onnxruntime-node/bin/napi-v6/${name}/x64/lib`, patterns),
    )
    expect(left).toEqual([own])
  })
})
