import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import type { Engine } from '../../shared/model/engine.ts'
import { remoteModel, remoteSource } from '../support/remote-engine.ts'
import { printTable } from './table.ts'

/**
 * Whether the client keeps a server busy: `npm run -s bench -- remote [REQUESTS]`. 64 requests at a time against the
 * simulator in a process of its own; beside it, in the same run and in turn, the smallest client there is, which sends
 * the same body and reads the answer without looking at it.
 */
const REQUESTS = Number(process.argv[2] ?? 2000)
const CONCURRENCY = 64
const TOKENS = 40
const ROUNDS = 3

/** Milliseconds from a request to its answer and between its tokens, and answers at a time. */
const SERVERS = [
  { name: 'answers at once', settings: [0, 0, 1024] },
  { name: '64 at a time, 100 ms each', settings: [100, 0, 64] },
  { name: '64 at a time, a token every 10 ms', settings: [0, 10, 64] },
] as const

async function startServer(settings: readonly number[]): Promise<[ChildProcess, string]> {
  const file = join(import.meta.dirname, 'remote-server.ts')
  const child = fork(file, [...settings, TOKENS].map(String))
  const [url] = (await once(child, 'message')) as [string]
  return [child, url]
}

interface Measured {
  /** Requests a second. */
  readonly rate: number
  /** Milliseconds of processor time a request, which other programs do not lengthen. */
  readonly cpuMs: number
}

async function measured(one: () => Promise<void>): Promise<Measured> {
  let left = REQUESTS
  const began = performance.now()
  const usage = process.cpuUsage()
  const worker = async (): Promise<void> => {
    while (left-- > 0) await one()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  const { user, system } = process.cpuUsage(usage)
  const rate = (1000 * REQUESTS) / (performance.now() - began)
  return { rate, cpuMs: (user + system) / 1000 / REQUESTS }
}

const BODY = JSON.stringify({
  ...{ model: 'tiny', prompt: 'x'.repeat(2000), stream: true, max_tokens: 100, logprobs: 5 },
  include_stop_str_in_output: true,
})

function smallest(url: string): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } }
  return () =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/completions`, options, (response) => {
        response.on('data', () => {})
        response.on('end', resolve)
      })
      sent.on('error', reject)
      sent.end(BODY)
    })
}

function ours(engine: Engine): () => Promise<void> {
  const { signal } = new AbortController()
  const decoding = { mode: 'greedy', temperature: 1, topP: 1, seed: 1, maxTokens: 100 } as const
  return async () => {
    let tokens = 0
    const asked = { prompt: 'x'.repeat(2000), codec: ND_1, decoding, truth: null }
    for await (const { logProbability } of engine.predict(asked, signal)) {
      if (logProbability !== null) tokens++
    }
    if (tokens !== TOKENS) throw new Error(`an answer had ${tokens} tokens, not ${TOKENS}`)
  }
}

const NONE: Measured = { rate: 0, cpuMs: Number.POSITIVE_INFINITY }
const rows: object[] = []
for (const { name, settings } of SERVERS) {
  const [child, url] = await startServer(settings)
  const deadlines = { connectMs: 10_000, idleMs: 60_000, totalMs: 600_000 }
  const { source } = remoteSource({ deadlines })
  const engine = await source.open(remoteModel(url, { concurrency: CONCURRENCY }))
  const clients = { smallest: smallest(url), ours: ours(engine) }
  const best = { smallest: NONE, ours: NONE }
  // In turn, so that whatever else the machine does befalls both.
  for (let round = 0; round < ROUNDS; round++) {
    for (const client of ['smallest', 'ours'] as const) {
      const { rate, cpuMs } = await measured(clients[client])
      const known = best[client]
      best[client] = { rate: Math.max(known.rate, rate), cpuMs: Math.min(known.cpuMs, cpuMs) }
    }
  }
  rows.push({
    server: name,
    'ceiling requests/s': Math.round(best.smallest.rate),
    'ours requests/s': Math.round(best.ours.rate),
    ratio: (best.ours.rate / best.smallest.rate).toFixed(2),
    'ceiling CPU ms': best.smallest.cpuMs.toFixed(2),
    'ours CPU ms': best.ours.cpuMs.toFixed(2),
  })
  await source.close()
  child.disconnect()
}
printTable(`${CONCURRENCY} requests at a time, ${TOKENS} tokens with log-probabilities each`, rows)
process.exit(0)
