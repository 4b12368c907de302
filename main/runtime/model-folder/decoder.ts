import { quoted, refuse } from '../refuse.ts'
import type { FeatureInput } from './card.ts'
import type { ModelConfig } from './config.ts'
import type { RawPort } from './port.ts'
import type { CachePorts, Decoder, FeaturePort, Port, PortType } from './types.ts'

const NAMES = /^(past_key_values|present)\.(\d{1,4})\.(key|value)$/
const EXPORT = 'export it as text-generation-with-past, or name its other inputs in workbench.json'

interface Parts {
  readonly inputs: readonly RawPort[]
  readonly outputs: readonly RawPort[]
  readonly config: ModelConfig
  /** Inputs that the codec fills, by name. */
  readonly features: ReadonlyMap<string, FeatureInput>
}

function no(what: string): never {
  return refuse(`model.onnx is no decoder that can be run here: ${what}.`)
}

function shapeWords(shape: RawPort['shape']): string {
  return `[${shape.map((dim) => dim ?? '?').join(', ')}]`
}

/** Takes a port for what it is to be: its types, and as many dimensions. */
function take(port: RawPort, types: readonly PortType[], rank: number): Port {
  const type = types.find((one) => one === port.type)
  if (type === undefined) {
    return no(`${quoted(port.name)} is ${port.type}, and should be ${types.join(' or ')}`)
  }
  if (port.shape.length !== rank) {
    no(
      `${quoted(port.name)} has the shape ${shapeWords(port.shape)}, and should have ${rank} dimensions`,
    )
  }
  return { name: port.name, type, shape: port.shape }
}

/** Finds what a decoder is fed with and gives; a refusal names what is missing, too much, or does not go together. */
export function readDecoder({ inputs, outputs, config, features }: Parts): Decoder {
  const rest = new Map(inputs.map((port) => [port.name, port]))
  const taken = (name: string): Port | null => {
    const port = rest.get(name)
    rest.delete(name)
    if (port === undefined) return null
    const types: readonly PortType[] =
      name === 'attention_mask' ? ['int64', 'int32', 'bool'] : ['int64', 'int32']
    const found = take(port, types, 2)
    const [, tokens] = found.shape
    if (typeof tokens === 'number') {
      no(
        `${name} takes exactly ${tokens} tokens; export it with lengths that change (dynamic axes)`,
      )
    }
    return found
  }
  const inputIds = taken('input_ids')
  const attentionMask = taken('attention_mask')
  const positionIds = taken('position_ids')
  const logitsPort = outputs.find(({ name }) => name === 'logits')
  const missing = [
    ...(inputIds === null ? ['no input input_ids'] : []),
    ...(logitsPort === undefined ? ['no output logits'] : []),
  ]
  if (inputIds === null || logitsPort === undefined) {
    return no(`it has ${missing.join(' and ')}; ${EXPORT}`)
  }
  const cache = readCache(rest, outputs, config)
  const filled = readFeaturePorts(rest, features)
  const [unknown] = rest.keys()
  if (unknown !== undefined) {
    no(`nothing tells what to give its input ${quoted(unknown)}; ${EXPORT}`)
  }
  const logits = take(logitsPort, ['float32', 'float16'], 3)
  const [batch] = inputIds.shape
  return {
    ...{ inputIds, attentionMask, positionIds, cache, features: filled, logits },
    batch: typeof batch === 'number' ? batch : null,
    vocabulary: vocabularyOf(logits, config),
  }
}

function vocabularyOf(logits: Port, config: ModelConfig): number {
  const last = logits.shape[2]
  if (typeof last !== 'number') {
    return (
      config.vocabulary ??
      no('neither its logits nor the vocab_size of config.json tell how many tokens it knows')
    )
  }
  if (config.vocabulary !== null && config.vocabulary !== last) {
    no(`its logits are of ${last} tokens, and config.json says ${config.vocabulary}`)
  }
  return last
}

function readFeaturePorts(
  rest: Map<string, RawPort>,
  features: ReadonlyMap<string, FeatureInput>,
): FeaturePort[] {
  return [...features].map(([name, { features: set, columns }]) => {
    const raw =
      rest.get(name) ?? no(`workbench.json names an input ${quoted(name)}, which it has not`)
    rest.delete(name)
    const port = take(raw, ['int64', 'int32'], 3)
    const width = port.shape[2]
    if (typeof width === 'number' && width !== columns.length) {
      no(
        `${quoted(name)} takes ${width} features of a token, and workbench.json gives it ${columns.length}`,
      )
    }
    return { name, type: port.type === 'int32' ? 'int32' : 'int64', features: set, columns }
  })
}

/** Keys and values of every layer, in and out; null where there are none. */
function readCache(
  rest: Map<string, RawPort>,
  outputs: readonly RawPort[],
  config: ModelConfig,
): CachePorts | null {
  const pasts = [...rest.values()].filter(({ name }) => NAMES.test(name))
  if (pasts.length === 0) return null
  const presents = new Map(outputs.map((port) => [port.name, port]))
  const count = Math.ceil(pasts.length / 2)
  const layers = Array.from({ length: count }, (_, layer) => ({
    pastKey: `past_key_values.${layer}.key`,
    pastValue: `past_key_values.${layer}.value`,
    presentKey: `present.${layer}.key`,
    presentValue: `present.${layer}.value`,
  }))
  const ports: Port[] = []
  for (const { pastKey, pastValue, presentKey, presentValue } of layers) {
    for (const name of [pastKey, pastValue]) {
      const port = rest.get(name) ?? no(`it has no input ${name}`)
      rest.delete(name)
      ports.push(take(port, ['float32', 'float16'], 4))
    }
    for (const name of [presentKey, presentValue]) {
      ports.push(
        take(presents.get(name) ?? no(`it has no output ${name}`), ['float32', 'float16'], 4),
      )
    }
  }
  if (config.layers !== null && config.layers !== count) {
    no(`it has keys and values of ${count} layers, and config.json says ${config.layers}`)
  }
  return {
    layers,
    type: sameType(ports),
    heads: sameSize(ports, 1, config.heads),
    headSize: sameSize(ports, 3, config.headSize),
  }
}

function sameType(ports: readonly Port[]): 'float32' | 'float16' {
  const types = new Set(ports.map(({ type }) => type))
  if (types.size > 1) no('its keys and values are of different types')
  return types.has('float16') ? 'float16' : 'float32'
}

/** A dimension that all keys and values share, as the graph or else config.json tells it. */
function sameSize(ports: readonly Port[], axis: number, told: number | null): number {
  const what = axis === 1 ? 'heads of its keys and values' : 'the size of a head'
  const sizes = new Set(
    ports.map(({ shape }) => shape[axis]).filter((dim) => typeof dim === 'number'),
  )
  if (sizes.size > 1) no(`its layers differ in ${what}`)
  const [size] = sizes
  const found = size ?? told ?? no(`neither it nor config.json tells ${what}`)
  if (!Number.isInteger(found)) no(`config.json tells ${what} as ${found}`)
  if (size !== undefined && told !== null && size !== told) {
    no(`${what} are ${size} in the graph, and ${told} in config.json`)
  }
  for (const { name, shape } of ports) {
    if (typeof shape[2] === 'number') no(`${quoted(name)} has exactly ${shape[2]} tokens`)
  }
  return found
}
