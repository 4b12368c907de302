import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Child, HostPort } from '../../main/host-port.ts'
import { forkChild } from '../../main/hosts/node/fork-child.ts'
import { LocalRuntime, type LocalRuntimeOptions } from '../../main/runtime/local/local-runtime.ts'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Codec } from '../../shared/grammar/types.ts'
import type { Decoding, PredictRequest } from '../../shared/model/engine.ts'
import { GRAPH_FILE } from './decoder-graph.ts'
import { ROOT } from './ndw.ts'
import { CARD } from './small-models.ts'

/** Its graph has 512 logits, and slots@1 has 509 tokens: enough to write in it, if nothing that is true. */
export function writeRandomModel(folder: string): string {
  mkdirSync(folder, { recursive: true })
  copyFileSync(GRAPH_FILE, join(folder, 'model.onnx'))
  copyFileSync(join(GRAPH_FILE, '..', 'config.json'), join(folder, 'config.json'))
  writeFileSync(join(folder, 'workbench.json'), JSON.stringify(CARD))
  return folder
}

/** The runtime in real processes, and those that were started. */
export interface RuntimeBench {
  readonly runtime: LocalRuntime
  readonly children: Child[]
  readonly warnings: string[]
}

/** On the processor alone, as no try need be waited for. */
export function openRuntime(loading: LocalRuntimeOptions['loading'] = {}): RuntimeBench {
  const children: Child[] = []
  const warnings: string[] = []
  const fork: HostPort['fork'] = (entry, args) => {
    const child = forkChild(join(ROOT, 'dist', 'main'), entry, args)
    children.push(child)
    return child
  }
  const runtime = new LocalRuntime({
    fork,
    log: (level, message) => {
      if (level !== 'info') warnings.push(message)
    },
    resourcesDir: join(ROOT, 'resources'),
    appVersion: '0.0.0',
    loading: { threads: 1, ...loading },
  })
  return { runtime, children, warnings }
}

export function modelRequest(
  prompt: string,
  decoding: Partial<Decoding> = {},
  codec: Codec = SLOTS_1,
): PredictRequest {
  const usual = { mode: 'greedy', temperature: 1, topP: 1, seed: 0, maxTokens: 60 } as const
  return { prompt, codec, decoding: { ...usual, ...decoding }, truth: null }
}
