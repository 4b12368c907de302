import { availableParallelism } from 'node:os'
import { formatCount, formatNoun } from '../../../shared/base/words.ts'
import type { TokenConstraint } from '../../../shared/grammar/constrain/types.ts'
import type { Token } from '../../../shared/model/engine.ts'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import { refuse } from '../refuse.ts'
import type { ChosenToken } from './choose-token.ts'
import { DecodingLoop, type WantedAnswer } from './decoding-loop.ts'
import { GraphSession } from './graph-session.ts'
import { type ModelText, openModelText } from './model-text.ts'
import {
  type AskModel,
  type FromModel,
  failureOf,
  type LoadModel,
  type ToModel,
  type TryProvider,
} from './protocol.ts'
import { supportedNames, tryProvider } from './providers.ts'
import { TokenTexts } from './token-texts.ts'

/** Milliseconds between two messages of what has come, or that there is work. */
const PACE_MS = 25

/** The model as it is loaded. */
interface Model {
  readonly load: LoadModel
  readonly session: GraphSession
  readonly loop: DecodingLoop
  readonly texts: Map<string, Promise<ModelText>>
}

/** An answer that is wanted, or under way. */
interface Asked {
  readonly ask: AskModel
  isCancelled: boolean
  /** Tokens that were not sent yet. */
  tokens: Token[]
}

/** The model process without its process: hears messages and sends what comes of them. */
export class ModelHost {
  private readonly send: (message: FromModel) => void
  private model: Model | null = null
  private readonly asked = new Map<number, Asked>()
  private waiting: Asked[] = []
  private isAnswering = false
  private sentAt = 0

  constructor(send: (message: FromModel) => void) {
    this.send = send
  }

  hear(message: ToModel): void {
    if (message.t === 'load') this.report('The model was not loaded', this.load(message))
    if (message.t === 'try') this.report('It does not run the test graph', this.try(message))
    if (message.t === 'list') this.send({ t: 'listed', names: supportedNames() })
    if (message.t === 'cancel') this.cancel(message.id)
    if (message.t === 'ask') {
      const asked = { ask: message, isCancelled: false, tokens: [] }
      this.asked.set(message.id, asked)
      this.waiting.push(asked)
      if (!this.isAnswering) void this.answerAll()
    }
  }

  private report(what: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.send({ t: 'error', id: null, failure: failureOf(error, what) })
    })
  }

  private async load(load: LoadModel): Promise<void> {
    const { folder, cacheBytes } = load
    this.send({ t: 'loading', stage: 'tokenizer' })
    const texts = new Map<string, Promise<ModelText>>()
    const [codec = ''] = folder.codecs
    const text = openModelText(folder, codec)
    texts.set(codec, text)
    await text
    this.send({ t: 'loading', stage: 'graph' })
    const { session, provider, note } = await openOn(load)
    this.send({ t: 'loading', stage: 'first pass' })
    const loop = new DecodingLoop(session, cacheBytes)
    const passMs = await firstPass(loop, await text)
    this.model = { load, session, loop, texts }
    this.send({ t: 'loaded', loaded: { provider, note, passMs } })
  }

  private async try({ graph, decoder, provider }: TryProvider): Promise<void> {
    this.send({ t: 'tried', tried: await tryProvider(graph, decoder, provider) })
  }

  private cancel(id: number): void {
    const asked = this.asked.get(id)
    if (asked !== undefined) asked.isCancelled = true
  }

  /** Answers what waits, as much at once as may be, until nothing does. */
  private async answerAll(): Promise<void> {
    this.isAnswering = true
    try {
      while (this.waiting.length > 0) {
        const some = this.waiting.splice(0, this.model?.load.batch ?? 1)
        const wanted = await Promise.all(some.map((asked) => this.wantedOf(asked)))
        const ready = wanted.filter((one) => one !== null)
        try {
          await this.model?.loop.answer(ready)
        } catch (error) {
          for (const asked of some) this.fail(asked, error)
        }
        for (const asked of some) this.end(asked)
      }
    } finally {
      this.isAnswering = false
    }
  }

  /** What the loop needs for an answer; null where it is refused, which is told. */
  private async wantedOf(asked: Asked): Promise<WantedAnswer | null> {
    try {
      return await this.prepare(asked)
    } catch (error) {
      this.fail(asked, error)
      return null
    }
  }

  private async prepare(asked: Asked): Promise<WantedAnswer> {
    const { model } = this
    if (model === null) throw new ServiceError('unavailable', 'No model is loaded.')
    const { prompt, codec, decoding } = asked.ask
    const { folder } = model.load
    const text = await textOf(model, codec)
    const { ids } = text.tokenizer.tokenize(prompt)
    const { largestContext: reads } = folder.memory
    const room = reads - ids.length
    if (ids.length === 0) refuse('The prompt has no tokens, so there is nothing to go on from.')
    if (room < 1) {
      refuse(
        `The prompt has ${ids.length} tokens, and ${folder.name} reads ${reads}: take a trajectory with fewer steps, or one of a shorter program.`,
      )
    }
    const texts = new TokenTexts(text.tokenizer, ids)
    const maxTokens = Math.min(decoding.maxTokens, room)
    const constraint = decoding.constraint === 'codec' ? text.constrain(prompt) : null
    if (constraint !== null) requireRoom(constraint, maxTokens, codec)
    return {
      ids,
      decoding: { ...decoding, maxTokens },
      stops: text.stops,
      size: text.tokenizer.size,
      constraint,
      features: text.features(),
      isCancelled: () => asked.isCancelled,
      onToken: (token) => this.take(asked, tokenOf(token, texts)),
      onError: (error) => this.fail(asked, error),
      onPass: () => this.pace(asked),
    }
  }

  private take(asked: Asked, token: Token): void {
    asked.tokens.push(token)
    this.pace(asked)
  }

  /** Sends what has come, or that there is work, now and then. */
  private pace(asked: Asked): void {
    const now = performance.now()
    if (now - this.sentAt < PACE_MS) return
    this.sentAt = now
    if (asked.tokens.length === 0) this.send({ t: 'alive' })
    for (const one of this.asked.values()) this.flush(one)
  }

  private flush(asked: Asked): void {
    if (asked.tokens.length === 0) return
    this.send({ t: 'tokens', id: asked.ask.id, tokens: asked.tokens })
    asked.tokens = []
  }

  private fail({ ask: { id } }: Asked, error: unknown): void {
    if (!this.asked.delete(id)) return
    this.send({ t: 'error', id, failure: failureOf(error, 'The model gave no answer') })
  }

  private end(asked: Asked): void {
    const { id } = asked.ask
    if (!this.asked.has(id)) return
    this.flush(asked)
    this.asked.delete(id)
    this.send({ t: 'end', id })
  }
}

/** Refuses a limit that no answer within a constraint can keep. */
function requireRoom(constraint: TokenConstraint, most: number, codec: string): void {
  const least = constraint.soonest()
  if (least <= most) return
  refuse(
    `An answer in ${codec} takes ${formatNoun(least, 'token')} here at the least, and ${formatCount(most)} may come: raise the limit, or take a trajectory with fewer steps.`,
  )
}

function textOf({ texts, load }: Model, codec: string): Promise<ModelText> {
  const known = texts.get(codec) ?? openModelText(load.folder, codec)
  texts.set(codec, known)
  known.catch(() => texts.delete(codec))
  return known
}

function tokenOf({ id, logProbability, alternatives }: ChosenToken, texts: TokenTexts): Token {
  const others = alternatives.map((one) => ({ text: texts.textOf(one.id), ...one }))
  return { text: texts.push(id), id, logProbability, alternatives: others }
}

/** Bytes of weights up to which a second thread costs more than it does. */
const SMALL = 64e6

function threadsFor(weights: number): number {
  return weights <= SMALL ? 1 : availableParallelism()
}

/** On the provider that is asked for, or else on the processor, which every build has. */
async function openOn({ folder, provider, threads }: LoadModel) {
  const { graph, decoder } = folder
  const options = { threads: threads > 0 ? threads : threadsFor(folder.memory.weights) }
  try {
    return {
      session: await GraphSession.open(graph, decoder, { ...options, provider }),
      provider,
      note: null,
    }
  } catch (error) {
    if (provider === 'cpu') throw error
    const session = await GraphSession.open(graph, decoder, { ...options, provider: 'cpu' })
    const { message } = failureOf(error, `${provider} cannot run this model`)
    return { session, provider: 'cpu', note: `${message} It runs on the processor.` }
  }
}

/** Two tokens are read and one is made, so that a graph that never ends is found out before it is asked for anything. */
async function firstPass(loop: DecodingLoop, { tokenizer, features }: ModelText): Promise<number> {
  const began = performance.now()
  const failed: unknown[] = []
  await loop.answer([
    {
      ids: [0, 0],
      decoding: { mode: 'greedy', temperature: 1, topP: 1, seed: 0, maxTokens: 2 },
      ...{ stops: new Set<number>(), size: tokenizer.size, constraint: null, features: features() },
      isCancelled: () => false,
      onToken: () => {},
      onError: (error) => void failed.push(error),
      onPass: () => {},
    },
  ])
  if (failed.length > 0) throw failed[0]
  return performance.now() - began
}
