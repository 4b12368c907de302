import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { RemoteFailure } from '../../main/runtime/remote/failure.ts'
import { FAULTS } from '../support/endpoint-faults.ts'
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../support/endpoint-simulator.ts'
import { remoteModel, remoteSource, tokensOf } from '../support/remote-engine.ts'

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

async function simulator(options: SimulatorOptions): Promise<Simulator> {
  const started = await startSimulator(options)
  closing.push(() => started.close())
  return started
}

describe('on the way to a server', () => {
  const open = async (url: string, changes: Parameters<typeof remoteSource>[0] = {}) => {
    const { source } = remoteSource(changes)
    closing.push(() => source.close())
    return source.open(remoteModel(url)).then(
      () => null,
      (error: RemoteFailure) => ({ hop: error.hop, message: error.message }),
    )
  }

  test('nothing listens', async () => {
    const server = await startSimulator()
    await server.close()
    expect(await open(server.url)).toMatchObject({
      hop: 'connect',
      message: expect.stringMatching(/cannot be reached: nothing listens on that port.*\(\d+ ms\)/),
    })
  })

  test('the name is unknown, or the resolver does not answer', async () => {
    const unknown = Object.assign(new Error('no'), { code: 'ENOTFOUND' })
    const resolve = () => Promise.reject(unknown)
    expect(await open('https://no.such.test', { resolve })).toMatchObject({
      hop: 'DNS',
      message: expect.stringMatching(/^There is no host no\.such\.test \(asked for \d+ ms\)/),
    })
    const stuck = { resolve: () => new Promise<never>(() => {}) }
    const deadlines = { connectMs: 50, idleMs: 1000, totalMs: 1000 }
    expect(await open('https://slow.test', { ...stuck, deadlines })).toMatchObject({
      hop: 'DNS',
      message: expect.stringMatching(/was not resolved within 50 ms/),
    })
  })

  test('the certificate is signed by itself, or there is none', async () => {
    const own = await simulator({ isTls: true })
    expect(await open(own.url)).toMatchObject({
      hop: 'TLS',
      message: expect.stringMatching(
        /not trusted: its certificate is signed by itself.*NODE_EXTRA/,
      ),
    })
    const plain = await simulator({})
    expect(await open(plain.url.replace('http:', 'https:'))).toMatchObject({
      hop: 'TLS',
      message: expect.stringMatching(/speaks no https there/),
    })
    expect([...own.seen, ...plain.seen]).toEqual([])
  })

  test('encryption is never agreed on', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(async () => void silent.close())
    const { port } = silent.address() as AddressInfo
    const deadlines = { connectMs: 60, idleMs: 1000, totalMs: 1000 }
    expect(await open(`https://127.0.0.1:${port}`, { deadlines })).toMatchObject({
      hop: 'TLS',
      message: expect.stringMatching(/was reached, but did not agree on encryption within 60 ms/),
    })
  })

  test('the name means an address that is not to be asked', async () => {
    const server = await simulator({})
    const at = (address: string) => ({ resolve: async () => [{ address, family: 4 }] })
    for (const address of ['169.254.169.254', '0.0.0.0', '100.100.100.200']) {
      expect(await open('https://model.test', at(address))).toMatchObject({
        hop: 'address',
        message: expect.stringMatching(/link-local or metadata address/),
      })
    }
    for (const address of ['10.1.2.3', '192.168.0.9', '127.0.0.1']) {
      expect(await open('https://model.test', at(address))).toMatchObject({
        hop: 'address',
        message: expect.stringMatching(/if that is meant, say so when the model is added/),
      })
    }
    expect(await open(`http://model.test:${server.port}`, at('127.0.0.1'))).toMatchObject({
      hop: 'address',
      message: expect.stringMatching(/neither https nor on this machine.*ssh -L/),
    })
    expect(server.seen).toEqual([])
  })

  test('a second address of the name counts as well', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: 'fe80::1', family: 6 },
    ]
    expect(await open('https://model.test', { resolve })).toMatchObject({ hop: 'address' })
  })

  test('the name means another address later', async () => {
    const server = await simulator({
      fault: ({ number }) => (number === 1 ? FAULTS['closes before it answers'] : null),
    })
    const url = `http://model.localhost:${server.port}`
    const asked: string[] = []
    const { source } = remoteSource({
      resolve: async (host) => {
        asked.push(host)
        return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
      },
    })
    closing.push(() => source.close())
    const engine = await source.open(remoteModel(url, { concurrency: 1 }))
    await expect(tokensOf(engine)).rejects.toThrow(/169\.254\.169\.254.*link-local or metadata/)
    expect(asked).toEqual(['model.localhost', 'model.localhost'])
    expect(server.connections()).toBe(1)
  })

  test('there is no such model', async () => {
    const server = await simulator({ models: ['a', 'b'] })
    const { source } = remoteSource()
    await expect(source.open(remoteModel(server.url))).rejects.toThrow(
      /was given no model to answer with; it offers a, b\. Name one when the model is added/,
    )
    await expect(source.open(remoteModel(server.url, { model: 'c' }))).rejects.toThrow(
      /has no model c; it offers a, b/,
    )
    const engine = await source.open(remoteModel(server.url, { model: 'b' }))
    expect(engine.info.identity).toBe(`b at ${server.url}/v1 vLLM 0.11.2`)
  })
})
