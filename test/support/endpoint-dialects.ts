import type { CompletionBody } from './endpoint-simulator.ts'

/** Servers differ in what comes beside the text; `llama` is llama.cpp. */
export type Dialect = 'vllm' | 'sglang' | 'llama' | 'tgi'

/** A token as a model has it: text, or bytes where it is a piece of a character. */
export type ScriptedToken = string | Uint8Array

export const END_OF_TEXT = '<|end_of_text|>'

const bytesOf = (token: ScriptedToken): Uint8Array =>
  typeof token === 'string' ? new TextEncoder().encode(token) : token
const shown = (token: ScriptedToken): string => Buffer.from(bytesOf(token)).toString()

/** A probability that depends on the place alone, so that tests can say it again. */
export function scriptedProbability(at: number): number {
  return -0.01 * (1 + (at % 50))
}

interface Part {
  readonly text: string
  readonly tokens: readonly { readonly token: ScriptedToken; readonly at: number }[]
}

/** One answer in the way of one kind of server: cut at a stop, streamed token by token. */
export class Completion {
  readonly dialect: Dialect
  private readonly body: CompletionBody
  private readonly parts: readonly Part[]
  private readonly finish: 'stop' | 'length'
  /** The text that stopped it; null where the model ended by itself, or was cut at its length. */
  private readonly stop: string | null

  constructor(dialect: Dialect, body: CompletionBody, tokens: readonly ScriptedToken[]) {
    this.dialect = dialect
    this.body = body
    const { kept, stop, isEnded } = this.cut(tokens.slice(0, body.max_tokens))
    this.stop = stop
    this.finish = stop !== null || isEnded ? 'stop' : 'length'
    this.parts = partsOf(kept, (token) => this.shows(token))
  }

  /** Events of the stream, the end among them. */
  events(): string[] {
    const parts = this.parts.map((part, at) => this.event(part, at === this.parts.length - 1))
    const all = parts.length === 0 ? [this.event({ text: '', tokens: [] }, true)] : parts
    return [...all, 'data: [DONE]\n\n']
  }

  private cut(tokens: readonly ScriptedToken[]) {
    const { stop: stops = [] } = this.body
    const kept: ScriptedToken[] = []
    for (const token of tokens) {
      const stop = stops.find((one) => shown(token) === one)
      if (stop !== undefined) {
        if (this.showsStop()) kept.push(token)
        return { kept, stop, isEnded: true }
      }
      // A model's own end is shown by none but those that were asked for special tokens and know how.
      if (token === END_OF_TEXT) return { kept, stop: null, isEnded: true }
      kept.push(token)
    }
    return { kept, stop: null, isEnded: tokens.length < this.body.max_tokens }
  }

  /** llama.cpp keeps special tokens to itself unless it is asked for them by name. */
  private shows(token: ScriptedToken): boolean {
    if (this.dialect !== 'llama' || !/^<\|\w+\|>$/.test(shown(token))) return true
    const preserved = this.body.preserved_tokens
    return Array.isArray(preserved) && preserved.includes(shown(token))
  }

  private showsStop(): boolean {
    if (this.dialect === 'vllm') return this.body.include_stop_str_in_output === true
    return this.dialect === 'sglang' && this.body.no_stop_trim === true
  }

  private event({ text, tokens }: Part, isLast: boolean): string {
    const logprobs =
      this.body.logprobs === undefined || this.dialect === 'tgi' ? null : this.logprobs(tokens)
    const choice = {
      ...{ index: 0, text, logprobs },
      finish_reason: isLast ? this.finish : null,
      ...(this.dialect === 'vllm' ? { stop_reason: isLast ? this.stop : null } : {}),
      ...(this.dialect === 'sglang' ? { matched_stop: isLast ? this.stop : null } : {}),
    }
    const { model } = this.body
    const event = { id: 'cmpl-1', object: 'text_completion', model, choices: [choice] }
    return `data: ${JSON.stringify(event)}\n\n`
  }

  private logprobs(tokens: Part['tokens']) {
    const other = (at: number): number => scriptedProbability(at) - 3
    if (this.dialect === 'llama') {
      return {
        content: tokens.map(({ token, at }) => ({
          ...{ token: whole(token) ?? '', bytes: [...bytesOf(token)] },
          logprob: scriptedProbability(at),
          top_logprobs: [
            { token: whole(token) ?? '', logprob: scriptedProbability(at) },
            { token: 'other', bytes: [111], logprob: other(at) },
          ],
        })),
      }
    }
    return {
      tokens: tokens.map(({ token }) => shown(token)),
      token_logprobs: tokens.map(({ at }) => scriptedProbability(at)),
      top_logprobs: tokens.map(({ token, at }) => ({
        other: other(at),
        [shown(token)]: scriptedProbability(at),
      })),
      text_offset: tokens.map(() => 0),
    }
  }
}

function whole(token: ScriptedToken): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(token))
  } catch {
    return null
  }
}

/** One part a token; the text of a character comes with its last piece, as servers do it. */
function partsOf(
  tokens: readonly ScriptedToken[],
  shows: (token: ScriptedToken) => boolean,
): Part[] {
  const decoder = new TextDecoder()
  return tokens.map((token, at) => ({
    text: shows(token) ? decoder.decode(bytesOf(token), { stream: true }) : '',
    tokens: [{ token, at }],
  }))
}
