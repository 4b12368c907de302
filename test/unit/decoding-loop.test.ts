import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DecodingLoop, type Graph } from '../../main/runtime/local/decoding-loop.ts'
import type { GraphInput, GraphSession } from '../../main/runtime/local/graph-session.ts'
import {
  answers,
  GREEDY,
  idsOf,
  openGraph,
  REFERENCES,
  someIds,
  VOCABULARY_SIZE,
} from '../support/decoder-graph.ts'

let session: GraphSession
beforeAll(async () => {
  session = await openGraph()
})
afterAll(() => session.close())

const PLENTY = 1e9

/** The same graph, and how many tokens each pass read. */
function counted(): { graph: Graph; passes: number[] } {
  const passes: number[] = []
  const run = (input: GraphInput, wantsLogits?: boolean) => {
    passes.push(input.ids.length * (input.ids[0]?.length ?? 0))
    return session.run(input, wantsLogits)
  }
  return { graph: { decoder: session.decoder, run }, passes }
}

/** The graph as if it had no keys and values to give: every pass reads everything. */
function withoutCache(): Graph {
  const decoder = { ...session.decoder, cache: null }
  const cache = session.decoder.cache
  return {
    decoder,
    run: async (input) => {
      const tensors = await import('../../main/runtime/local/kv.ts')
      if (cache === null) throw new Error('the graph has a cache')
      // The graph has the inputs all the same; padding at the right is masked by causality.
      const past = tensors.emptyKv(cache, input.ids.length)
      const out = await session.run({ ...input, past, padding: input.padding.map(() => 0) })
      return { ...out, kv: null }
    },
  }
}

describe('greedy answers', () => {
  test('are those of the reference, and so are their log-probabilities', async () => {
    for (const { prompt, greedy, logprobs } of REFERENCES) {
      const [tokens = []] = await answers(new DecodingLoop(session, PLENTY), [prompt])
      expect(idsOf(tokens)).toEqual(greedy)
      tokens.forEach(({ logProbability }, at) => {
        expect(Math.abs(logProbability - (logprobs[at] ?? 0))).toBeLessThan(1e-4)
      })
    }
  })

  test('are the same in one batch of prompts of different lengths, with other companions', async () => {
    const prompts = REFERENCES.map(({ prompt }) => prompt)
    expect(new Set(prompts.map(({ length }) => length)).size).toBeGreaterThan(1)
    const loop = new DecodingLoop(session, PLENTY)
    const batch = await answers(loop, [...prompts, someIds(90), ...prompts])
    REFERENCES.forEach(({ greedy, logprobs }, at) => {
      for (const tokens of [batch[at] ?? [], batch[at + prompts.length + 1] ?? []]) {
        expect(idsOf(tokens)).toEqual(greedy)
        tokens.forEach(({ logProbability }, i) => {
          expect(Math.abs(logProbability - (logprobs[i] ?? 0))).toBeLessThan(1e-4)
        })
      }
    })
  })

  test('are the same without keys and values', async () => {
    const prompts = REFERENCES.map(({ prompt }) => prompt)
    const plain = await answers(new DecodingLoop(withoutCache(), PLENTY), prompts)
    expect(plain.map(idsOf)).toEqual(REFERENCES.map(({ greedy }) => greedy))
  })

  test('go on alike when some of a batch end before others', async () => {
    const [first, second, third] = REFERENCES
    if (first === undefined || second === undefined || third === undefined) throw new Error()
    const lengths = [3, 40, 11]
    const got: number[][] = [[], [], []]
    await new DecodingLoop(session, PLENTY).answer(
      [first, second, third].map(({ prompt }, at) => ({
        ...{ ids: prompt, stops: new Set<number>(), size: VOCABULARY_SIZE },
        ...{ constraint: null, features: null, isCancelled: () => false },
        decoding: { ...GREEDY, maxTokens: lengths[at] ?? 0 },
        onToken: ({ id }) => void got[at]?.push(id),
        onPass: () => {},
        onError: () => {},
      })),
    )
    expect(got).toEqual([first, second, third].map(({ greedy }, i) => greedy.slice(0, lengths[i])))
  })
})

describe('what was read before', () => {
  test('costs nothing again, and changes no bit of what comes out', async () => {
    const code = someIds(300)
    const { graph, passes } = counted()
    const loop = new DecodingLoop(graph, PLENTY)
    let prompt = code
    for (let step = 0; step < 8; step++) {
      const [resumed = []] = await answers(loop, [prompt], {
        decoding: { ...GREEDY, maxTokens: 9 },
      })
      const fresh = new DecodingLoop(session, PLENTY)
      const [again] = await answers(fresh, [prompt], { decoding: { ...GREEDY, maxTokens: 9 } })
      expect(again).toEqual(resumed)
      if (step > 0) {
        const read = passes.splice(0)
        // The eleven new tokens in one pass, then one pass for each token but the first.
        expect(read).toEqual([11, ...new Array<number>(8).fill(1)])
      } else passes.splice(0)
      prompt = [...prompt, ...idsOf(resumed), step, step + 1]
    }
  })

  test('is shared by samples and by branches', async () => {
    const stem = someIds(200)
    const { graph, passes } = counted()
    const loop = new DecodingLoop(graph, PLENTY)
    await answers(loop, [stem], { decoding: { ...GREEDY, maxTokens: 1 } })
    passes.splice(0)
    const drawn = { ...GREEDY, mode: 'sampled', maxTokens: 5 } as const
    await answers(loop, [stem, stem, stem], { decoding: drawn })
    expect(passes.splice(0)).toEqual([3, 3, 3, 3])
    await answers(
      loop,
      [
        [...stem, ...someIds(7, 3)],
        [...stem, ...someIds(7, 5)],
      ],
      {
        decoding: { ...GREEDY, maxTokens: 1 },
      },
    )
    expect(passes.splice(0)).toEqual([7, 7])
    // Back to the first branch.
    await answers(loop, [[...stem, ...someIds(7, 3), 1, 2]], {
      decoding: { ...GREEDY, maxTokens: 1 },
    })
    expect(passes).toEqual([2])
  })

  test('is forgotten where it takes too much, the oldest first', async () => {
    const bytesOf = 100 * 3 * 2 * 2 * 32 * 4
    const loop = new DecodingLoop(session, 2.5 * bytesOf)
    const one = { decoding: { ...GREEDY, maxTokens: 1 } }
    for (let seed = 1; seed < 6; seed++) {
      await answers(loop, [someIds(100, seed)], one)
      expect(loop.kept.bytes).toBeLessThanOrEqual(2.5 * bytesOf)
    }
    expect(loop.kept.prompts).toBe(2)
    await answers(loop, [someIds(1000, 7)], one)
    expect(loop.kept.prompts).toBe(1)
  })
})

describe('an answer', () => {
  const [reference] = REFERENCES
  const prompt = reference?.prompt ?? []
  const greedy = reference?.greedy ?? []

  test('ends at a stop token, which is told', async () => {
    const stop = greedy[7] ?? -1
    const [tokens = []] = await answers(new DecodingLoop(session, PLENTY), [prompt], {
      stops: new Set([stop]),
    })
    expect(idsOf(tokens)).toEqual(greedy.slice(0, 8))
  })

  test('ends between two tokens, or two parts of its prompt, once it is not wanted', async () => {
    let left = 3
    const { graph, passes } = counted()
    const [tokens = []] = await answers(new DecodingLoop(graph, PLENTY), [prompt], {
      isCancelled: () => left-- <= 0,
    })
    expect(tokens.length).toBeLessThan(4)
    passes.splice(0)
    await answers(new DecodingLoop(graph, PLENTY), [someIds(2000)], {
      isCancelled: () => passes.length >= 2,
    })
    expect(passes).toEqual([128, 128])
  })

  test('has only tokens that a mask allows, whose probabilities add up', async () => {
    const allowed = new Uint8Array(VOCABULARY_SIZE)
    for (const id of [3, 5, 8, 13]) allowed[id] = 1
    const accepted: number[] = []
    const lefts: (number | undefined)[] = []
    const constraint = {
      allowed: (left?: number) => {
        lefts.push(left)
        return allowed
      },
      accept: (id: number) => accepted.push(id) > 0,
      fork: () => constraint,
      soonest: () => 1,
    }
    const [tokens = []] = await answers(new DecodingLoop(session, PLENTY), [prompt], {
      constraint,
      decoding: { ...GREEDY, maxTokens: 4 },
    })
    expect(idsOf(tokens)).toEqual(accepted)
    expect(lefts).toEqual([4, 3, 2, 1])
    for (const { id, alternatives } of tokens) {
      expect([3, 5, 8, 13]).toContain(id)
      const sum = alternatives.reduce((all, one) => all + Math.exp(one.logProbability), 0)
      expect(sum).toBeCloseTo(1, 9)
    }
  })

  test('has no token that only the graph knows', async () => {
    const [tokens = []] = await answers(new DecodingLoop(session, PLENTY), [prompt], { size: 100 })
    expect(Math.max(...idsOf(tokens))).toBeLessThan(100)
  })

  test('that is drawn is the same for the same seed, alone or among others', async () => {
    const drawn = (seed: number) => ({ ...GREEDY, mode: 'sampled', topP: 0.9, seed }) as const
    const [one] = await answers(new DecodingLoop(session, PLENTY), [prompt], { decoding: drawn(4) })
    const [again] = await answers(new DecodingLoop(session, PLENTY), [prompt], {
      decoding: drawn(4),
    })
    expect(again).toEqual(one)
    const [other = []] = await answers(new DecodingLoop(session, PLENTY), [prompt], {
      decoding: drawn(5),
    })
    expect(idsOf(other)).not.toEqual(idsOf(one ?? []))
    const three = await answers(new DecodingLoop(session, PLENTY), [prompt, prompt, prompt], {
      decoding: drawn(4),
    })
    for (const tokens of three) expect(idsOf(tokens)).toEqual(idsOf(one ?? []))
  })
})
