import { type Asked, json } from './endpoint-simulator.ts'

/** What a server does instead of answering; it settles when it will do no more. */
export type Fault = (asked: Asked) => void | Promise<void>

const STREAM = { 'content-type': 'text/event-stream' }

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  ({ response }) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    json(response, code, { error: { message: `simulated ${code}`, code } })
  }

const redirect =
  (to: string): Fault =>
  ({ response }) => {
    response.writeHead(307, { location: to })
    response.end()
  }

const streams =
  (text: string): Fault =>
  ({ response }) => {
    response.writeHead(200, STREAM)
    response.end(text)
  }

/** The first `count` events of the answer. */
const begins =
  (count: number, then: (asked: Asked) => void): Fault =>
  (asked) => {
    const { response, completion } = asked
    response.writeHead(200, STREAM)
    const events = completion?.events().slice(0, count).join('') ?? ''
    response.write(events, () => then(asked))
  }

const MIB = Buffer.alloc(1024 * 1024, 'a')

/** Writes until nobody reads any more, or a gibibyte is through. */
async function pour({ response }: Asked, piece: Buffer | string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.once('close', resolve)
  let left = 1024
  const more = (): void => {
    while (left-- > 0 && !response.destroyed) {
      if (!response.write(piece)) {
        response.once('drain', more)
        return
      }
    }
    response.end()
  }
  more()
  await promise
}

/** Everything that a server, or somebody on the way to it, was thought of to do wrong. */
export const FAULTS = {
  silent: () => {},
  'half open': ({ response }) => {
    response.writeHead(200, STREAM)
    response.flushHeaders()
  },
  'stalls in an answer': begins(2, () => {}),
  'slow first byte': ({ response, completion }) => {
    setTimeout(() => {
      response.writeHead(200, STREAM)
      response.end(completion?.events().join(''))
    }, 30)
  },
  'closes before it answers': ({ socket }) => void socket.destroy(),
  'resets the connection': ({ socket }) => void socket.resetAndDestroy(),
  'closes in the middle of an event': begins(1, ({ response, socket }) =>
    response.write('data: {"choices":[{"te', () => socket.destroy()),
  ),
  'ends before the last event': begins(2, ({ response }) => response.end()),
  'busy, says when': status(429, { 'retry-after': '0' }),
  'busy for long': status(429, { 'retry-after': '7200' }),
  busy: status(429),
  fails: status(500),
  'fails, says when': status(503, { 'retry-after': 'Mon, 30 Nov 2026 00:00:00 GMT' }),
  'gateway gives up': status(504),
  'refuses the request': status(418),
  'too large': status(413),
  'malformed JSON': streams('data: {"choices": [\n\n'),
  'JSON of another kind': streams('data: {"candidates":[{"content":"1"}]}\n\n'),
  'deep JSON': streams(`data: ${'['.repeat(200_000)}\n\n`),
  'error in the stream': streams('data: {"error":{"message":"out of memory","code":500}}\n\n'),
  'no UTF-8': ({ response }) => {
    response.writeHead(200, STREAM)
    response.end(Buffer.from('data: {"choices":[{"text":"\xff\xfe"}]}\n\n', 'latin1'))
  },
  'endless line': async (asked) => {
    asked.response.writeHead(200, STREAM)
    asked.response.write('data: ')
    await pour(asked, MIB)
  },
  'endless stream': async (asked) => {
    asked.response.writeHead(200, STREAM)
    const choice = { index: 0, text: 'x'.repeat(500), finish_reason: null }
    await pour(asked, `data: ${JSON.stringify({ choices: [choice] })}\n\n`.repeat(200))
  },
  'endless comments': async (asked) => {
    asked.response.writeHead(200, STREAM)
    await pour(asked, ': ping\n\n'.repeat(10_000))
  },
  'endless header': async ({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nx-a: ')
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('close', resolve)
    socket.write('a'.repeat(1024 * 1024))
    await promise
  },
  'a page instead': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Log in</title>')
  },
  'no type': ({ response }) => {
    response.writeHead(200)
    response.end('{}')
  },
  compressed: ({ response }) => {
    response.writeHead(200, { ...STREAM, 'content-encoding': 'gzip' })
    response.end(Buffer.from([31, 139, 8, 0]))
  },
  'no HTTP': ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  'another model': ({ response }) =>
    json(response, 404, { error: { message: 'The model `tiny` does not exist.', code: 404 } }),
  'no such path': ({ response }) => json(response, 404, { detail: 'Not Found' }),
  'to metadata': redirect('http://169.254.169.254/latest/meta-data/'),
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof FAULTS

/** Sends a client on to another place. */
export const redirectTo = redirect
