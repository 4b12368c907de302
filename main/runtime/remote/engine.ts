import { createHash } from 'node:crypto'
import {
  CUT,
  type Engine,
  type EngineInfo,
  type PredictRequest,
  type Token,
} from '../../../shared/model/engine.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import { type CompletionRequest, complete, type Ending, type Extras } from './completions.ts'
import type { Connection } from './connection.ts'
import { RemoteFailure } from './failure.ts'
import { beforeRetry, type RetryRules } from './retry.ts'

/** Ways to ask, tried in turn until a server takes one. */
const WAYS: readonly Extras[] = [
  { settings: true, logProbabilities: true },
  { settings: false, logProbabilities: true },
  { settings: true, logProbabilities: false },
  { settings: false, logProbabilities: false },
]

/** HTTP answers to a field that a server does not know. */
const UNKNOWN_FIELD = [400, 422]

/** Not at the limit of tokens; some servers tell a model's own end from the texts they were to stop at. */
const BY_ITSELF = ['stop', 'stop_sequence', 'eos_token']

export interface AskerOptions {
  readonly connection: Connection
  readonly model: string
  readonly rules: RetryRules
  /** The model's own end-of-text token, for servers that stop at it and do not show it. */
  readonly endToken: string | null
  readonly onRetry?: (failure: RemoteFailure) => void
}

/** What of a prediction is asked of a server. */
export type Asked = Pick<PredictRequest, 'prompt' | 'decoding'> & {
  readonly stops: readonly string[]
  readonly specials: readonly string[]
}

/** Asks one model of one server, in the way that this server takes; again where that is safe. */
export class Asker {
  private readonly options: AskerOptions
  /** Number of the way, and whether it has been taken. */
  private way = 0
  private isSettled = false
  /** The server does not tell which stop it met, so that it is stopped by us. */
  private stopsOurselves = false

  constructor(options: AskerOptions) {
    this.options = options
  }

  get extras(): Extras {
    return WAYS[this.way] ?? { settings: false, logProbabilities: false }
  }

  /**
   * The tokens of an answer. One that breaks off is asked for again, whole: what was given before must come again, as
   * greedy and seeded answers do, or it ends in a sentence.
   */
  async *ask(asked: Asked, signal: Signal): AsyncGenerator<Token> {
    const { rules, onRetry } = this.options
    const given: string[] = []
    for (let attempt = 1; ; attempt++) {
      const { way } = this
      try {
        for await (const tokens of this.goOn(asked, { given, attempt }, signal)) yield* tokens
        return
      } catch (error) {
        if (signal.aborted) throw error
        if (this.tryOtherWay(error, way)) {
          attempt--
          continue
        }
        await beforeRetry(error, { rules, attempt, signal })
        if (signal.aborted) throw error
        if (error instanceof RemoteFailure) onRetry?.(error)
      }
    }
  }

  /** Gives what comes after `given`, and adds it there. */
  private async *goOn(
    asked: Asked,
    { given, attempt }: { readonly given: string[]; readonly attempt: number },
    signal: Signal,
  ): AsyncGenerator<readonly Token[]> {
    let at = 0
    for await (const tokens of this.once(asked, attempt, signal)) {
      const known = given.slice(at, at + tokens.length)
      if (known.some((text, index) => tokens[index]?.text !== text)) throw this.differs()
      at += tokens.length
      const fresh = tokens.slice(known.length)
      for (const { text } of fresh) given.push(text)
      yield fresh
    }
    if (at < given.length) throw this.differs()
  }

  private async *once(
    asked: Asked,
    attempt: number,
    signal: Signal,
  ): AsyncGenerator<readonly Token[]> {
    const { connection, model } = this.options
    const { prompt, decoding, stops, specials } = asked
    const request: CompletionRequest = {
      ...{ model, prompt, decoding, specials, extras: this.extras },
      stops: this.stopsOurselves ? [] : stops,
      requestId: `ndw-${idOf(asked)}-${attempt}`,
    }
    const answer = complete(connection, request, signal)
    let text = ''
    try {
      for (;;) {
        const { done, value } = await answer.next()
        this.isSettled = true
        if (done) {
          yield this.lastOf(value, { text, request, asked })
          return
        }
        for (const token of value) text += token.text
        yield value
      }
    } finally {
      await answer.return({ finish: null, stop: null, tellsStop: true })
    }
  }

  /** What the server left out of its text: the stop, or that it came to the limit. */
  private lastOf(
    { finish, stop, tellsStop }: Ending,
    {
      text,
      request,
      asked,
    }: { readonly text: string; readonly request: CompletionRequest; readonly asked: Asked },
  ): readonly Token[] {
    if (finish === 'length') return [CUT]
    if (!BY_ITSELF.includes(finish ?? '') || asked.stops.some((one) => text.includes(one)))
      return []
    if (stop !== null && asked.stops.includes(stop)) return [{ text: stop, logProbability: null }]
    if (!tellsStop && finish !== 'eos_token' && request.stops.length > 0) {
      this.stopsOurselves = true
      throw new OtherStops()
    }
    const { endToken } = this.options
    return endToken === null ? [] : [{ text: endToken, logProbability: null }]
  }

  /** Whether the same is to be asked in another way than number `way`, which says nothing of the server's health. */
  private tryOtherWay(error: unknown, way: number): boolean {
    if (error instanceof OtherStops) return true
    if (!(error instanceof RemoteFailure)) return false
    if (!UNKNOWN_FIELD.includes(error.status ?? 0)) return false
    // Found meanwhile by another request.
    if (this.way !== way) return true
    if (this.isSettled || way === WAYS.length - 1) return false
    this.way++
    return true
  }

  private differs(): RemoteFailure {
    const { origin } = this.options.connection.options.address
    return new RemoteFailure({
      hop: 'reply',
      message: `${origin} broke off in an answer and, asked again, began another one; it keeps to no seed, so what it answered cannot be gone on with.`,
    })
  }
}

/** An answer that ended at a stop nobody named. */
class OtherStops extends Error {}

/** The same for the same request: what a server's log shows of all its tries. */
function idOf({ prompt, decoding }: Asked): string {
  const { mode, seed } = decoding
  return createHash('sha256').update(`${mode} ${seed} ${prompt}`).digest('hex').slice(0, 16)
}

/** A model behind an address. */
export class RemoteEngine implements Engine {
  readonly info: EngineInfo
  readonly concurrency: number
  private readonly asker: Asker

  constructor(info: EngineInfo, concurrency: number, asker: Asker) {
    this.info = info
    this.concurrency = concurrency
    this.asker = asker
  }

  predict({ prompt, decoding, codec }: PredictRequest, signal: Signal): AsyncIterable<Token> {
    const { stopTokens: stops, specialTokens: specials } = codec
    return this.asker.ask({ prompt, decoding, stops, specials }, signal)
  }
}
