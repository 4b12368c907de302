import { checkPolicy } from '../../shared/contract/read-document.ts'
import type { trajectories } from '../../shared/contract/trajectories.ts'
import { cutAt } from '../../shared/grammar/ruler.ts'
import { type Tokenizer, tokensOf } from '../../shared/grammar/tokenizer.ts'
import type { Codec, Encoded } from '../../shared/grammar/types.ts'
import { ServiceError, type Signal } from '../../shared/rpc/wire.ts'
import { directionsOf, POLICIES, policyByName } from '../../shared/trajectory/policies.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { sample } from '../jobs/kinds/sample.ts'
import { codecNamed } from '../jobs/trajectory/codec-named.ts'
import { type CountProgress, countTrajectories } from '../jobs/trajectory/count-trajectories.ts'
import { encodeTrajectory } from '../jobs/trajectory/encode-trajectory.ts'
import { createTokenizers } from '../jobs/trajectory/tokenizers.ts'
import { createTraceCache } from '../jobs/trajectory/trace-cache.ts'
import type { Area } from './area.ts'
import { requireRecorded } from './require-recorded.ts'

export const trajectoryHandlers: Area<typeof trajectories> = ({ store, crew, jobs, announce }) => {
  const traces = createTraceCache(store)
  const tokenizers = createTokenizers()
  const encodedOf = async (trajectory: string, codec: Codec, signal: Signal): Promise<Encoded> => {
    const detail = await store.read('trajectoryGet', { trajectory }, { signal })
    const { loaded } = await traces.get(detail.row.trace, signal)
    return encodeTrajectory(store, { loaded, detail, codec }, signal)
  }
  return {
    'trajectory.page': (input, { signal }) => store.read('trajectoryPage', input, { signal }),
    'trajectory.positionOf': (input, { signal }) =>
      store.read('trajectoryPosition', input, { signal }),
    'trajectory.get': (input, { signal }) => store.read('trajectoryGet', input, { signal }),
    'trajectory.sample': async (input) => {
      if (input.trace !== null) await requireRecorded(store, input.trace)
      return { job: await jobs.start(sample, input) }
    },
    'trajectory.text': async ({ trajectory, codec: codecId, tokens }, { signal }) => {
      const codec = codecNamed(codecId)
      const tokenizer = tokens === null ? null : await tokenizers.get(tokens.tokenizer, codec)
      const encoded = await encodedOf(trajectory, codec, signal)
      const part = tokenizer && tokens ? tokensFrom(encoded, tokenizer, tokens) : null
      return { ...encoded, tokens: part }
    },
    'trajectory.cut': async (
      { trajectory, codec: codecId, tokenizer: name, ...cut },
      { signal },
    ) => {
      const codec = codecNamed(codecId)
      const tokenizer = await tokenizers.get(name, codec)
      const { text, spans } = await encodedOf(trajectory, codec, signal)
      const told = cutAt(spans, tokenizer.tokenize(text), cut.limit, cut.keep)
      return { tokenizer: tokenizer.name, ...told }
    },
    'trajectory.counts': async ({ where, codec: codecId, tokenizer: name }, emit, { signal }) => {
      const tokenizer = await tokenizers.get(name, codecNamed(codecId))
      const onNews = (news: CountProgress): void => emit({ ...news, tokenizer: tokenizer.name })
      const request = { where, codec: codecId, tokenizer: name }
      await countTrajectories(request, { store, crew, signal, onNews })
    },
    'codec.textOf': async ({ codec, tokenizer: name, ids }) => {
      const tokenizer = await tokenizers.get(name, codecNamed(codec))
      const unknown = ids.find((id) => id >= tokenizer.size)
      if (unknown === undefined) return { text: tokenizer.detokenize(ids) }
      throw new ServiceError(
        'bad-input',
        `The tokenizer ${tokenizer.name} has no token ${unknown}.`,
      )
    },
    'codec.decode': ({ codec, text }) => {
      const { transcript, problem } = codecNamed(codec).decode(text)
      return { transcript, problem }
    },
    'policy.own': async (_, { signal }) => ({
      policies: ((await store.read('settingGet', { name: 'policies' }, { signal })) ??
        []) as PolicyDocument[],
    }),
    'policy.save': async ({ policy, was }) => {
      const read = checkPolicy(policy)
      if (!read.ok) throw new ServiceError('bad-input', read.error)
      if (policyByName(policy.name) !== null) {
        throw new ServiceError(
          'bad-input',
          `${policy.name} comes with the workbench and stays as it is; choose another name.`,
        )
      }
      const kept = await store.write('policySave', { policy: read.document, was })
      announce({ area: 'policy', id: null })
      return kept
    },
    'policy.remove': async ({ name }) => {
      const kept = await store.write('policyRemove', { name })
      announce({ area: 'policy', id: null })
      return kept
    },
    'policy.list': () => ({
      policies: POLICIES.map((policy) => ({
        name: policy.name,
        directions: [...directionsOf(policy)],
        about: policy.about,
      })),
    }),
  }
}

function tokensFrom(
  encoded: Encoded,
  tokenizer: Tokenizer,
  { from, limit }: { readonly from: number; readonly limit: number },
) {
  const { ids, ends, spans, start = 0 } = tokensOf(encoded, tokenizer)
  const part = <T>(column: readonly T[]): T[] => column.slice(from, from + limit)
  return {
    tokenizer: tokenizer.name,
    total: ids.length,
    from,
    start,
    ids: part(ids),
    ends: part(ends),
    spans: part(spans),
  }
}
