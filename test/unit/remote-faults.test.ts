import { afterAll, describe, expect, test } from 'vitest'
import { RemoteFailure } from '../../main/runtime/remote/failure.ts'
import type { RemoteOptions } from '../../main/runtime/remote/source.ts'
import { FAULTS, type FaultName, redirectTo } from '../support/endpoint-faults.ts'
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../support/endpoint-simulator.ts'
import { memorySecrets } from '../support/memory-secrets.ts'
import { PATIENT, remoteModel, remoteSource, textOf, tokensOf } from '../support/remote-engine.ts'

const KEY = 'sk-test-0123456789abcdef'
const ANSWER = ['<|line|>', '{"n": "', '1', '0"}', '<|action_sep|>']

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

async function simulator(options: SimulatorOptions): Promise<Simulator> {
  const started = await startSimulator({ key: KEY, answer: () => ANSWER, ...options })
  closing.push(() => started.close())
  return started
}

/** An engine of a server that was well when it was first asked. */
async function engineOf(options: SimulatorOptions, changes: Partial<RemoteOptions> = {}) {
  const server = await simulator(options)
  const secrets = memorySecrets()
  await secrets.set(server.url, KEY)
  const { source, logged } = remoteSource({ secrets, ...changes })
  closing.push(() => source.close())
  const engine = await source.open(remoteModel(server.url))
  return { server, engine, logged }
}

/** Faults that only a deadline ends. */
const STALLS: readonly FaultName[] = ['silent', 'half open', 'stalls in an answer']

/**
 * Asks a server on which the fault befalls the first `times` answers after the first. What stalls has a short
 * deadline, what is answered a long one, so that a busy machine makes no fault of its own.
 */
async function askedWith(fault: FaultName, times: number) {
  const deadlines = { ...PATIENT }
  const lines: string[] = []
  const made = await engineOf(
    { fault: ({ number }) => (number >= 1 && number <= times ? FAULTS[fault] : null) },
    {
      deadlines,
      log: (_level, message) => {
        if (lines.push(message) >= times) deadlines.idleMs = PATIENT.idleMs
      },
    },
  )
  if (STALLS.includes(fault)) deadlines.idleMs = 400
  const answer = await tokensOf(made.engine).then(textOf, (error: unknown) => error)
  return { ...made, logged: lines, answer, tries: made.server.asked().length - 1 }
}

interface Expected {
  readonly hop: string
  readonly says: RegExp
  /** It is asked again. */
  readonly passing: boolean
}

const never = (hop: string, says: RegExp): Expected => ({ hop, says, passing: false })
const again = (hop: string, says: RegExp): Expected => ({ hop, says, passing: true })

/** Null where the answer comes nevertheless. */
const EXPECTED: Readonly<Record<FaultName, Expected | null>> = {
  silent: again('HTTP', /took the request and sent nothing for 400 ms/),
  'half open': again('reply', /began an answer and then sent nothing for 400 ms/),
  'stalls in an answer': again('reply', /began an answer and then sent nothing for 400 ms/),
  'slow first byte': null,
  'closes before it answers': again('HTTP', /closed the connection before it answered/),
  'resets the connection': again('HTTP', /closed the connection before it answered/),
  'closes in the middle of an event': again('reply', /broke off in the middle of an answer/),
  'ends before the last event': again('reply', /ended an answer before it was finished/),
  'busy, says when': again('HTTP', /asked too much at a time \(HTTP 429\)/),
  'busy for long': never('HTTP', /left alone for 2 h 0 min; try again then/),
  busy: again('HTTP', /asked too much at a time \(HTTP 429\). It says: "simulated 429"/),
  fails: again('HTTP', /failed by itself \(HTTP 500\)/),
  'fails, says when': again('HTTP', /failed by itself \(HTTP 503\)/),
  'gateway gives up': again('HTTP', /failed by itself \(HTTP 504\)/),
  'refuses the request': never('HTTP', /refuses the request \(HTTP 418\)/),
  'too large': never('HTTP', /refuses the request \(HTTP 413\)/),
  'malformed JSON': never('protocol', /what is no JSON object: "\{"choices": \["/),
  'JSON of another kind': never('protocol', /JSON that is no completion/),
  'deep JSON': never('protocol', /no JSON object/),
  'error in the stream': again('reply', /broke an answer off: "out of memory"/),
  'no UTF-8': never('protocol', /no UTF-8/),
  'endless line': never('reply', /a line of more than 1.0 MB/),
  'endless stream': never('reply', /a reply of more than 16\.8 MB/),
  'endless comments': never('reply', /a reply of more than 16\.8 MB/),
  'endless header': never('protocol', /is no HTTP/),
  'a page instead': never('protocol', /an answer of the type text\/html instead of a stream/),
  'no type': never('protocol', /an answer of no type/),
  compressed: never('protocol', /a compressed answer/),
  'no HTTP': never('protocol', /is no HTTP/),
  'another model': never('model', /has no model tiny \(HTTP 404\)/),
  'no such path': never('protocol', /has no \/v1\/completions \(HTTP 404\)/),
  'to metadata': never('HTTP', /sends us on to http:\/\/169\.254\.169\.254.*not followed/),
}

describe('a server at fault', () => {
  const names = Object.keys(FAULTS) as FaultName[]

  // Beside each other, since most of them wait.
  test.concurrent.each(names)('%s: is told in a sentence, or overcome', async (fault) => {
    const { answer, tries, logged } = await askedWith(fault, 100)
    const expected = EXPECTED[fault]
    if (expected === null) {
      expect(answer).toBe(ANSWER.join(''))
      expect(tries).toBe(1)
      return
    }
    if (!(answer instanceof RemoteFailure)) throw answer
    expect(answer.message).toMatch(expected.says)
    expect(answer.hop).toBe(expected.hop)
    expect(answer.message).toMatch(/^[A-Z].*[.…]$|^https?:.*\.$/)
    expect(answer.message.length).toBeLessThan(500)
    expect(tries).toBe(expected.passing ? 3 : 1)
    expect(logged).toHaveLength(tries - 1)
    if (expected.passing) expect(answer.message).toMatch(/It was tried 3 times\.$/)
  })

  test.concurrent.each(names.filter((name) => EXPECTED[name]?.passing === true))(
    '%s, once: the answer comes as if nothing had been',
    async (fault) => {
      const { answer, tries } = await askedWith(fault, 1)
      expect(answer).toBe(ANSWER.join(''))
      expect(tries).toBe(2)
    },
  )
})

describe('the key', () => {
  test.each(['own port of this machine', 'localhost', 'metadata'])(
    'is never sent where a server sends us on to: %s',
    async (kind) => {
      const other = await simulator({})
      const target = {
        'own port of this machine': `${other.url}/v1/completions`,
        localhost: `http://localhost:${other.port}/v1/completions`,
        metadata: 'http://169.254.169.254/latest/meta-data/iam',
      }[kind]
      const { engine, server } = await engineOf({
        fault: ({ number }) => (number >= 1 ? redirectTo(String(target)) : null),
      })
      await expect(tokensOf(engine)).rejects.toThrow(/sends us on to .*which is not followed/)
      expect(other.seen).toEqual([])
      const told = server.seen.map(({ headers }) => headers.authorization)
      expect(new Set(told)).toEqual(new Set([`Bearer ${KEY}`]))
    },
  )

  test('that is refused is not said back, whatever the server says', async () => {
    const server = await simulator({ key: 'another' })
    const secrets = memorySecrets()
    await secrets.set(server.url, KEY)
    const { source } = remoteSource({ secrets })
    const error = await source.open(remoteModel(server.url)).catch((reason: Error) => reason)
    if (!(error instanceof RemoteFailure)) throw error
    expect(error.hop).toBe('auth')
    expect(error.message).toMatch(/refuses the key .*"Incorrect API key provided: \[key\]\."/)
    expect(JSON.stringify(error) + error.stack).not.toContain(KEY)
  })

  test('is asked for where a server wants one and none is kept', async () => {
    const server = await simulator({})
    const { source } = remoteSource()
    await expect(source.open(remoteModel(server.url))).rejects.toThrow(
      /wants a key, and none is kept for it; give it under Models, or with ndw models key NAME \(HTTP 401\)/,
    )
  })

  test('of one port is not sent to another', async () => {
    const [first, second] = [await simulator({}), await simulator({})]
    const secrets = memorySecrets()
    await secrets.set(first.url, KEY)
    const { source } = remoteSource({ secrets })
    await expect(source.open(remoteModel(second.url))).rejects.toThrow(/wants a key/)
    expect(second.seen.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })
})
