import { existsSync, readFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { HostPort } from '../../host-port.ts'
import type { Decoder } from '../model-folder/types.ts'
import { ModelProcess } from './model-process.ts'
import type { Tried } from './protocol.ts'

/** What can run a graph: its name, and where it can be; null is anywhere. */
interface Provider {
  readonly id: string
  readonly name: string
  readonly platforms: readonly string[] | null
}

const PROVIDERS: readonly Provider[] = [
  { id: 'cpu', name: 'CPU', platforms: null },
  { id: 'cuda', name: 'CUDA', platforms: ['linux', 'win32'] },
  { id: 'tensorrt', name: 'TensorRT', platforms: ['linux', 'win32'] },
  { id: 'webgpu', name: 'WebGPU', platforms: null },
  { id: 'coreml', name: 'CoreML', platforms: ['darwin'] },
  { id: 'dml', name: 'DirectML', platforms: ['win32'] },
]

const SYSTEMS: Readonly<Record<string, string>> = {
  linux: 'Linux',
  win32: 'Windows',
  darwin: 'macOS',
}

export interface ProviderRow {
  readonly provider: string
  readonly name: string
  /** Why it cannot be used, in one sentence; null where it can. */
  readonly reason: string | null
  /** Of the test graph; null where it did not run. */
  readonly tokensPerSecond: number | null
  readonly loadMs: number | null
}

export interface ProvidersOptions extends Pick<HostPort, 'fork'> {
  readonly resourcesDir: string
  readonly appVersion: string
}

/** Milliseconds that a try may take without a word. */
const PATIENCE = { start: 8000, load: 8000, answer: 8000 }

interface TestGraph {
  readonly graph: string
  readonly tokens: readonly number[]
}

/** Which providers work here: each is tried on a small graph in a process of its own, which may crash. */
export class Providers {
  private readonly options: ProvidersOptions
  private rows: Promise<ProviderRow[]> | null = null

  constructor(options: ProvidersOptions) {
    this.options = options
  }

  /** Every provider; found out once, or anew. */
  async all(options: { readonly anew: boolean }): Promise<readonly ProviderRow[]> {
    if (options.anew) this.rows = null
    this.rows ??= this.tryAll()
    this.rows.catch(() => {
      this.rows = null
    })
    return this.rows
  }

  /** The fastest of those that give the right tokens; the processor where none does. */
  async best(): Promise<string> {
    const rows = await this.all({ anew: false }).catch(() => [])
    return bestOf(rows).provider
  }

  private async tryAll(): Promise<ProviderRow[]> {
    const graph = testGraph(this.options.resourcesDir)
    const built = await this.built()
    const rows: ProviderRow[] = []
    for (const { id, name, platforms } of PROVIDERS) {
      const reason = absence({ id, name, platforms }, built)
      rows.push(
        reason === null
          ? await this.tryOne({ id, name }, graph)
          : { provider: id, name, reason, tokensPerSecond: null, loadMs: null },
      )
    }
    return rows
  }

  /** Providers that onnxruntime was built with here. */
  private async built(): Promise<readonly string[]> {
    const process = this.start('onnxruntime')
    try {
      return (await process.request({ t: 'list' }, 'listed')).names
    } finally {
      process.kill(new ServiceError('cancelled', 'The try is over.'))
    }
  }

  private async tryOne(
    { id, name }: { readonly id: string; readonly name: string },
    { graph, tokens }: TestGraph,
  ): Promise<ProviderRow> {
    const process = this.start(name)
    try {
      const message = { t: 'try', graph, decoder: TEST_DECODER, provider: id } as const
      const { tried } = await process.request(message, 'tried')
      return { provider: id, name, ...judge(tried, tokens) }
    } catch (error) {
      const { message } = error as Error
      return { provider: id, name, reason: message, tokensPerSecond: null, loadMs: null }
    } finally {
      process.kill(new ServiceError('cancelled', 'The try is over.'))
    }
  }

  private start(name: string): ModelProcess {
    const { fork } = this.options
    return new ModelProcess(fork('model', []), { name, patience: PATIENCE, onStage: () => {} })
  }

  /** The rows as a text to copy, with what a reader of it needs to know of this machine. */
  textOf(rows: readonly ProviderRow[], tookMs: number): string {
    const [cpu] = cpus()
    const best = bestOf(rows)
    const lines = rows.map(({ name, reason, tokensPerSecond, loadMs }) =>
      reason === null
        ? `${name.padEnd(9)} works: ${Math.round(tokensPerSecond ?? 0)} tokens/s, loaded in ${Math.round(loadMs ?? 0)} ms`
        : `${name.padEnd(9)} cannot be used: ${reason}`,
    )
    return [
      `Neural Debugger Workbench ${this.options.appVersion}, self-test of the model runtime (onnxruntime-node)`,
      `${SYSTEMS[process.platform] ?? process.platform} ${release()} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`,
      ...lines,
      `Models run on ${best.name}${best.provider === 'cpu' ? ', as nothing else that works is faster' : ''}.`,
      `Took ${(tookMs / 1000).toFixed(1)} s.`,
    ].join('\n')
  }
}

/** Runs the tries anew and tells them as a text. */
export async function selfTest(
  providers: Providers,
): Promise<{ readonly rows: readonly ProviderRow[]; readonly text: string }> {
  const began = performance.now()
  const rows = await providers.all({ anew: true })
  return { rows, text: providers.textOf(rows, performance.now() - began) }
}

function bestOf(rows: readonly ProviderRow[]): {
  readonly provider: string
  readonly name: string
} {
  const usable = rows.filter(({ reason }) => reason === null)
  const [best] = [...usable].sort((a, b) => (b.tokensPerSecond ?? 0) - (a.tokensPerSecond ?? 0))
  return best ?? { provider: 'cpu', name: 'CPU' }
}

/** Why a provider is not even tried; null where it is. */
function absence({ id, name, platforms }: Provider, built: readonly string[]): string | null {
  const system = SYSTEMS[process.platform] ?? process.platform
  if (platforms !== null && !platforms.includes(process.platform)) {
    const where = platforms.map((one) => SYSTEMS[one] ?? one).join(' and ')
    return `${name} is for ${where}, and this is ${system}.`
  }
  if (!built.includes(id))
    return `onnxruntime for ${system} on ${process.arch} comes without ${name}.`
  const isLinux = process.platform === 'linux'
  const hasDevice = existsSync('/dev/dri') || existsSync('/dev/nvidia0')
  if (id === 'webgpu' && isLinux && !hasDevice) return 'There is no graphics device (/dev/dri).'
  if (id === 'cuda' || id === 'tensorrt') {
    if (isLinux && !existsSync('/dev/nvidia0')) return 'There is no NVIDIA device (/dev/nvidia0).'
  }
  return null
}

function judge(tried: Tried, expected: readonly number[]) {
  const { tokens, loadMs, tokensPerSecond } = tried
  const isRight = tokens.length === expected.length && tokens.every((id, at) => id === expected[at])
  if (isRight) return { reason: null, tokensPerSecond, loadMs }
  const reason = 'It gives other tokens for the test graph than were computed for it.'
  return { reason, tokensPerSecond: null, loadMs: null }
}

function testGraph(resourcesDir: string): TestGraph {
  const folder = join(resourcesDir, 'self-test')
  const { tokens } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
    readonly tokens: readonly number[]
  }
  return { graph: join(folder, 'model.onnx'), tokens }
}

/** The bundled graph: random weights, three layers, exported as Hugging Face's tools do. */
const LAYERS = 3
const TEST_DECODER: Decoder = {
  inputIds: { name: 'input_ids', type: 'int64', shape: ['batch_size', 'sequence_length'] },
  attentionMask: {
    ...{ name: 'attention_mask', type: 'int64' },
    shape: ['batch_size', 'total_sequence_length'],
  },
  positionIds: { name: 'position_ids', type: 'int64', shape: ['batch_size', 'sequence_length'] },
  cache: {
    layers: Array.from({ length: LAYERS }, (_, layer) => ({
      pastKey: `past_key_values.${layer}.key`,
      pastValue: `past_key_values.${layer}.value`,
      presentKey: `present.${layer}.key`,
      presentValue: `present.${layer}.value`,
    })),
    ...{ type: 'float32', heads: 2, headSize: 32 },
  },
  features: [],
  logits: { name: 'logits', type: 'float32', shape: ['batch_size', 'sequence_length', 512] },
  batch: null,
  vocabulary: 512,
}
