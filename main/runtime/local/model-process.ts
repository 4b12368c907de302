import type { Decoding, Token } from '../../../shared/model/engine.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { Child } from '../../host-port.ts'
import {
  errorOf,
  type FromModel,
  isFromModel,
  type Loaded,
  type LoadStage,
  type ToModel,
} from './protocol.ts'

/** Milliseconds without a word of a process at work after which it is ended. */
export interface Patience {
  /** From its start until it hears. */
  readonly start: number
  /** Within a stage of loading; the first pass is one of them. */
  readonly load: number
  readonly answer: number
}

export interface ModelAsk {
  readonly prompt: string
  readonly codec: string
  readonly decoding: Decoding
}

/** What a process says of itself when it comes to an end without being asked to. */
interface Ending {
  readonly name: string
  readonly patience: Patience
  readonly onStage: (stage: LoadStage) => void
}

/** Tokens of one answer as they come. */
class Answers {
  private tokens: Token[] = []
  private hasEnded = false
  private error: ServiceError | null = null
  private wake: (() => void) | null = null

  add(tokens: readonly Token[]): void {
    this.tokens.push(...tokens)
    this.wake?.()
  }

  end(error: ServiceError | null): void {
    this.hasEnded = true
    this.error ??= error
    this.wake?.()
  }

  async *all(): AsyncGenerator<Token> {
    for (;;) {
      const some = this.tokens
      this.tokens = []
      yield* some
      if (this.tokens.length > 0) continue
      if (this.error !== null) throw this.error
      if (this.hasEnded) return
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }
}

/** The process died, and nobody asked it to. */
export class ModelDied extends ServiceError {}

/**
 * One process with one model, or on a try. A pass hears nothing, so one that takes too long is ended with the process,
 * and all that waits for it is told in a sentence.
 */
export class ModelProcess {
  private readonly child: Child
  private readonly about: Ending
  private readonly answers = new Map<number, Answers>()
  private nextId = 1
  private timer: NodeJS.Timeout | null = null
  private patience: { readonly ms: number; readonly sentence: string } | null = null
  private ended: ServiceError | null = null
  private readonly idle: (() => void)[] = []
  /** Waits for the one thing that is no answer: a load, a try or a list. */
  private settle: ((message: FromModel | ServiceError) => void) | null = null

  constructor(child: Child, about: Ending) {
    this.child = child
    this.about = about
    const { name, patience } = about
    this.expect(
      patience.start,
      `The process for ${name} did not start within ${seconds(patience.start)}.`,
    )
    child.wire.onMessage((message) => {
      if (isFromModel(message)) this.hear(message)
    })
    child.wire.onClose(() =>
      this.stop(new ModelDied('unavailable', `The process of ${name} ended unexpectedly.`)),
    )
  }

  get isDead(): boolean {
    return this.ended !== null
  }

  get isBusy(): boolean {
    return this.answers.size > 0
  }

  /** Resolves once no answer is under way. */
  async whenIdle(): Promise<void> {
    if (!this.isBusy) return
    await new Promise<void>((resolve) => this.idle.push(resolve))
  }

  /** Sends what is answered once, by `loaded`, `tried` or `listed`. */
  request<T extends 'loaded' | 'tried' | 'listed'>(
    message: ToModel,
    answer: T,
  ): Promise<Extract<FromModel, { readonly t: T }>> {
    const { name, patience } = this.about
    return new Promise((resolve, reject) => {
      if (this.ended !== null) return reject(this.ended)
      this.expect(
        patience.load,
        `Loading ${name} took longer than ${seconds(patience.load)} in one step and was stopped.`,
      )
      this.settle = (reply) => {
        if (reply instanceof ServiceError) reject(reply)
        else if (reply.t === answer) resolve(reply as Extract<FromModel, { readonly t: T }>)
      }
      this.child.wire.post(message)
    })
  }

  async load(message: Extract<ToModel, { readonly t: 'load' }>): Promise<Loaded> {
    return (await this.request(message, 'loaded')).loaded
  }

  /** The tokens of an answer. Ends at once where the signal is aborted, though the pass that runs goes on. */
  async *ask(ask: ModelAsk, signal: Signal): AsyncGenerator<Token> {
    if (this.ended !== null) throw this.ended
    if (signal.aborted) return
    const id = this.nextId++
    const answers = new Answers()
    const stop = (): void => {
      this.child.wire.post({ t: 'cancel', id })
      answers.end(null)
    }
    this.answers.set(id, answers)
    this.expectAnswer()
    this.child.wire.post({ t: 'ask', id, ...ask })
    signal.addEventListener('abort', stop, { once: true })
    try {
      yield* answers.all()
    } finally {
      signal.removeEventListener('abort', stop)
      // Left early by who reads it; the process says `end` once it is free.
      if (this.answers.has(id)) this.child.wire.post({ t: 'cancel', id })
    }
  }

  /** Ends the process; its memory is free once its wire closes. */
  kill(reason: ServiceError): void {
    this.stop(reason)
  }

  private hear(message: FromModel): void {
    if (this.ended !== null) return
    this.restartTimer()
    switch (message.t) {
      case 'ready':
        if (this.settle === null) this.rest()
        break
      case 'loading':
        this.about.onStage(message.stage)
        break
      case 'tokens':
        this.answers.get(message.id)?.add(message.tokens)
        break
      case 'end':
        this.finish(message.id, null)
        break
      case 'error':
        if (message.id === null) this.settled(errorOf(message.failure))
        else this.finish(message.id, errorOf(message.failure))
        break
      case 'loaded':
      case 'tried':
      case 'listed':
        this.settled(message)
        break
      case 'alive':
    }
  }

  private settled(reply: FromModel | ServiceError): void {
    const { settle } = this
    this.settle = null
    this.rest()
    settle?.(reply)
  }

  private finish(id: number, error: ServiceError | null): void {
    const answers = this.answers.get(id)
    this.answers.delete(id)
    if (!this.isBusy) {
      this.rest()
      for (const resolve of this.idle.splice(0)) resolve()
    }
    answers?.end(error)
  }

  private stop(reason: ServiceError): void {
    if (this.ended !== null) return
    this.ended = reason
    this.rest()
    this.child.kill()
    this.child.wire.close()
    this.settled(reason)
    for (const id of [...this.answers.keys()]) this.finish(id, reason)
  }

  private expectAnswer(): void {
    const { name, patience } = this.about
    this.expect(
      patience.answer,
      `${name} took longer than ${seconds(patience.answer)} for one pass and was stopped; its graph may never end.`,
    )
  }

  private expect(ms: number, sentence: string): void {
    this.patience = { ms, sentence }
    this.restartTimer()
  }

  private restartTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    const { patience } = this
    if (patience === null) return
    this.timer = setTimeout(
      () => this.stop(new ServiceError('unavailable', patience.sentence)),
      patience.ms,
    )
  }

  /** Nothing is expected. */
  private rest(): void {
    this.patience = null
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} seconds`
}
