import type { Decoding, Token } from '../../../shared/model/engine.ts'
import { ERROR_CODES, type ErrorCode, ServiceError } from '../../../shared/rpc/wire.ts'
import type { Decoder, ModelFolder } from '../model-folder/types.ts'

/** Loads a model; a process loads one and ends with it. */
export interface LoadModel {
  readonly t: 'load'
  readonly folder: ModelFolder
  /** In onnxruntime's words; where it fails, the processor is taken. */
  readonly provider: string
  readonly threads: number
  /** Answers that are made at once, at most. */
  readonly batch: number
  /** Bytes that may be kept of prompts that were read. */
  readonly cacheBytes: number
  /** Bytes of memory at which the process ends itself, without what is kept of prompts. */
  readonly mostMemory: number
}

export interface AskModel {
  readonly t: 'ask'
  readonly id: number
  readonly prompt: string
  readonly codec: string
  readonly decoding: Decoding
}

/** Runs a graph on a provider: a real try. */
export interface TryProvider {
  readonly t: 'try'
  /** Path of the graph. */
  readonly graph: string
  readonly decoder: Decoder
  readonly provider: string
}

export type ToModel =
  | LoadModel
  | AskModel
  | TryProvider
  | { readonly t: 'cancel'; readonly id: number }
  | { readonly t: 'list' }

export interface Loaded {
  /** The one that runs it. */
  readonly provider: string
  /** Why it is not the one that was asked for. */
  readonly note: string | null
  /** Milliseconds of a first pass. */
  readonly passMs: number
}

export interface Tried {
  readonly tokens: readonly number[]
  readonly loadMs: number
  readonly tokensPerSecond: number
}

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

export const LOAD_STAGES = ['tokenizer', 'graph', 'first pass'] as const
export type LoadStage = (typeof LOAD_STAGES)[number]

export type FromModel =
  | { readonly t: 'ready' }
  /** Still at work; sent at most a few times a second. */
  | { readonly t: 'alive' }
  | { readonly t: 'loading'; readonly stage: LoadStage }
  | { readonly t: 'loaded'; readonly loaded: Loaded }
  | { readonly t: 'tried'; readonly tried: Tried }
  | { readonly t: 'listed'; readonly names: readonly string[] }
  | { readonly t: 'tokens'; readonly id: number; readonly tokens: readonly Token[] }
  | { readonly t: 'end'; readonly id: number }
  /** Without an id, of what is no answer: loading, or a try. */
  | { readonly t: 'error'; readonly id: number | null; readonly failure: Failure }

export function isFromModel(message: unknown): message is FromModel {
  return typeof message === 'object' && message !== null && 't' in message
}

export function isToModel(message: unknown): message is ToModel {
  return isFromModel(message as never)
}

/** What onnxruntime says is long and of its inside: the first sentence is kept. */
export function failureOf(error: unknown, what: string): Failure {
  if (error instanceof ServiceError) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  const first = message.split('\n')[0]?.trim().slice(0, 300) ?? ''
  return { code: 'failed', message: `${what}: ${first.replace(/\.$/, '')}.` }
}

export function errorOf({ code, message }: Failure): ServiceError {
  return new ServiceError(ERROR_CODES.includes(code) ? code : 'failed', message)
}
