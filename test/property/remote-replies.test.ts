import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf, parseAddress } from '../../main/runtime/remote/address.ts'
import { quoted, RemoteFailure } from '../../main/runtime/remote/failure.ts'
import { errorOf, readJson, readPart } from '../../main/runtime/remote/reply.ts'
import { SseReader, textOf } from '../../main/runtime/remote/sse.ts'
import { TokenAligner, type ToldToken } from '../../main/runtime/remote/tokens.ts'
import type { Token } from '../../shared/model/engine.ts'

const ORIGIN = 'https://model.test'

/** A text cut at some places. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length))
}

const places = fc.array(fc.nat(10_000), { maxLength: 40 })

describe('a stream of events', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' '))
  const event = fc.array(line, { minLength: 1, maxLength: 4 })
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')

  test('is read the same however it is cut, with any ends of lines and other fields between', () => {
    fc.assert(
      fc.property(fc.array(event), lineEnd, places, (events, end, at) => {
        const written = events.map((lines) =>
          [': a comment', ...lines.map((one) => `data: ${one}`), 'event: x', '', ''].join(end),
        )
        const reader = new SseReader(1_000_000)
        const read = cut(written.join(''), at).flatMap((piece) => reader.push(piece))
        expect(read).toEqual(events.map((lines) => lines.join('\n')))
      }),
    )
  })

  test('of any bytes gives events or one sentence, in pieces or whole', async () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('data: {', '"choices":', '[', '{"text":', '\n\n', '\r', '}]}', '[DONE]', ':'),
      fc.json().map((json) => `data: ${json}\n\n`),
      fc
        .record({
          choices: fc.anything(),
          error: fc.anything(),
          object: fc.anything(),
          detail: fc.anything(),
        })
        .map((one) => `data: ${JSON.stringify(one)}\n\n`),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(nasty), async (pieces) => {
        async function* body() {
          for (const piece of pieces) yield new TextEncoder().encode(piece)
        }
        const reader = new SseReader(2000)
        try {
          for await (const text of textOf(body(), 20_000)) {
            for (const data of reader.push(text)) {
              const fields = readJson(data, ORIGIN, null)
              if (errorOf(fields) === null) readPart(fields, ORIGIN)
            }
          }
        } catch (error) {
          if (!(error instanceof RemoteFailure)) throw error
          expect(error.message).toMatch(/[.…]$/)
        }
      }),
    )
  })

  test('holds no more of a line than its limit', () => {
    const reader = new SseReader(1000)
    const push = (): void => {
      for (let piece = 0; piece < 20; piece++) reader.push('a'.repeat(100))
    }
    expect(push).toThrow(/a line of more than 1.0 kB/)
    const lines = new SseReader(1000)
    expect(() => lines.push('data: 12345678\n'.repeat(200))).toThrow(/an event of more than/)
  })
})

describe('tokens on their text', () => {
  const character = fc.constantFrom('a', ' ', '"', 'é', '中', '🐛', '\n', 'ab', '<|line|>')
  const answer = fc.array(character, { minLength: 1, maxLength: 30 }).map((all) => all.join(''))

  /** Bytes of the text cut anywhere, as a vocabulary of bytes would. */
  function tokensIn(text: string, at: readonly number[]): Uint8Array[] {
    const bytes = new TextEncoder().encode(text)
    const ends = [...new Set(at.map((place) => place % bytes.length))].sort((a, b) => a - b)
    return [0, ...ends].flatMap((from, index) => {
      const piece = bytes.slice(from, ends[index] ?? bytes.length)
      return piece.length === 0 ? [] : [piece]
    })
  }

  const shapes = {
    'as text': (bytes: Uint8Array) => ({ text: Buffer.from(bytes).toString(), bytes: null }),
    'with bytes': (bytes: Uint8Array) => ({
      text: Buffer.from(bytes).toString().replaceAll('\uFFFD', ''),
      bytes: [...bytes],
    }),
  }

  test.each(Object.keys(shapes) as (keyof typeof shapes)[])(
    '%s: their texts are the text, and none is lost but where it is cut off',
    (shape) => {
      fc.assert(
        fc.property(answer, places, fc.integer({ min: 1, max: 4 }), (text, at, size) => {
          const pieces = tokensIn(text, at)
          const told = pieces.map(
            (piece, index): ToldToken => ({ ...shapes[shape](piece), logProbability: -index }),
          )
          const decoder = new TextDecoder()
          const aligner = new TokenAligner()
          const placed: Token[] = []
          for (let from = 0; from < told.length; from += size) {
            const part = pieces.slice(from, from + size)
            const shown = part.map((piece) => decoder.decode(piece, { stream: true })).join('')
            placed.push(...aligner.push(shown, told.slice(from, from + size)))
          }
          placed.push(...aligner.end())
          expect(placed.map((token) => token.text).join('')).toBe(text)
          // Without bytes the end of a broken text is a guess, after which some text may be left.
          const known = placed.filter(
            (token) => shape === 'with bytes' || token.logProbability !== null,
          )
          expect(known.map((token) => token.logProbability)).toEqual(
            told.map((token) => token.logProbability),
          )
        }),
        { numRuns: 1000 },
      )
    },
  )

  test('of any kind never change the text', () => {
    const told = fc.array(fc.record({ text: fc.string({ maxLength: 3 }) }), { maxLength: 4 })
    const parts = fc.array(fc.tuple(fc.string({ maxLength: 5 }), fc.option(told)))
    fc.assert(
      fc.property(parts, (all) => {
        const aligner = new TokenAligner()
        const placed = all.flatMap(([text, tokens]) =>
          aligner.push(
            text,
            tokens?.map((one) => ({ ...one, bytes: null, logProbability: -1 })) ?? null,
          ),
        )
        placed.push(...aligner.end())
        const [got, want] = [placed.map(({ text }) => text), all.map(([text]) => text)]
        expect(got.join('')).toBe(want.join(''))
      }),
    )
  })
})

describe('addresses', () => {
  const FORBIDDEN = [
    ...['169.254.169.254', '169.254.0.1', '0.0.0.0', '::', 'fe80::1', 'fe80::1%eth0', '224.0.0.1'],
    ...['fd00:ec2::254', '100.100.100.200', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'],
    ...['2002:a9fe:a9fe::1', '255.255.255.255', 'ff02::1', '::169.254.169.254', '192.0.0.192'],
  ]
  const PRIVATE = [
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1'],
    ...['fd12:3456::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
  ]

  test('are what they stand for', () => {
    const classes = (list: readonly string[]) => new Set(list.map(classOf))
    expect(classes(FORBIDDEN)).toEqual(new Set(['forbidden']))
    expect(classes(PRIVATE)).toEqual(new Set(['private']))
    expect(classes(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])).toEqual(
      new Set(['loopback']),
    )
    expect(classes(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '64:ff9b::808:808'])).toEqual(
      new Set(['public']),
    )
  })

  test('of every IP there is have a class', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (ip) => {
        expect(['loopback', 'private', 'forbidden', 'public']).toContain(classOf(ip))
      }),
    )
  })

  test('as they are written lead to one base', () => {
    const base = (text: string) => parseAddress(text).base
    const all = ['', '/', '/v1', '/v1/', '/v1/completions', '/v1/chat/completions']
    expect(new Set(all.map((path) => base(`http://127.0.0.1:8000${path}`)))).toEqual(
      new Set(['http://127.0.0.1:8000/v1']),
    )
    expect(base('https://a.test/openai')).toBe('https://a.test/openai/v1')
    expect(parseAddress('https://a.test').port).toBe(443)
    // Browsers and resolvers read these as addresses of four numbers.
    expect(parseAddress('http://0x7f.1').host).toBe('127.0.0.1')
    expect(parseAddress('http://[::1]:80').host).toBe('::1')
  })

  test('that cannot be one are refused in a sentence without what is secret in them', () => {
    const said = (text: string): string => {
      try {
        parseAddress(text)
      } catch (error) {
        if (error instanceof RemoteFailure) return error.message
      }
      return 'taken'
    }
    expect(said('ftp://a.test')).toMatch(/is no address of a server/)
    expect(said('a.test')).toMatch(/begins with https/)
    expect(said('https://me:secret@a.test')).toMatch(/^(?!.*secret)An address must hold no name/)
    expect(said('ftp://me:secret@a.test')).toMatch(/^(?!.*secret)ftp:\/\/a\.test is no address/)
    expect(said('https://a.test/v1?key=secret')).toMatch(/^(?!.*secret)Leave out what follows/)
  })
})

test('what a server says is quoted without its key, in one harmless line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.stringMatching(/^[!-~]{8,20}$/), (text, key) => {
      const said = quoted(`${text}${key}${text}`, key)
      expect(said).not.toContain(key)
      expect(said).not.toMatch(/[\p{Cc}\p{Cf}\n]/u)
      expect(said.length).toBeLessThanOrEqual(201)
    }),
  )
})
