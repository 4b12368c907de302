import { afterAll, describe, expect, test } from 'vitest'
import { CWM_1 } from '../../shared/grammar/cwm/codec.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import type { Codec } from '../../shared/grammar/types.ts'
import { answerOf, type Decoding } from '../../shared/model/engine.ts'
import {
  type Dialect,
  END_OF_TEXT,
  type ScriptedToken,
  scriptedProbability,
} from '../support/endpoint-dialects.ts'
import { FAULTS } from '../support/endpoint-faults.ts'
import { json, type SimulatorOptions, startSimulator } from '../support/endpoint-simulator.ts'
import { GREEDY, remoteModel, remoteSource, textOf, tokensOf } from '../support/remote-engine.ts'

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

async function opened(options: SimulatorOptions) {
  const server = await startSimulator(options)
  const { source } = remoteSource()
  closing.push(
    () => source.close(),
    () => server.close(),
  )
  const engine = await source.open(remoteModel(server.url))
  const answer = (codec: Codec = ND_1, changes: Partial<Decoding> = {}) => {
    const decoding = { ...GREEDY, ...changes }
    const request = { prompt: 'x', codec, decoding, truth: null }
    return answerOf(engine, request, new AbortController().signal)
  }
  return { server, engine, answer, asked: () => server.asked().slice(1) }
}

/** The é and the bug of a model that has them in pieces. */
const PIECES: readonly ScriptedToken[] = [
  '"caf',
  Uint8Array.of(0xc3),
  Uint8Array.of(0xa9),
  ' ',
  ...[0xf0, 0x9f, 0x90, 0x9b].map((byte) => Uint8Array.of(byte)),
  '"',
  '<|action_sep|>',
  'more',
]
const WITH_PROBABILITIES: readonly Dialect[] = ['vllm', 'sglang', 'llama']

describe('a server of each kind', () => {
  test.each([
    ['vllm', 'vLLM 0.11.2', true],
    ['sglang', 'SGLang 0.5.4', true],
    ['llama', 'llama.cpp b7000-abc', true],
    ['tgi', 'TGI 3.3.6', false],
  ] as const)('%s is known by what it answers', async (dialect, named, tells) => {
    const { engine, server } = await opened({ dialect })
    expect(engine.info.capabilities.logProbabilities).toBe(tells)
    expect(engine.info.identity).toContain(named)
    expect(engine.info.identity).toContain(`${server.url}/v1`)
    expect(engine.info.about).toContain(tells ? 'with log-prob' : 'without log-prob')
  })

  test.each(['vllm', 'sglang', 'llama', 'tgi'] as const)(
    '%s: an answer ends at the first stop of the codec, which is told',
    async (dialect) => {
      for (const stop of ND_1.stopTokens) {
        const { answer } = await opened({ dialect, answer: () => ['{"n":', ' 1}', stop, 'more'] })
        const { text, finish, stop: found } = await answer()
        expect({ text, finish, found }).toEqual({ text: '{"n": 1}', finish: 'stop', found: stop })
      }
    },
  )

  test.each(WITH_PROBABILITIES)(
    '%s: tokens are pieces of characters, with the probability of each',
    async (dialect) => {
      const { engine } = await opened({ dialect, answer: () => PIECES })
      const tokens = (await tokensOf(engine)).slice(0, 10)
      expect(textOf(tokens)).toBe('"café 🐛"<|action_sep|>')
      expect(tokens.map(({ text }) => text)).toEqual([
        ...['"caf', '', 'é', ' ', '', '', '', '🐛', '"', '<|action_sep|>'],
      ])
      expect(tokens.map(({ logProbability }) => logProbability)).toEqual(
        tokens.map((_, at) => scriptedProbability(at)),
      )
      expect(tokens[0]?.alternatives).toEqual([
        { text: '"caf', logProbability: scriptedProbability(0) },
        { text: 'other', logProbability: scriptedProbability(0) - 3 },
      ])
    },
  )

  test.each(['vllm', 'sglang', 'llama', 'tgi'] as const)(
    '%s: an answer that is too long says so',
    async (dialect) => {
      const { answer } = await opened({ dialect, answer: () => Array(20).fill('a') })
      const { text, finish, stop } = await answer(ND_1, { maxTokens: 7 })
      expect({ text, finish, stop }).toEqual({ text: 'aaaaaaa', finish: 'length', stop: null })
    },
  )

  test('that sends several tokens at a time is told to have come to the limit', async () => {
    const { answer } = await opened({
      dialect: 'tgi',
      fault: ({ response, number }) => {
        const choice = { index: 0, text: 'a b c', logprobs: null, finish_reason: 'length' }
        return number < 1 ? null : () => json(response, 200, { choices: [choice] })
      },
    })
    const { text, finish, stop } = await answer()
    expect({ text, finish, stop }).toEqual({ text: 'a b c', finish: 'length', stop: null })
  })

  test('that does not tell its stop is not given one again', async () => {
    const { answer, asked } = await opened({
      dialect: 'llama',
      answer: () => ['a', '<|trace_end|>', 'more'],
    })
    for (let round = 0; round < 3; round++) expect((await answer()).stop).toBe('<|trace_end|>')
    expect(asked().map(({ stop }) => stop?.length ?? 0)).toEqual([2, 0, 0, 0])
  })

  test('that hides the end of the text tells it once and for all', async () => {
    const { answer } = await opened({ dialect: 'llama', answer: () => ['a', END_OF_TEXT] })
    expect(await answer(CWM_1)).toMatchObject({ text: 'a', finish: 'stop', stop: END_OF_TEXT })
  })

  test.each([
    ['abort', 'reply'],
    ['error', 'reply'],
  ])('that gives an answer up with %s is asked again', async (finish, hop) => {
    const { answer, asked } = await opened({
      fault: ({ response, number }) => {
        const choice = { index: 0, text: 'a', finish_reason: finish, stop_reason: null }
        return number < 1 ? null : () => json(response, 200, { choices: [choice] })
      },
    })
    await expect(answer()).rejects.toMatchObject({
      hop,
      message: expect.stringMatching(/It was tried 3 times/),
    })
    expect(asked()).toHaveLength(3)
  })

  test('that answers whole instead of streaming is read as well', async () => {
    const { answer } = await opened({
      fault: ({ response, number }) => {
        const choice = {
          index: 0,
          text: 'ab<|action_sep|>',
          finish_reason: 'stop',
          stop_reason: '',
        }
        return number < 0 ? null : () => json(response, 200, { choices: [choice] })
      },
    })
    expect(await answer()).toMatchObject({ text: 'ab', stop: '<|action_sep|>', tokens: null })
  })
})

describe('what is asked', () => {
  test('holds the decoding, and switches off what a model would set by itself', async () => {
    const { answer, asked } = await opened({ answer: () => ['<|action_sep|>'] })
    await answer(ND_1, { mode: 'sampled', temperature: 0.7, topP: 0.9, seed: 11 })
    await answer()
    expect(asked()).toMatchObject([
      { model: 'tiny', temperature: 0.7, top_p: 0.9, seed: 11, top_k: -1, min_p: 0, logprobs: 5 },
      { temperature: 0, top_p: 1, seed: 7, repetition_penalty: 1, skip_special_tokens: false },
    ])
    expect(asked()[0]).toMatchObject({ stop: ND_1.stopTokens, max_tokens: 100, stream: true })
  })

  test('leaves out what a server refuses, and is settled then', async () => {
    const { answer, asked, engine } = await opened({
      answer: () => ['a', '<|action_sep|>'],
      fault: ({ seen: { body }, response }) =>
        body?.top_k === undefined
          ? null
          : () => json(response, 422, { detail: [{ msg: 'Extra inputs are not permitted' }] }),
    })
    expect(engine.info.capabilities.logProbabilities).toBe(true)
    await answer()
    await answer()
    // It was found out when the server was checked.
    expect(asked().filter(({ top_k: k }) => k !== undefined)).toHaveLength(0)
    expect(asked().at(-1)?.logprobs).toBe(5)
  })

  test('is told apart in the logs of a server, try by try', async () => {
    const { answer, server } = await opened({
      answer: () => ['a', '<|action_sep|>'],
      fault: ({ number }) => (number === 1 ? FAULTS.fails : null),
    })
    await answer()
    const ids = server.seen.flatMap(({ headers }) => headers['x-request-id'] ?? []).slice(1)
    expect(ids).toEqual([expect.stringMatching(/^ndw-[0-9a-f]{16}-1$/), ids[0]?.replace(/1$/, '2')])
  })
})

describe('an answer that breaks off', () => {
  test('of a server that keeps to no seed is not gone on with', async () => {
    let round = 0
    const { answer } = await opened({
      answer: (body) =>
        body.max_tokens === 1 ? ['x'] : [`${round++}`, 'b', 'c', '<|action_sep|>'],
      fault: ({ number }) => (number === 1 ? FAULTS['ends before the last event'] : null),
    })
    await expect(answer()).rejects.toThrow(/asked again, began another one; it keeps to no seed/)
  })

  test('gives its connection back when it is whole, and is ended when nobody reads on', async () => {
    const { answer, server, engine } = await opened({
      answer: () => ['a', 'b', '<|action_sep|>'],
    })
    for (let round = 0; round < 5; round++) await answer()
    const request = { prompt: 'x', codec: ND_1, decoding: GREEDY, truth: null }
    for await (const _ of engine.predict(request, new AbortController().signal)) break
    await answer()
    expect(server.asked()).toHaveLength(8)
    // One for the requests of the check and all that followed, one after the answer that was left.
    expect(server.connections()).toBe(2)
  })
})
