import { isIP } from 'node:net'
import type { Engine } from '../../../shared/model/engine.ts'
import { ServiceError, type Signal } from '../../../shared/rpc/wire.ts'
import type { HostPort } from '../../host-port.ts'
import type { EngineSource } from '../engine-source.ts'
import type { AddedModel } from '../model-list.ts'
import { checkTarget, parseAddress } from './address.ts'
import { Connection, type ConnectionOptions, DEADLINES, type Deadlines } from './connection.ts'
import { type Asker, RemoteEngine } from './engine.ts'
import { type Examined, type ExamineOptions, examine } from './examine.ts'
import { RETRY_RULES, type RetryRules } from './retry.ts'

export type RemoteModel = AddedModel & { readonly kind: 'remote' }

export interface RemoteOptions extends Pick<HostPort, 'log' | 'secrets'> {
  readonly deadlines?: Deadlines
  readonly rules?: RetryRules
  readonly resolve?: ConnectionOptions['resolve']
}

interface Known {
  readonly connection: Connection
  readonly examined: Examined
  readonly asker: Asker
  /** On the monotonic clock. */
  readonly at: number
}

/** What a server was found to be is taken for true so long, in milliseconds. */
const KNOWN_MS = 300_000
const NEVER: Signal = new AbortController().signal

/** Servers that the user added, asked over the network; nothing is sent before one is checked or used. */
export class RemoteSource implements EngineSource<RemoteModel> {
  private readonly options: RemoteOptions
  private readonly known = new Map<string, Known>()
  /** Why the last try to reach a model failed. */
  private readonly failed = new Map<string, string>()

  constructor(options: RemoteOptions) {
    this.options = options
  }

  /** Only the address: a server that is not running now, or wants a key first, can be added. */
  async check({ url, privateAllowed }: RemoteModel): Promise<void> {
    const address = parseAddress(url)
    if (isIP(address.host) !== 0) checkTarget(address, address.host, { privateAllowed })
  }

  async describe(model: RemoteModel) {
    const known = this.known.get(keyOf(model))
    const reason = this.failed.get(keyOf(model)) ?? null
    const at = `at ${model.url}`
    if (known === undefined) return { about: `A completions server ${at}.`, reason }
    const { server, version, model: id, logProbabilities } = known.examined
    const named = version === null ? server : `${server} ${version}`
    const tells = logProbabilities ? 'with' : 'without'
    return { about: `${id} of ${named} ${at}, ${tells} log-probabilities.`, reason }
  }

  async open(model: RemoteModel): Promise<Engine> {
    const { asker, examined } = await this.reach(model)
    const { logProbabilities } = examined
    const capabilities = {
      logProbabilities,
      sampling: true,
      constrained: false,
      needsTruth: false,
    }
    const { about } = await this.describe(model)
    const identity = identityOf(model, examined)
    const info = {
      name: model.name,
      kind: 'remote',
      identity,
      about,
      mark: null,
      capabilities,
    } as const
    return new RemoteEngine(info, model.concurrency, asker)
  }

  /** Asks the server anew what it is; rejects with a RemoteFailure that names the hop. */
  async examine(model: RemoteModel, signal: Signal = NEVER): Promise<Examined> {
    await this.forget(model)
    return (await this.reach(model, signal)).examined
  }

  /** Drops the connections, with the key that they hold. */
  async forget(model: RemoteModel): Promise<void> {
    this.known.get(keyOf(model))?.connection.retire()
    this.known.delete(keyOf(model))
    this.failed.delete(keyOf(model))
  }

  async close(): Promise<void> {
    for (const { connection } of this.known.values()) connection.close()
    this.known.clear()
  }

  private async reach(model: RemoteModel, signal: Signal = NEVER): Promise<Known> {
    const key = keyOf(model)
    const before = this.known.get(key)
    if (before !== undefined && performance.now() - before.at < KNOWN_MS) return before
    const { rules = RETRY_RULES, log } = this.options
    const connection = before?.connection ?? this.connect(model)
    const onRetry: ExamineOptions['onRetry'] = ({ message }) =>
      log('info', `${model.name}: ${message} It is asked again.`)
    try {
      const asked = { model: model.model, rules, onRetry }
      const known = {
        ...(await examine(connection, asked, signal)),
        ...{ connection, at: performance.now() },
      }
      this.known.set(key, known)
      this.failed.delete(key)
      return known
    } catch (error) {
      connection.retire()
      this.known.delete(key)
      if (error instanceof ServiceError) this.failed.set(key, error.message)
      throw error
    }
  }

  private connect({ url, concurrency, privateAllowed }: RemoteModel): Connection {
    const { secrets, deadlines = DEADLINES, resolve } = this.options
    return new Connection({
      address: parseAddress(url),
      ...{ privateAllowed, concurrency, deadlines },
      keyOf: (origin) => secrets.get(origin),
      ...(resolve === undefined ? {} : { resolve }),
    })
  }
}

/** A model that was removed and added anew with other settings is another one. */
function keyOf(model: RemoteModel): string {
  return JSON.stringify(model)
}

/** What its predictions depend on, as far as the server tells. */
function identityOf({ url }: RemoteModel, examined: Examined): string {
  const { server, version, model, fingerprint } = examined
  const { base } = parseAddress(url)
  return [model, fingerprint, 'at', base, server, version].filter((part) => part !== null).join(' ')
}
