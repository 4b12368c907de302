import {
  type RemoteModel,
  type RemoteOptions,
  RemoteSource,
} from '../../main/runtime/remote/source.ts'
import { ND_1 } from '../../shared/grammar/nd/codec.ts'
import type { Decoding, Engine, Token } from '../../shared/model/engine.ts'
import type { Signal } from '../../shared/rpc/wire.ts'
import { memorySecrets } from './memory-secrets.ts'

/** So long that no answer is late on a machine that is busy with other tests. */
export const PATIENT = { connectMs: 30_000, idleMs: 30_000, totalMs: 60_000 }
/** Three tries without a wait that can be felt. */
export const QUICK = { tries: 3, firstMs: 1, longestMs: 2, patienceMs: 60_000 }

export function remoteModel(url: string, changes: Partial<RemoteModel> = {}): RemoteModel {
  const settings = { model: null, concurrency: 4, privateAllowed: false }
  return { kind: 'remote', name: 'far', url, ...settings, ...changes }
}

/** What asks servers, with the deadlines of tests and what it logs. */
export function remoteSource(changes: Partial<RemoteOptions> = {}) {
  const logged: string[] = []
  const source = new RemoteSource({
    ...{ deadlines: PATIENT, rules: QUICK, secrets: memorySecrets() },
    log: (_level, message) => void logged.push(message),
    ...changes,
  })
  return { source, logged }
}

export const GREEDY: Decoding = {
  ...{ mode: 'greedy', temperature: 1, topP: 1, seed: 7, maxTokens: 100 },
}

/** All tokens of one answer. */
export async function tokensOf(
  engine: Engine,
  { prompt = 'x', signal = new AbortController().signal as Signal, decoding = GREEDY } = {},
): Promise<Token[]> {
  const tokens: Token[] = []
  const request = { prompt, codec: ND_1, decoding, truth: null }
  for await (const token of engine.predict(request, signal)) tokens.push(token)
  return tokens
}

export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join('')
