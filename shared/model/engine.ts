import type { Codec, EncodeHints, Transcript } from '../grammar/types.ts'
import type { Signal } from '../rpc/wire.ts'
import type { Truth } from './score.ts'
import type { Finish } from './types.ts'

export const DECODING_MODES = ['greedy', 'sampled'] as const

/** How tokens are chosen. Everything that an answer depends on beside the prompt and the engine. */
export interface Decoding {
  readonly mode: (typeof DECODING_MODES)[number]
  readonly temperature: number
  readonly topP: number
  readonly seed: number
  readonly maxTokens: number
  /** `codec`: only tokens that keep the codec valid, and lines that the code has. Absent, any token may come. */
  readonly constraint?: 'codec'
}

/** A token as it came, with what else could have stood there if the engine tells. */
export interface Token {
  readonly text: string
  /** Its number in the model's vocabulary, where the engine tells. */
  readonly id?: number
  /** Natural logarithm; null where the engine gives no probabilities. */
  readonly logProbability: number | null
  readonly alternatives?: readonly {
    readonly text: string
    readonly id?: number
    readonly logProbability: number
  }[]
}

/** Comes last where the limit of tokens ended an answer whose tokens an engine does not tell one by one. */
export const CUT: Token = { text: '', logProbability: null }

export const ENGINE_KINDS = ['baseline', 'local', 'remote'] as const

/** What an engine can do, so that nothing else is asked of it. */
export interface Capabilities {
  readonly logProbabilities: boolean
  readonly sampling: boolean
  /** Only answers that keep the codec valid. */
  readonly constrained: boolean
  /** It is given the real outcome, so it can say nothing where none is known. */
  readonly needsTruth: boolean
}

export interface EngineInfo {
  readonly name: string
  readonly kind: (typeof ENGINE_KINDS)[number]
  /** What tells it from others of its name: version or checksum, and its own settings. */
  readonly identity: string
  /** One sentence for people. */
  readonly about: string
  /** Stands by every value it produces that is no model's belief; null for a model. */
  readonly mark: string | null
  readonly capabilities: Capabilities
}

export interface PredictRequest {
  /** Everything up to what asks for the next state. */
  readonly prompt: string
  readonly codec: Codec
  readonly decoding: Decoding
  /** For engines that need the truth: what was before the step, and what follows. Null for all others. */
  readonly truth: {
    readonly before: Transcript
    readonly hints: EncodeHints
    readonly truth: Truth
  } | null
}

/** What predicts: a model, here or elsewhere, or a baseline. It ends its stream when the signal is aborted. */
export interface Engine {
  readonly info: EngineInfo
  /** Requests that it takes at a time; one after another where absent. */
  readonly concurrency?: number
  readonly predict: (request: PredictRequest, signal: Signal) => AsyncIterable<Token>
}

/** What an engine answered to a prompt. */
export interface Answer {
  /** Up to the stop token, which is not part of it. */
  readonly text: string
  readonly finish: Finish
  /** The stop token. */
  readonly stop: string | null
  /** Null where the engine gives no probabilities. */
  readonly tokens: readonly Token[] | null
}

function firstStop(text: string, from: number, stops: readonly string[]) {
  const found = stops.map((stop) => ({ stop, at: text.indexOf(stop, from) }))
  return found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0] ?? null
}

/** Reads an engine's tokens up to the first stop token of the codec or the limit. */
export async function answerOf(
  engine: Engine,
  request: PredictRequest,
  signal: Signal,
): Promise<Answer> {
  const stops = request.codec.stopTokens
  const longest = Math.max(0, ...stops.map((stop) => stop.length))
  const tokens: Token[] = []
  let text = ''
  let finish: Finish = 'ended'
  let stop: string | null = null
  for await (const token of engine.predict(request, signal)) {
    if (token === CUT) {
      finish = 'length'
      break
    }
    const from = Math.max(0, text.length - longest)
    text += token.text
    tokens.push(token)
    const found = firstStop(text, from, stops)
    if (found !== null) {
      text = text.slice(0, found.at)
      stop = found.stop
      finish = 'stop'
      break
    }
    if (tokens.length >= request.decoding.maxTokens) {
      finish = 'length'
      break
    }
  }
  return { text, finish, stop, tokens: engine.info.capabilities.logProbabilities ? tokens : null }
}
