import { formatCount, formatDuration } from '../../../shared/base/words.ts'
import type { Signal } from '../../../shared/rpc/wire.ts'
import type { Connection } from './connection.ts'
import { Asker, type AskerOptions } from './engine.ts'
import { quoted, RemoteFailure } from './failure.ts'
import { httpFailure } from './http-failure.ts'
import { readJson } from './reply.ts'
import { wholeText } from './sse.ts'

/** What a server says of itself, and what it was seen to do. */
export interface Examined {
  /** `vLLM`, `llama.cpp`, `SGLang`, `TGI`, or what it calls itself. */
  readonly server: string
  readonly version: string | null
  /** Models that it offers. */
  readonly models: readonly string[]
  /** The one that is asked. */
  readonly model: string
  /** What tells this model from others of its name, as far as the server says. */
  readonly fingerprint: string | null
  readonly logProbabilities: boolean
  /** Tokens that a prompt and its answer may have. */
  readonly contextLength: number | null
  readonly endToken: string | null
  /** Milliseconds until the answer of one token was there. */
  readonly answerMs: number
}

type Fields = Readonly<Record<string, unknown>>

/** A listing of models is small. */
const LIMIT = 4 * 1024 * 1024
const MODELS_SHOWN = 10

export interface ExamineOptions extends Pick<AskerOptions, 'rules' | 'onRetry'> {
  /** Null for the only one that the server has. */
  readonly model: string | null
}

/**
 * Asks a server what it is and offers, and for one token. The asker knows from then on in which way this server takes
 * requests. Rejects with a RemoteFailure that names the hop.
 */
export async function examine(
  connection: Connection,
  { model: wanted, ...rules }: ExamineOptions,
  signal: Signal,
): Promise<{ readonly examined: Examined; readonly asker: Asker }> {
  const { origin } = connection.options.address
  const listed = await listing(connection, signal)
  const rows = (Array.isArray(listed.fields.data) ? listed.fields.data : []).filter(isFields)
  const models = rows.map(({ id }) => id).filter((id) => typeof id === 'string')
  const model = chosen(models, wanted, origin)
  const row = rows.find(({ id }) => id === model) ?? {}
  const about = await aboutServer(connection, { row, banner: listed.banner }, signal)
  const asker = new Asker({ connection, model, ...rules, endToken: about.endToken })
  const began = performance.now()
  const logProbabilities = await tellsProbabilities(asker, signal)
  const answerMs = performance.now() - began
  return { examined: { ...about, models, model, logProbabilities, answerMs }, asker }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function listing(connection: Connection, signal: Signal) {
  const { base, origin } = connection.options.address
  const url = `${base}/models`
  const reply = await connection.request({ method: 'GET', url, body: null }, signal)
  const key = await connection.key()
  if (reply.status !== 200) {
    throw await httpFailure(reply, { origin, key, model: null, path: 'models' })
  }
  const fields = readJson(await wholeText(reply.body, LIMIT), origin, key)
  return { fields, banner: quoted(String(reply.headers.server ?? ''), key) }
}

function chosen(models: readonly string[], wanted: string | null, origin: string): string {
  const shown = models.slice(0, MODELS_SHOWN).join(', ')
  const more = models.length > MODELS_SHOWN ? ` and ${models.length - MODELS_SHOWN} more` : ''
  const offers = models.length === 0 ? 'it names none' : `it offers ${shown}${more}`
  if (wanted !== null && (models.length === 0 || models.includes(wanted))) return wanted
  if (wanted !== null) {
    const message = `${origin} has no model ${wanted}; ${offers}. Name one of them when the model is added (--model).`
    throw new RemoteFailure({ hop: 'model', message })
  }
  const [only] = models
  if (only !== undefined && models.length === 1) return only
  throw new RemoteFailure({
    hop: 'model',
    message: `${origin} was given no model to answer with; ${offers}. Name one when the model is added (--model).`,
  })
}

type About = Pick<Examined, 'server' | 'version' | 'fingerprint' | 'contextLength' | 'endToken'>

/** Each server tells its version in a place of its own; one that tells none is known by what it calls itself. */
async function aboutServer(
  connection: Connection,
  { row, banner }: { readonly row: Fields; readonly banner: string },
  signal: Signal,
): Promise<About> {
  const ask = (path: string): Promise<Fields> => besides(connection, path, signal)
  const owner = textOf(row.owned_by) ?? ''
  const common = {
    fingerprint: null,
    contextLength: numberOf(row.max_model_len),
    endToken: null,
  }
  if (owner === 'vllm') {
    const version = textOf((await ask('/version')).version)
    return { ...common, server: 'vLLM', version, fingerprint: textOf(row.root) }
  }
  if (owner === 'sglang') {
    const info = await ask('/get_server_info')
    const version = textOf((info.version === undefined ? await ask('/server_info') : info).version)
    return { ...common, server: 'SGLang', version, fingerprint: textOf(row.root) }
  }
  if (owner === 'llamacpp' || /llama\.cpp/i.test(banner)) {
    const props = await ask('/props')
    const meta = isFields(row.meta) ? row.meta : {}
    const sizes = [meta.n_params, meta.size].filter((one) => typeof one === 'number')
    return {
      server: 'llama.cpp',
      version: textOf(props.build_info),
      fingerprint: sizes.length === 0 ? null : sizes.map((one) => formatCount(one)).join(' of '),
      contextLength: numberOf(meta.n_ctx ?? meta.n_ctx_train),
      endToken: textOf(props.eos_token),
    }
  }
  const info = await ask('/info')
  if (typeof info.model_id === 'string') {
    return {
      ...common,
      server: 'TGI',
      version: textOf(info.version),
      fingerprint: textOf(info.model_sha),
      contextLength: numberOf(info.max_total_tokens),
    }
  }
  return { ...common, server: banner === '' ? 'a completions server' : banner, version: null }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? quoted(value, null) : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null
}

/** What a place beside the interface answers; nothing where there is no such place. */
async function besides(connection: Connection, path: string, signal: Signal): Promise<Fields> {
  const { base, origin } = connection.options.address
  try {
    const url = base.replace(/\/v\d+$/, path)
    const reply = await connection.request({ method: 'GET', url, body: null }, signal)
    const text = await wholeText(reply.body, LIMIT)
    return reply.status === 200 ? readJson(text, origin, await connection.key()) : {}
  } catch (error) {
    if (error instanceof RemoteFailure) return {}
    throw error
  }
}

const PROBE = { mode: 'greedy', temperature: 0, topP: 1, seed: 0, maxTokens: 1 } as const

/** Asks for one token, which shows that completions are offered and what comes with them. */
async function tellsProbabilities(asker: Asker, signal: Signal): Promise<boolean> {
  let tells = false
  const asked = { prompt: 'def f(x):\n    return', decoding: PROBE, stops: [], specials: [] }
  for await (const { logProbability } of asker.ask(asked, signal)) {
    tells ||= logProbability !== null
  }
  return tells
}

/** What a check found, in a sentence. */
export function examinedWords({ server, version, model, ...found }: Examined): string {
  const named = version === null ? `${server}, which tells no version` : `${server} ${version}`
  const { logProbabilities, contextLength, answerMs } = found
  const context = contextLength === null ? '' : `, of up to ${formatCount(contextLength)} tokens`
  const tells = logProbabilities ? 'with' : 'without'
  return `${named} answers with ${model}${context}, ${tells} log-probabilities; one token took ${formatDuration(answerMs)}.`
}
