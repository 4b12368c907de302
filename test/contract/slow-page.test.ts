import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startWebServer, type WebServer } from '../../main/hosts/web/server.ts'
import { z } from '../../shared/contract/schema.ts'
import { stream } from '../../shared/rpc/contract.ts'
import { serve } from '../../shared/rpc/server.ts'

const CHUNK = 'x'.repeat(64 * 1024)
const CHUNKS = 320
const contract = {
  'chunk.all': stream({ input: z.object({}), item: z.object({ text: z.string() }) }),
}

let server: WebServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** A page on the real web host, not reading yet, while a stream of 20 MB is sent to it. */
async function openStalledPage(waits: boolean): Promise<{ page: WebSocket; sent: () => number }> {
  let sent = 0
  server = await startWebServer(
    {
      serve: (wire) =>
        serve(
          contract,
          {
            'chunk.all': async (_input, emit, { signal, drained }) => {
              for (; sent < CHUNKS && !signal.aborted; sent++) {
                emit({ text: CHUNK })
                await (waits ? drained() : sleep(0))
              }
            },
          },
          wire,
          () => {},
        ),
      http: async () => new Response('', { status: 404 }),
    },
    { port: 0, token: 'token', origins: [], onError: () => {} },
  )
  const origin = `http://127.0.0.1:${server.port}`
  const page = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { origin })
  await once(page, 'open')
  page.send(JSON.stringify({ t: 'hello', token: 'token' }))
  page.send(JSON.stringify({ t: 'watch', id: 1, name: 'chunk.all', input: {} }))
  page.pause()
  return { page, sent: () => sent }
}

/** Messages a page receives until the stream's end or the connection's. */
function readOn(page: WebSocket): Promise<{ items: number; last: string }> {
  return new Promise((resolve) => {
    let items = 0
    page.on('message', (data) => {
      const { t } = JSON.parse(data.toString()) as { t: string }
      if (t === 'item') items++
      else resolve({ items, last: t })
    })
    page.on('close', () => resolve({ items, last: 'close' }))
    page.resume()
  })
}

test('a stream that waits for its page survives a page that stalls, and holds little in memory', async () => {
  const { page, sent } = await openStalledPage(true)
  await sleep(500)
  expect(sent()).toBeGreaterThan(0)
  expect(sent()).toBeLessThan(CHUNKS)
  expect(await readOn(page)).toEqual({ items: CHUNKS, last: 'end' })
  page.terminate()
})

test('one that does not wait loses the connection rather than fill the memory', async () => {
  const { page } = await openStalledPage(false)
  await sleep(500)
  const { items, last } = await readOn(page)
  expect(last).toBe('close')
  expect(items).toBeLessThan(CHUNKS)
})
