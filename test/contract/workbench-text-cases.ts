import { expect } from 'vitest'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import { type Cases, notObject } from './workbench-scene.ts'

/** Cases of a trajectory's text and its tokens. */
export const TEXT_CASES: Cases<'trajectory.text' | 'trajectory.cut' | 'codec.textOf'> = {
  'trajectory.text': {
    input: ({ trajectory }) => ({
      trajectory,
      codec: 'nd@1',
      tokens: { tokenizer: 'own', from: 10, limit: 500 },
    }),
    check: async ({ text, spans, tokens }, { client, trajectory }) => {
      expect(spans[0]?.start).toBe(0)
      expect(spans.at(-1)?.end).toBe(text.length)
      const { transcript, problem } = await client.call('codec.decode', { codec: 'nd@1', text })
      const { steps } = await client.call('trajectory.get', { trajectory })
      expect(problem).toBeNull()
      expect(transcript.actions.map((action) => action.name)).toEqual(
        steps.map((step) => step.action.name),
      )
      const { ids, ends } = ND_1.tokenizer.tokenize(text)
      expect(tokens).toMatchObject({
        tokenizer: 'bytes@1',
        total: ids.length,
        from: 10,
        ids: ids.slice(10, 510),
        ends: ends.slice(10, 510),
      })
      const without = await client.call('trajectory.text', { trajectory, codec: 'nd@1' })
      expect(without).toEqual({ text, spans, tokens: null })
    },
    bad: [
      notObject,
      [{ trajectory: 'j_0', codec: 'nd@1' }, 'not-found', /j_0/],
      [{ trajectory: 'j_0', codec: 'nd@99' }, 'bad-input', /nd@99; there are nd@1, cwm@1/],
      [
        { trajectory: 'j_0', codec: 'nd@1', tokens: { tokenizer: '/no/such/tokenizer.json' } },
        'bad-input',
        /no\/such\/tokenizer.json cannot be read: there is no such file/,
      ],
    ],
  },
  'trajectory.cut': {
    input: ({ trajectory }) => ({ trajectory, codec: 'nd@1', tokenizer: 'own', limit: 40 }),
    check: async (cut, { client, trajectory }) => {
      const { text } = await client.call('trajectory.text', { trajectory, codec: 'nd@1' })
      const { steps } = await client.call('trajectory.get', { trajectory })
      expect(cut.total).toBe(ND_1.tokenizer.tokenize(text).ids.length)
      expect(ND_1.tokenizer.tokenize(text.slice(0, cut.kept.end)).ids).toHaveLength(40)
      expect(cut.cutsCode).toBe(true)
      expect(cut.steps).toEqual(Array.from({ length: steps.length + 1 }, (_, step) => step))
    },
    bad: [
      notObject,
      [{ trajectory: 'j_0', codec: 'nd@1', tokenizer: 'own', limit: 1 }, 'not-found', /j_0/],
      [{ trajectory: 'j_0', codec: 'nd@1', tokenizer: 'own', limit: -1 }, 'bad-input', /limit/],
    ],
  },
  'codec.textOf': {
    input: () => ({
      codec: 'nd@1',
      tokenizer: 'own',
      ids: [...ND_1.tokenizer.tokenize('<|frame_sep|>é').ids],
    }),
    check: ({ text }) => expect(text).toBe('<|frame_sep|>é'),
    bad: [
      notObject,
      [
        { codec: 'nd@1', tokenizer: 'own', ids: [100_000] },
        'bad-input',
        /bytes@1 has no token 100000/,
      ],
      [{ codec: 'nd@1', tokenizer: 'own', ids: [-1] }, 'bad-input', /ids/],
    ],
  },
}
