import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../main/hosts/web/server.ts'
import { SECURITY_HEADERS } from '../../main/http-headers.ts'

/** A page and nothing else: what is under test is who gets it. */
const app = {
  serve: () => {},
  http: async (asked: Request) =>
    new Response(`page of ${new URL(asked.url).pathname}`, {
      headers: { 'Content-Type': 'text/plain', ...SECURITY_HEADERS },
    }),
}

const TUNNEL = 'http://gpu-box.test:8080'
const TOKEN = 'the-right-token'
let server: WebServer

beforeAll(async () => {
  server = await startWebServer(app, {
    port: 0,
    token: TOKEN,
    origins: [TUNNEL],
    onError: () => {},
  })
})
afterAll(() => server.close())

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

function ask(
  headers: Record<string, string>,
  { path = '/', method = 'GET' }: { path?: string; method?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path, method, headers }, (r) => {
      let body = ''
      r.setEncoding('utf8')
      r.on('data', (part: string) => {
        body += part
      })
      r.on('end', () => resolve({ status: r.statusCode ?? 0, headers: r.headers, body }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Sends bytes as they are and answers with the first line that comes back. */
function askRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    let got = ''
    socket.on('data', (part) => {
      got += part.toString()
      if (got.includes('\r\n')) {
        resolve(got.slice(0, got.indexOf('\r\n')))
        socket.destroy()
      }
    })
    socket.on('end', () => resolve(got === '' ? 'closed' : got))
    socket.on('error', reject)
  })
}

/** `PORT` stands for the server's port. */
const own = 'http://127.0.0.1:PORT'
const cases: readonly (readonly [string, Record<string, string>, number])[] = [
  ['our address', { Host: '127.0.0.1:PORT' }, 200],
  ['localhost', { Host: 'localhost:PORT' }, 200],
  ['localhost in capitals', { Host: 'LOCALHOST:PORT' }, 200],
  ['IPv6 loopback', { Host: '[::1]:PORT' }, 200],
  ['a tunnel that was named', { Host: 'gpu-box.test:8080' }, 200],
  ['a tunnel and its origin', { Host: 'gpu-box.test:8080', Origin: TUNNEL }, 200],
  ['our origin', { Host: '127.0.0.1:PORT', Origin: own }, 200],
  ['typed by the user', { Host: '127.0.0.1:PORT', 'Sec-Fetch-Site': 'none' }, 200],
  ['our own page', { Host: '127.0.0.1:PORT', Origin: own, 'Sec-Fetch-Site': 'same-origin' }, 200],
  ['a rebound name', { Host: 'evil.test:PORT' }, 421],
  ['a rebound name without port', { Host: 'evil.test' }, 421],
  ['our address without port', { Host: '127.0.0.1' }, 421],
  ['our address with another port', { Host: '127.0.0.1:1' }, 421],
  ['all interfaces', { Host: '0.0.0.0:PORT' }, 421],
  ['another loopback address', { Host: '127.0.0.2:PORT' }, 421],
  ['a name that begins like ours', { Host: '127.0.0.1.evil.test:PORT' }, 421],
  ['a name that ends like ours', { Host: 'evil-localhost:PORT' }, 421],
  ['a trailing dot', { Host: 'localhost.:PORT' }, 421],
  ['a user part', { Host: 'x@127.0.0.1:PORT' }, 421],
  ['an evil origin', { Host: '127.0.0.1:PORT', Origin: 'http://evil.test' }, 403],
  ['no origin of a sandboxed frame', { Host: '127.0.0.1:PORT', Origin: 'null' }, 403],
  ['an empty origin', { Host: '127.0.0.1:PORT', Origin: '' }, 403],
  ['our origin over https', { Host: '127.0.0.1:PORT', Origin: 'https://127.0.0.1:PORT' }, 403],
  ['another port of this machine', { Host: '127.0.0.1:PORT', Origin: 'http://127.0.0.1:1' }, 403],
  ['our other name', { Host: '127.0.0.1:PORT', Origin: 'http://localhost:PORT' }, 403],
  ['an origin with a path', { Host: '127.0.0.1:PORT', Origin: `${own}/` }, 403],
  ['the tunnel by our Host', { Host: '127.0.0.1:PORT', Origin: TUNNEL }, 403],
  ['another site', { Host: '127.0.0.1:PORT', 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['the same site', { Host: '127.0.0.1:PORT', 'Sec-Fetch-Site': 'same-site' }, 403],
  ['an unknown site word', { Host: '127.0.0.1:PORT', 'Sec-Fetch-Site': 'whatever' }, 403],
  [
    'our origin from another site',
    { Host: '127.0.0.1:PORT', Origin: own, 'Sec-Fetch-Site': 'cross-site' },
    403,
  ],
]

function filled(headers: Record<string, string>): Record<string, string> {
  const port = String(server.port)
  return Object.fromEntries(
    Object.entries(headers).map(([k, v]) => [k, v.replaceAll('PORT', port)]),
  )
}

describe('the gate on requests', () => {
  test.each(cases)('%s', async (_name, headers, status) => {
    const answer = await ask(filled(headers))
    expect(answer.status).toBe(status)
    expect(answer.body.startsWith('page of')).toBe(status === 200)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(answer.headers[name.toLowerCase()]).toBe(value)
    }
    const open = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
    expect(open).toEqual([])
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    '%s changes nothing',
    async (method) => {
      const answer = await ask(filled({ Host: '127.0.0.1:PORT' }), { method })
      expect(answer.status).toBe(405)
    },
  )

  test('a request line naming another address is refused', async () => {
    const host = `Host: 127.0.0.1:${server.port}\r\n\r\n`
    expect(await askRaw(`GET http://evil.test/ HTTP/1.1\r\n${host}`)).toContain(' 400 ')
    expect(await askRaw(`GET //evil.test/ HTTP/1.1\r\n${host}`)).toContain(' 400 ')
  })

  test('a missing, doubled or oversized header is refused', async () => {
    const own = `Host: 127.0.0.1:${server.port}\r\n`
    expect(await askRaw('GET / HTTP/1.1\r\n\r\n')).toContain(' 400 ')
    expect(await askRaw('GET / HTTP/1.1\r\nHost:\r\n\r\n')).toContain(' 421 ')
    expect(await askRaw(`GET / HTTP/1.1\r\nHost: evil.test\r\n${own}\r\n`)).toContain(' 421 ')
    expect(await askRaw(`GET / HTTP/1.1\r\n${own}X: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain(
      ' 431 ',
    )
  })

  test('bytes of another protocol do not end the server', async () => {
    await askRaw('Content-Length: 40\r\n\r\n{"command":"evaluate"}')
    expect((await ask(filled({ Host: '127.0.0.1:PORT' }))).status).toBe(200)
  })
})

describe('the gate on socket upgrades', () => {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const statusOf = async (headers: Record<string, string>, path = '/socket'): Promise<string> => {
    const lines = Object.entries({ ...upgrade, ...filled(headers) }).map(([k, v]) => `${k}: ${v}`)
    const first = await askRaw(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    return first.split(' ')[1] ?? first
  }

  test.each([
    ['our page', { Host: '127.0.0.1:PORT', Origin: own }, '101'],
    [
      'our page by its other name',
      { Host: 'localhost:PORT', Origin: 'http://localhost:PORT' },
      '101',
    ],
    ['no origin', { Host: '127.0.0.1:PORT' }, '403'],
    ['no origin but a cookie', { Host: '127.0.0.1:PORT', Cookie: 'wb=1' }, '403'],
    ['an evil origin', { Host: '127.0.0.1:PORT', Origin: 'http://evil.test' }, '403'],
    [
      'a rebound name that agrees with itself',
      { Host: 'evil.test:PORT', Origin: 'http://evil.test:PORT' },
      '421',
    ],
    [
      'the same site',
      { Host: '127.0.0.1:PORT', Origin: own, 'Sec-Fetch-Site': 'same-site' },
      '403',
    ],
  ])('%s', async (_name, headers, status) => {
    expect(await statusOf(headers)).toBe(status)
  })

  test('only one path has a socket', async () => {
    expect(await statusOf({ Host: '127.0.0.1:PORT', Origin: own }, '/other')).toBe('404')
  })
})
