import type { HttpReply } from './connection.ts'
import { quoted, RemoteFailure } from './failure.ts'
import { errorOf, readJson } from './reply.ts'
import { retryAfter } from './retry.ts'
import { wholeText } from './sse.ts'

interface Asked {
  readonly origin: string
  /** To keep it out of what is told. */
  readonly key: string | null
  readonly model: string | null
  /** Below `/v1/`. */
  readonly path: string
}

const ERROR_LIMIT = 64 * 1024
const PASSING = [408, 425, 429, 500, 502, 503, 504]

/** What an answer means that is not the one asked for; its body is read, up to a limit, for what the server says. */
export async function httpFailure(reply: HttpReply, asked: Asked): Promise<RemoteFailure> {
  const { status, headers } = reply
  const said = await saidIn(reply, asked)
  const retryAfterMs = retryAfter(headers['retry-after'], Date.now())
  const isPassing = PASSING.includes(status)
  const { hop, message } = told(status, said, { ...asked, location: headers.location })
  return new RemoteFailure({ hop, message, isPassing, retryAfterMs, status })
}

async function saidIn(reply: HttpReply, { origin, key }: Asked): Promise<string> {
  try {
    const text = await wholeText(reply.body, ERROR_LIMIT)
    const isJson = /^\s*\{/.test(text)
    return quoted((isJson ? errorOf(readJson(text, origin, key))?.message : null) ?? text, key)
  } catch {
    reply.destroy()
    return ''
  }
}

function told(
  status: number,
  said: string,
  { origin, key, model, path, location }: Asked & { readonly location: string | undefined },
): Pick<RemoteFailure, 'hop' | 'message'> {
  const quote = said === '' || /^</.test(said) ? '' : ` It says: "${said}".`
  if (status >= 300 && status < 400) {
    const to = location === undefined ? 'another place' : quoted(location, key)
    return {
      hop: 'HTTP',
      message: `${origin} sends us on to ${to} (HTTP ${status}), which is not followed, since the key is for ${origin} alone; add the final address itself.`,
    }
  }
  if (status === 401 || status === 403) {
    const why =
      key === null
        ? 'wants a key, and none is kept for it; give it under Models, or with ndw models key NAME'
        : 'refuses the key that is kept for it; give another under Models, or with ndw models key NAME'
    return { hop: 'auth', message: `${origin} ${why} (HTTP ${status}).${quote}` }
  }
  if (status === 404 && model !== null && /model/i.test(said)) {
    return { hop: 'model', message: `${origin} has no model ${model} (HTTP 404).${quote}` }
  }
  if (status === 404 || status === 405) {
    return {
      hop: 'protocol',
      message: `${origin} has no /v1/${path} (HTTP ${status}); check the address, and that the server offers completions.${quote}`,
    }
  }
  if (status === 429) {
    return { hop: 'HTTP', message: `${origin} is asked too much at a time (HTTP 429).${quote}` }
  }
  if (status >= 500) {
    return { hop: 'HTTP', message: `${origin} failed by itself (HTTP ${status}).${quote}` }
  }
  return { hop: 'HTTP', message: `${origin} refuses the request (HTTP ${status}).${quote}` }
}
