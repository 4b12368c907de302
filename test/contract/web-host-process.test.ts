import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'

const WEB = resolve('dist/main/web.js')
let folder: string
const running: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-web-'))
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts the built host on a store of its own; `ended` settles with its status and all it printed. */
function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [WEB, '--no-open', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part
    })
  }
  const ended = once(child, 'close').then(([status]) => ({ status, output }))
  const url = new Promise<URL>((resolveUrl, reject) => {
    child.stdout?.on('data', () => {
      const found = /http:\S+/.exec(output)
      if (found) resolveUrl(new URL(found[0]))
    })
    ended.then(() => reject(new Error(output)), reject)
  })
  // Not every test waits for the address.
  url.catch(() => {})
  return { child, url, ended }
}

const store = (name: string): string[] => ['--store', join(folder, name)]

describe('the web host', () => {
  test('prints an address on loopback whose fragment alone holds the token', async () => {
    const { url } = start(store('address.db'))
    const { hostname, hash, search, pathname, origin } = await url
    expect([hostname, pathname, search]).toEqual(['127.0.0.1', '/', ''])
    expect(hash).toMatch(/^#token=[\w-]{43}$/)
    const page = await (await fetch(origin)).text()
    expect(page).toContain('<div id="root">')
    expect(page).not.toContain(hash.slice('#token='.length))
  })

  test('makes a new token on each start', async () => {
    const first = start(store('one.db'))
    const second = start(store('two.db'))
    expect((await first.url).hash).not.toBe((await second.url).hash)
  })

  test('answers calls on its socket', async () => {
    const { url } = start(store('call.db'))
    const { host, origin, hash } = await url
    const socket = new WebSocket(`ws://${host}/socket`, { origin })
    await once(socket, 'open')
    socket.send(JSON.stringify({ t: 'hello', token: hash.slice('#token='.length) }))
    const ask = { where: '', sort: null, offset: 0, limit: 10 }
    socket.send(JSON.stringify({ t: 'call', id: 1, name: 'trace.page', input: ask }))
    const [answer] = await once(socket, 'message')
    expect(JSON.parse(String(answer))).toMatchObject({ t: 'value', id: 1, value: { rows: [] } })
    socket.close()
  })

  test('says in one sentence that its port is taken, and leaves with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const { status, output } = await start(['--port', String(port), ...store('taken.db')]).ended
    taken.close()
    expect(status).toBe(1)
    expect(output).toMatch(new RegExp(`^Port ${port} is already in use; .*\\.\\n$`))
  })

  test.each([
    [['--port', 'x'], /^--port takes a number from 0 to 65535, not x\.\n$/],
    [['--nonsense'], /^Unknown option '--nonsense'.*\n$/],
  ])('refuses %o in one sentence', async (args, expected) => {
    const { status, output } = await start(args).ended
    expect(status).toBe(1)
    expect(output).toMatch(expected)
  })

  test('refuses a weak token from its environment', async () => {
    const { status, output } = await start(store('weak.db'), { WORKBENCH_TOKEN: 'weak' }).ended
    expect(status).toBe(1)
    expect(output).toContain('256 random bits')
  })

  test.runIf(process.platform !== 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops in good order on %s',
    async (signal) => {
      const name = `${signal}.db`
      const { child, url, ended } = start(store(name))
      const { host, origin, hash } = await url
      const socket = new WebSocket(`ws://${host}/socket`, { origin })
      await once(socket, 'open')
      socket.send(JSON.stringify({ t: 'hello', token: hash.slice('#token='.length) }))
      const closed = once(socket, 'close')
      child.kill(signal)
      // npm and the terminal both deliver a Ctrl-C; one press must not force.
      child.kill(signal)
      expect((await closed)[0]).toBe(1001)
      expect(await ended).toMatchObject({ status: 0, output: expect.stringContaining('Stopping') })
      expect(existsSync(join(folder, `${name}-wal`))).toBe(false)
    },
  )

  test('stops when the script that started it is gone', async () => {
    const { child, url } = start(store('orphan.db'))
    await url
    // Node emits no `close` after a disconnect from this side.
    const exited = once(child, 'exit')
    child.disconnect()
    expect((await exited)[0]).toBe(0)
  })
})
