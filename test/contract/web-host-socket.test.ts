import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startWebServer, USUAL_PORT, type WebServer } from '../../main/hosts/web/server.ts'
import { createTokenCheck } from '../../main/hosts/web/socket-wire.ts'
import type { Wire } from '../../shared/rpc/wire.ts'

const TOKEN = 'q'.repeat(43)
let server: WebServer
let wires: { wire: Wire; closed: boolean }[] = []

/** Answers each message with the same message. */
const echo = {
  serve: (wire: Wire) => {
    const entry = { wire, closed: false }
    wires.push(entry)
    wire.onMessage((message) => wire.post(message))
    wire.onClose(() => {
      entry.closed = true
    })
  },
  http: async () => new Response('page'),
}

beforeAll(async () => {
  server = await startWebServer(echo, { port: 0, token: TOKEN, origins: [], onError: () => {} })
})
afterAll(() => server.close())

function open(): Promise<WebSocket> {
  const origin = `http://127.0.0.1:${server.port}`
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, { origin })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })
}

const closeCode = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('close', resolve)
  })
const nextMessage = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))))
  })

async function admitted(): Promise<WebSocket> {
  const socket = await open()
  socket.send(JSON.stringify({ t: 'hello', token: TOKEN }))
  return socket
}

describe('the first message', () => {
  test('with the token opens the wire, and messages pass both ways in order', async () => {
    const socket = await admitted()
    const got: unknown[] = []
    socket.on('message', (data) => got.push(JSON.parse(String(data))))
    for (const id of [1, 2, 3]) socket.send(JSON.stringify({ id }))
    await expect.poll(() => got.length).toBe(3)
    expect(got).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    socket.close()
  })

  test.each([
    ['a wrong token', { t: 'hello', token: 'wrong' }],
    ['a token that begins right', { t: 'hello', token: TOKEN.slice(0, -1) }],
    ['an empty token', { t: 'hello', token: '' }],
    ['no token', { t: 'hello' }],
    ['a token in an array', { t: 'hello', token: [TOKEN] }],
    ['a call instead of a hello', { t: 'call', id: 1, name: 'trace.page', input: {} }],
    ['nothing', null],
  ])('with %s closes with 4401 and serves nothing', async (_name, message) => {
    wires = []
    const socket = await open()
    const closed = closeCode(socket)
    socket.send(JSON.stringify(message))
    socket.send(JSON.stringify({ t: 'hello', token: TOKEN }))
    expect(await closed).toBe(4401)
    expect(wires).toEqual([])
  })

  test('that is no JSON or binary closes with 4401', async () => {
    for (const data of ['hello', Buffer.from('{}')]) {
      const socket = await open()
      const closed = closeCode(socket)
      socket.send(data)
      expect(await closed).toBe(4401)
    }
  })

  test('that never comes closes after five seconds', async () => {
    const started = Date.now()
    expect(await closeCode(await open())).toBe(4401)
    expect(Date.now() - started).toBeGreaterThan(4500)
  })
})

describe('an open wire', () => {
  test('closes with 1009 on a message over 1 MiB, and others go on', async () => {
    const other = await admitted()
    const socket = await admitted()
    const closed = closeCode(socket)
    socket.send(JSON.stringify('x'.repeat(1024 * 1024)))
    expect(await closed).toBe(1009)
    other.send('"still here"')
    expect(await nextMessage(other)).toBe('still here')
    other.close()
  })

  test('closes with 4400 on text that is no JSON', async () => {
    const socket = await admitted()
    const closed = closeCode(socket)
    socket.send('{"half":')
    expect(await closed).toBe(4400)
  })

  test('tells its server when the page goes away', async () => {
    wires = []
    const socket = await admitted()
    socket.send('1')
    await nextMessage(socket)
    socket.terminate()
    await expect.poll(() => wires[0]?.closed).toBe(true)
  })

  test('sends without compression', async () => {
    const socket = await admitted()
    expect(socket.extensions).toBe('')
    socket.close()
  })
})

describe('starting and stopping', () => {
  test('a port in use is one sentence that names it', async () => {
    const again = startWebServer(echo, {
      port: server.port,
      token: TOKEN,
      origins: [],
      onError: () => {},
    })
    await expect(again).rejects.toThrow(`Port ${server.port} is already in use`)
  })

  test('the usual port, where something else has it, is no reason not to start', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      // Another workbench on this machine will do as well.
      other.once('error', () => resolve()).listen(USUAL_PORT, '127.0.0.1', resolve)
    })
    const options = { port: null, token: TOKEN, origins: [], onError: () => {} }
    const second = await startWebServer(echo, options)
    expect(second.port).not.toBe(USUAL_PORT)
    await second.close()
    other.close()
  })

  test('closing tells the page with 1001', async () => {
    const second = await startWebServer(echo, {
      port: 0,
      token: TOKEN,
      origins: [],
      onError: () => {},
    })
    const origin = `http://127.0.0.1:${second.port}`
    const socket = new WebSocket(`ws://127.0.0.1:${second.port}/socket`, { origin })
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = closeCode(socket)
    await second.close()
    expect(await closed).toBe(1001)
  })

  test('more than ten wrong tokens within a second make the next answer wait', () => {
    const tokens = createTokenCheck(TOKEN)
    for (let i = 0; i < 10; i++) tokens.isRight('wrong')
    expect(tokens.delayMs()).toBe(0)
    tokens.isRight('wrong')
    expect(tokens.delayMs()).toBe(1000)
    expect(tokens.isRight(TOKEN)).toBe(true)
  })
})
