import type { EngineChoice, EngineRow } from '../../shared/contract/models.ts'
import type { Engine } from '../../shared/model/engine.ts'
import { NEXT_LINE } from '../../shared/model/next-line.ts'
import { parseRates, replayWithFaults } from '../../shared/model/replay-with-faults.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

const BASELINES: readonly Engine[] = [NEXT_LINE, replayWithFaults()]

/** What is no engine yet, and why. */
const MISSING: readonly EngineRow[] = [
  {
    name: 'a model folder',
    kind: 'local',
    about: 'A model of your own: model.onnx, tokenizer.json and config.json in one folder.',
    mark: null,
    reason: 'This version cannot run model files yet.',
  },
  {
    name: 'a completions server',
    kind: 'remote',
    about: 'A model behind an address: vLLM, llama.cpp, SGLang or TGI.',
    mark: null,
    reason: 'This version cannot ask servers yet.',
  },
]

/** Every engine, those that can be used first. */
export function listEngines(): EngineRow[] {
  const usable = BASELINES.map(({ info: { name, kind, about, mark } }) => ({
    ...{ name, kind, about, mark },
    reason: null,
  }))
  return [...usable, ...MISSING]
}

/** The engine that is asked for, set as it is asked; a ServiceError with one sentence where there is none such. */
export function engineFor({ model, faults }: EngineChoice): Engine {
  const engine = BASELINES.find(({ info }) => info.name === model)
  if (engine === undefined) {
    const known = BASELINES.map(({ info }) => info.name).join(' and ')
    throw new ServiceError(
      'not-found',
      `There is no model ${model}. This version has the baselines ${known}; it cannot run model files or ask servers yet.`,
    )
  }
  if (faults === null) return engine
  if (!engine.info.capabilities.needsTruth) {
    throw new ServiceError('bad-input', `${model} has no errors to plant; leave the faults out.`)
  }
  const rates = parseRates(faults)
  if (!rates.ok) throw new ServiceError('bad-input', rates.error)
  return replayWithFaults(rates.value)
}
