import type { Decoding, Token } from '../../../shared/model/engine.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { Connection, HttpReply, HttpRequest } from './connection.ts'
import { quoted, RemoteFailure } from './failure.ts'
import { httpFailure } from './http-failure.ts'
import { errorOf, type ReplyPart, readJson, readPart } from './reply.ts'
import { REPLY_LIMITS, SseReader, textOf, wholeText } from './sse.ts'
import { TokenAligner } from './tokens.ts'

/** Alternatives asked for at each token; servers allow from five on. */
const ALTERNATIVES = 5

/** What is asked beyond the fields that all servers know. A server that refuses one is asked without. */
export interface Extras {
  /** Special tokens as text, none of a model's own settings, the whole vocabulary to draw from. */
  readonly settings: boolean
  readonly logProbabilities: boolean
}

export interface CompletionRequest {
  readonly model: string
  readonly prompt: string
  readonly decoding: Decoding
  /** Texts that the server is to stop at; none where we stop it ourselves. */
  readonly stops: readonly string[]
  /** Special tokens of the codec, which a server may hide. */
  readonly specials: readonly string[]
  readonly extras: Extras
  /** Tells this try from others in the server's logs. */
  readonly requestId: string
}

/** How an answer ended. */
export interface Ending {
  readonly finish: string | null
  readonly stop: string | null
  readonly tellsStop: boolean
}

/**
 * Off are whatever the model's own settings are: only what is asked for decides, and the codec's special tokens must
 * come as text.
 */
const SETTINGS = {
  skip_special_tokens: false,
  spaces_between_special_tokens: false,
  include_stop_str_in_output: true,
  no_stop_trim: true,
  top_k: -1,
  min_p: 0,
  repetition_penalty: 1,
}

function bodyOf(request: CompletionRequest): string {
  const { model, prompt, decoding, stops, specials, extras } = request
  const isGreedy = decoding.mode === 'greedy'
  return JSON.stringify({
    ...{ model, prompt, stream: true, max_tokens: decoding.maxTokens },
    temperature: isGreedy ? 0 : decoding.temperature,
    top_p: isGreedy ? 1 : decoding.topP,
    // Some servers take the highest seed for none.
    seed: decoding.seed % 0x7fffffff,
    ...(stops.length === 0 ? {} : { stop: stops }),
    ...(extras.logProbabilities ? { logprobs: ALTERNATIVES } : {}),
    ...(extras.settings ? { ...SETTINGS, preserved_tokens: specials } : {}),
  })
}

/** What a server says of an answer that it does not finish. */
const GIVEN_UP = ['abort', 'error']

/** Bytes that may follow the last part of an answer, so that its connection can serve again. */
const REST_LIMIT = 64 * 1024

/**
 * Asks for one completion. Yields its tokens, as many at a time as came together, and returns how it ended; rejects
 * with a RemoteFailure.
 */
export async function* complete(
  connection: Connection,
  request: CompletionRequest,
  signal: Signal,
): AsyncGenerator<readonly Token[], Ending> {
  const { base, origin } = connection.options.address
  const asked: HttpRequest = {
    ...{ method: 'POST', url: `${base}/completions`, body: bodyOf(request) },
    requestId: request.requestId,
  }
  const reply = await connection.request(asked, signal)
  const key = await connection.key()
  if (reply.status !== 200) {
    throw await httpFailure(reply, { origin, key, model: request.model, path: 'completions' })
  }
  const parts = partsOf(reply, { origin, key })
  const aligner = new TokenAligner()
  let ending: Ending | null = null
  try {
    // Read by hand: leaving a loop over the parts would end the connection.
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      const tokens: Token[] = []
      for (const part of next.value) {
        tokens.push(...aligner.push(part.text, part.tokens))
        if (part.finish === null) continue
        if (GIVEN_UP.includes(part.finish)) throw broken(origin)
        ending = { finish: part.finish, stop: part.stop, tellsStop: part.tellsStop }
        tokens.push(...aligner.end())
        break
      }
      if (tokens.length > 0) yield tokens
      if (ending !== null) break
    }
    if (ending === null) throw broken(origin)
    return ending
  } finally {
    // A reader that has enough may leave before: what follows the last part is then but its end.
    if (ending === null) reply.destroy()
    else void drain(parts, reply)
  }
}

async function drain(parts: AsyncGenerator<ReplyPart[]>, reply: HttpReply): Promise<void> {
  try {
    let left = REST_LIMIT
    for await (const some of parts) {
      left -= some.reduce((sum, { text }) => sum + text.length + 256, 256)
      if (left < 0) reply.destroy()
    }
  } catch {
    // The answer was there; how its connection ends is of no account.
    reply.destroy()
  }
}

function broken(origin: string): RemoteFailure {
  return new RemoteFailure({
    hop: 'reply',
    isPassing: true,
    message: `${origin} ended an answer before it was finished.`,
  })
}

interface From {
  readonly origin: string
  readonly key: string | null
}

/** Parts of an answer as they come, streamed or, of a server that does not stream, whole. */
async function* partsOf(reply: HttpReply, from: From): AsyncGenerator<ReplyPart[]> {
  const type = reply.headers['content-type'] ?? ''
  const { origin } = from
  if (reply.headers['content-encoding'] !== undefined) {
    throw notAnswer(origin, 'a compressed answer, which was not asked for')
  }
  if (/^application\/json\b/i.test(type)) {
    const part = partOf(await wholeText(reply.body, REPLY_LIMITS.reply), from)
    if (part !== null) yield [part]
    return
  }
  if (!/^text\/event-stream\b/i.test(type)) {
    reply.destroy()
    const kind = type === '' ? 'no type' : `the type ${type.slice(0, 80)}`
    throw notAnswer(origin, `an answer of ${kind} instead of a stream of events`)
  }
  yield* streamed(reply, from)
}

async function* streamed(reply: HttpReply, from: From): AsyncGenerator<ReplyPart[]> {
  const reader = new SseReader(REPLY_LIMITS.line)
  for await (const text of textOf(reply.body, REPLY_LIMITS.reply)) {
    const events = reader.push(text).filter((event) => event.trim() !== '[DONE]')
    yield events.flatMap((event) => partOf(event, from) ?? [])
  }
}

function partOf(json: string, { origin, key }: From): ReplyPart | null {
  const fields = readJson(json, origin, key)
  const error = errorOf(fields)
  if (error === null) return readPart(fields, origin)
  throw new RemoteFailure({
    hop: 'reply',
    isPassing: error.code === null || error.code >= 500,
    message: `${origin} broke an answer off: "${quoted(error.message, key)}".`,
  })
}

function notAnswer(origin: string, what: string): RemoteFailure {
  return new RemoteFailure({
    hop: 'protocol',
    message: `${origin} gave ${what}; check that the address is that of a completions server.`,
  })
}
