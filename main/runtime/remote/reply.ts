import { quoted, RemoteFailure } from './failure.ts'
import type { ToldToken } from './tokens.ts'

/** One part of an answer that is streamed, or all of one that is not. */
export interface ReplyPart {
  readonly text: string
  /** Null where the server tells no probabilities. */
  readonly tokens: readonly ToldToken[] | null
  /** `stop`, `length`, or another word of the server; null while it goes on. */
  readonly finish: string | null
  /** What stopped it: a text that was asked for; null where it does not tell, or stopped by itself. */
  readonly stop: string | null
  /** It would tell what stopped it. */
  readonly tellsStop: boolean
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' ? value : other

/** What a server writes for a probability of nothing, and what it rounds above one, mean 0 and 1. */
function logProbability(value: unknown): number | null {
  return typeof value === 'number' ? Math.min(0, value) : null
}

/** The object of a reply, or of an event in it. */
export function readJson(json: string, origin: string, key: string | null): Fields {
  const value = parsed(json)
  if (isFields(value)) return value
  throw new RemoteFailure({
    hop: 'protocol',
    message: `${origin} answered with what is no JSON object: "${quoted(json, key)}"; it may not be a completions server.`,
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** What a server says of an error, in any of the shapes that are in use; null where it is none. */
export function errorOf(fields: Fields): { message: string; code: number | null } | null {
  const { error, object, message, detail, code } = fields
  if (isFields(error)) {
    const status = typeof error.code === 'number' ? error.code : null
    return { message: textOr(error.message, JSON.stringify(error)), code: status }
  }
  if (typeof error === 'string') return { message: error, code: null }
  if (object === 'error') {
    return { message: textOr(message, ''), code: typeof code === 'number' ? code : null }
  }
  if (detail !== undefined && fields.choices === undefined) {
    return { message: textOr(detail, JSON.stringify(detail)), code: null }
  }
  return null
}

/** Reads a part of a completion; null where it holds no choice, as a last part with the usage does. */
export function readPart(fields: Fields, origin: string): ReplyPart | null {
  const choices = fields.choices
  const [choice] = list(choices)
  if (Array.isArray(choices) && choices.length === 0) return null
  if (!isFields(choice) || (choice.text !== undefined && typeof choice.text !== 'string')) {
    throw new RemoteFailure({
      hop: 'protocol',
      message: `${origin} answered with JSON that is no completion; it may offer chat only, which this program does not use.`,
    })
  }
  const stops = ['stop_reason', 'matched_stop'].filter((name) => Object.hasOwn(choice, name))
  const stop = stops.map((name) => choice[name]).find((one) => typeof one === 'string')
  return {
    text: textOr(choice.text, ''),
    tokens: tokensOf(choice.logprobs),
    finish: textOr(choice.finish_reason, '') || null,
    stop: textOr(stop, null),
    tellsStop: stops.length > 0,
  }
}

function tokensOf(logprobs: unknown): ToldToken[] | null {
  if (!isFields(logprobs)) return null
  if (Array.isArray(logprobs.content)) return logprobs.content.filter(isFields).map(contentToken)
  if (!Array.isArray(logprobs.tokens)) return null
  const values = list(logprobs.token_logprobs)
  const tops = list(logprobs.top_logprobs)
  return logprobs.tokens.map((text, at) => {
    const top = tops[at]
    const alternatives = isFields(top) ? Object.entries(top).map(alternative) : []
    return {
      text: textOr(text, ''),
      bytes: null,
      logProbability: logProbability(values[at]),
      ...(alternatives.length === 0 ? {} : { alternatives: sorted(alternatives) }),
    }
  })
}

/** The shape of chat completions, which llama.cpp uses for all. */
function contentToken(told: Fields): ToldToken {
  const alternatives = list(told.top_logprobs)
    .filter(isFields)
    .map((one) => alternative([textOr(one.token, ''), one.logprob]))
  const bytes = list(told.bytes).filter((one) => typeof one === 'number')
  return {
    text: textOr(told.token, ''),
    bytes: bytes.length === 0 ? null : bytes,
    logProbability: logProbability(told.logprob),
    ...(alternatives.length === 0 ? {} : { alternatives: sorted(alternatives) }),
  }
}

function alternative([text, value]: readonly [string, unknown]) {
  return { text, logProbability: logProbability(value) ?? Number.NEGATIVE_INFINITY }
}

function sorted<T extends { readonly logProbability: number }>(alternatives: T[]): T[] {
  return alternatives
    .filter((one) => Number.isFinite(one.logProbability))
    .sort((a, b) => b.logProbability - a.logProbability)
}
