import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createStaticFiles } from '../../../main/static-files.ts'
import { createFakeElectron } from '../../support/fake-electron.ts'

type Fake = ReturnType<typeof createFakeElectron>

async function startHost(options?: Parameters<typeof createFakeElectron>[0]): Promise<Fake> {
  const fake = createFakeElectron(options)
  vi.resetModules()
  vi.doMock('electron', () => fake.electron)
  await import('../../../main/hosts/electron/main.ts')
  await Promise.resolve()
  return fake
}

function only<T>(list: Iterable<T>): T {
  const [first, ...others] = list
  if (first === undefined || others.length > 0) throw new Error('expected exactly one')
  return first
}

afterEach(() => vi.doUnmock('electron'))

describe('the window', () => {
  test('has exactly these preferences', async () => {
    const { windows } = await startHost()
    const { preload, ...flags } = only(windows).options.webPreferences
    expect(basename(String(preload))).toBe('preload.cjs')
    expect(flags).toEqual({
      partition: 'persist:workbench',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      experimentalFeatures: false,
      disableBlinkFeatures: 'Auxclick',
      spellcheck: false,
      safeDialogs: true,
      navigateOnDragDrop: false,
      devTools: false,
    })
  })

  test('has developer tools only outside a package', async () => {
    const { windows } = await startHost({ isPackaged: false })
    expect(only(windows).options.webPreferences.devTools).toBe(true)
  })

  test('loads our page under our scheme, in a sandboxed application', async () => {
    const { windows, calls, schemes } = await startHost()
    expect(only(windows).url).toBe('workbench://app/index.html')
    expect(calls.indexOf('enableSandbox')).toBeLessThan(calls.indexOf('ready'))
    expect(schemes).toEqual([
      {
        scheme: 'workbench',
        privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
      },
    ])
  })

  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview'])(
    'prevents %s',
    async (name) => {
      const { windows } = await startHost()
      const event = { preventDefault: vi.fn(), url: 'https://evil.test/' }
      only(windows).webContents.emit(name, event)
      expect(event.preventDefault).toHaveBeenCalledOnce()
    },
  )

  test('opens no other window', async () => {
    const { windows } = await startHost()
    const answer = only(windows).webContents.openHandler?.({ url: 'https://evil.test/' })
    expect(answer).toEqual({ action: 'deny' })
  })

  test('offers a menu with copy and paste and without anything of ours', async () => {
    const { calls } = await startHost()
    expect(calls.find((call) => call.startsWith('menu'))).toContain('editMenu')
  })

  test('leaves Ctrl+W to the page, which closes a tab with it', async () => {
    const { calls } = await startHost()
    const menu = calls.find((call) => call.startsWith('menu')) ?? ''
    expect(menu).toContain('CmdOrCtrl+Shift+W')
    // Roles of whole menus bring their own keys, which include it.
    expect(menu).not.toMatch(/fileMenu|windowMenu/)
  })
})

describe('the session', () => {
  test.each(['geolocation', 'media', 'notifications', 'clipboard-read', 'openExternal', 'hid'])(
    'denies %s',
    async (permission) => {
      const own = only((await startHost()).sessions.values())
      const answer = vi.fn()
      own.permissionRequest?.({}, permission, answer)
      expect(answer).toHaveBeenCalledExactlyOnceWith(false)
      expect(own.permissionCheck?.()).toBe(false)
      expect(own.devicePermission?.()).toBe(false)
    },
  )

  test.each([
    ['workbench://app/index.html', true, false],
    ['blob:workbench://app/1', true, false],
    ['https://evil.test/', true, true],
    ['http://127.0.0.1:8080/', true, true],
    ['file:///etc/hosts', true, true],
    ['data:text/html,x', true, true],
    ['ws://127.0.0.1:9/', true, true],
    ['devtools://devtools/x.js', true, true],
    ['devtools://devtools/x.js', false, false],
  ])('asked for %s (packaged: %s) cancels: %s', async (url, isPackaged, cancel) => {
    const own = only((await startHost({ isPackaged })).sessions.values())
    const answer = vi.fn()
    own.beforeRequest?.({ url }, answer)
    expect(answer).toHaveBeenCalledExactlyOnceWith({ cancel })
  })
})

describe('the protocol handler', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'workbench-page-'))
    mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'page', 'index.html'), '<p>page</p>')
    writeFileSync(join(folder, 'page', 'assets', 'app-1.js'), 'run()')
    writeFileSync(join(folder, 'page', 'notes.secret'), 'not served')
    writeFileSync(join(folder, 'outside.html'), 'not served')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const get = (path: string, method = 'GET') =>
    createStaticFiles(join(folder, 'page'))(new Request(`workbench://app${path}`, { method }))

  test('is the one that serves the built page', async () => {
    const own = only((await startHost()).sessions.values())
    const handler = own.handlers.get('workbench') as (r: Request) => Promise<Response>
    const answer = await handler(new Request('workbench://app/no-such-file.js'))
    expect([404, 503]).toContain(answer.status)
  })

  test('serves a listed file with its type and the policy', async () => {
    const answer = await get('/assets/app-1.js')
    expect(await answer.text()).toBe('run()')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe/)
    expect(await (await get('/')).text()).toBe('<p>page</p>')
    expect(await (await get('/', 'HEAD')).text()).toBe('')
  })

  test.each([
    '/missing.js',
    '/../outside.html',
    '/%2e%2e/outside.html',
    '/..%2foutside.html',
    '/assets/../../outside.html',
    '/assets\\..\\..\\outside.html',
    '/notes.secret',
    '/assets',
    '//outside.html',
    '/index.html%00',
  ])('answers %s with 404', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('answers any other method with 405', async () => {
    expect((await get('/', 'POST')).status).toBe(405)
  })

  test('says so while nothing is built', async () => {
    const answer = await createStaticFiles(join(folder, 'nothing'))(new Request('workbench://app/'))
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('npm run build')
  })
})

describe('the application', () => {
  test('gives page and services the two ends of one channel on each load', async () => {
    const { windows, processes } = await startHost()
    const contents = only(windows).webContents
    const services = only(processes)
    expect(basename(services.file)).toBe('services.js')
    contents.emit('did-finish-load')
    contents.emit('did-finish-load')
    expect(contents.posted.map(({ channel, message }) => [channel, message])).toEqual([
      ['workbench-port', null],
      ['workbench-port', null],
    ])
    for (const [at, { ports }] of contents.posted.entries()) {
      const told = services.told[at]
      expect(told?.message).toEqual({ t: 'page' })
      expect(only(told?.ports ?? []).other).toBe(only(ports))
    }
  })

  test('leaves the first instance alone and brings it to the front', async () => {
    const second = await startHost({ isFirst: false })
    expect(second.windows).toEqual([])
    expect(second.processes).toEqual([])
    expect(second.calls).toContain('quit')
    const first = await startHost()
    first.electron.app.emit('second-instance')
    expect(first.calls).toContain('window.focus')
  })

  test('quits only after the services have stopped', async () => {
    const { electron, processes, calls } = await startHost()
    const event = { preventDefault: vi.fn() }
    electron.app.emit('before-quit', event)
    expect(event.preventDefault).toHaveBeenCalledOnce()
    expect(only(processes).told.at(-1)?.message).toEqual({ t: 'stop' })
    expect(calls).not.toContain('exit 0')
    only(processes).emit('exit')
    expect(calls).toContain('exit 0')
  })

  test('reloads a page whose process died, once', async () => {
    const { windows, calls } = await startHost()
    const contents = only(windows).webContents
    contents.emit('render-process-gone')
    expect(contents.reloads).toBe(1)
    contents.emit('render-process-gone')
    expect(contents.reloads).toBe(1)
    expect(calls.some((call) => call.startsWith('error:'))).toBe(true)
  })

  test('shows a folder dialog and reveals paths for the services', async () => {
    const { processes, calls } = await startHost()
    const services = only(processes)
    services.emit('message', { t: 'pickFolder', id: 7 })
    await vi.waitFor(() =>
      expect(services.told.at(-1)?.message).toEqual({ t: 'picked', id: 7, path: 'picked' }),
    )
    services.emit('message', { t: 'reveal', path: 'exports' })
    expect(calls).toContain('reveal exports')
  })
})

describe('the preload', () => {
  test('hands the port to the page and exposes nothing', async () => {
    const fake = createFakeElectron()
    const postMessage = vi.fn()
    const page = { postMessage, location: { origin: 'workbench://app' } }
    vi.resetModules()
    vi.doMock('electron', () => fake.electron)
    vi.stubGlobal('window', page)
    const exported = await import('../../../main/hosts/electron/preload.ts')
    const ports = [new MessageChannel().port1]
    const delivered = once(fake.electron.ipcRenderer, 'workbench-port')
    fake.electron.ipcRenderer.emit('workbench-port', { ports })
    await delivered
    expect(postMessage).toHaveBeenCalledExactlyOnceWith('workbench-port', 'workbench://app', ports)
    expect(Object.keys(exported)).toEqual([])
    expect(Object.keys(page)).toEqual(['postMessage', 'location'])
    vi.unstubAllGlobals()
  })
})
