import { linkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPrng } from '../../shared/base/prng.ts'
import { BOOL, FLOAT, graph, INT64, ints, model, node, port, tensor } from './onnx-writer.ts'
import {
  cachedModel,
  externalModel,
  FIND,
  LOOK_UP,
  plainGraph,
  plainModel,
  VOCABULARY,
  WEIGHT_BYTES,
  WEIGHTS,
  WIDE,
  weightFile,
  widen,
} from './small-models.ts'

/** A kind of model file that somebody could hand over. */
export interface ModelKind {
  readonly name: string
  /** The model, and what stands beside it in `folder`; `outside` is a folder with a file `secret` in it. */
  readonly make: (folder: string, outside: string) => Uint8Array
  /** What the refusal says; null where the model is taken. */
  readonly refusal: RegExp | null
}

const external = (extra: Readonly<Record<string, string>>): Uint8Array =>
  externalModel({ location: 'weights', offset: '0', length: String(WEIGHT_BYTES), ...extra })

function beside(folder: string): void {
  writeFileSync(join(folder, 'weights'), weightFile())
}

const YES = tensor({ name: 'yes', dims: [], type: BOOL, raw: Uint8Array.of(1) })

/** Adds `nodes` behind which the logits come out as ever. */
const withNodes = (nodes: readonly Uint8Array[], weights: readonly Uint8Array[] = []): Uint8Array =>
  plainModel({ nodes: [...nodes, ...LOOK_UP], weights: [...WEIGHTS, ...weights] })

/** A loop whose condition never becomes false, around nothing. */
export function endlessLoop(): Uint8Array {
  const body = graph({
    nodes: [node('Identity', ['on'], ['still_on']), node('Identity', ['was'], ['is'])],
    inputs: [port('turn', INT64, []), port('on', BOOL, []), port('was', FLOAT, [])],
    outputs: [port('still_on', BOOL, []), port('is', FLOAT, [])],
  })
  const zero = tensor({ name: 'zero', dims: [], raw: new Uint8Array(4) })
  const turns = ints('turns', [2n ** 62n], true)
  return plainModel({
    nodes: [
      node('Loop', ['turns', 'yes', 'zero'], ['end'], { attributes: { body: { graph: body } } }),
      FIND,
      node('Add', ['found', 'end'], ['sum']),
      widen('sum'),
    ],
    weights: [...WEIGHTS, YES, zero, turns],
  })
}

/** A graph that gives `out`, by so many levels of If. */
function nested(levels: number): Uint8Array {
  const outputs = [port('out', FLOAT, [])]
  const one = tensor({ name: 'one', dims: [], raw: new Uint8Array(4) })
  const leaf = graph({ nodes: [node('Identity', ['one'], ['out'])], weights: [one], outputs })
  let inner = leaf
  for (let level = 0; level < levels; level++) {
    const attributes = { then_branch: { graph: inner }, else_branch: { graph: leaf } }
    inner = graph({ nodes: [node('If', ['yes'], ['out'], { attributes })], outputs })
  }
  return inner
}

/** A decoder with graphs in graphs beside it. */
export function deepModel(levels: number): Uint8Array {
  const attributes = {
    then_branch: { graph: nested(levels - 2) },
    else_branch: { graph: nested(0) },
  }
  return plainModel({
    nodes: [node('If', ['yes'], ['deep'], { attributes }), ...LOOK_UP],
    weights: [...WEIGHTS, YES],
  })
}

/** 14 GB that no shape tells: their size is reckoned while the model runs. */
export function computedBomb(): Uint8Array {
  const nodes = [
    node('Mul', ['side', 'side'], ['size']),
    node('ConstantOfShape', ['size'], ['much']),
    node('ReduceSum', ['much'], ['total'], { attributes: { keepdims: 0 } }),
    FIND,
    node('Add', ['found', 'total'], ['sum']),
    widen('sum'),
  ]
  return plainModel({ nodes, weights: [...WEIGHTS, ints('side', [60_000])] })
}

function chain(length: number): Uint8Array {
  const nodes = Array.from({ length }, (_, at) =>
    node('Identity', [at === 0 ? 'found' : `n${at - 1}`], [`n${at}`]),
  )
  return plainModel({ nodes: [FIND, ...nodes, widen(`n${length - 1}`)] })
}

function random(bytes: number): Uint8Array {
  const prng = createPrng(5)
  return Uint8Array.from({ length: bytes }, () => prng.nextBelow(256))
}

/** The 23 of reliability.md 0.5: two that are good, and 21 that are hostile or odd. */
export const MODEL_KINDS: readonly ModelKind[] = [
  { name: 'good, weights in the graph', make: cachedModel, refusal: null },
  {
    name: 'good, weights in a file beside it',
    make: (folder) => {
      beside(folder)
      return external({})
    },
    refusal: null,
  },
  {
    name: 'weights at an absolute path',
    make: (_folder, outside) => external({ location: join(outside, 'secret') }),
    refusal: /no file of this folder/,
  },
  {
    name: 'weights outside by ..',
    make: () => external({ location: '../outside/secret' }),
    refusal: /no file of this folder/,
  },
  {
    name: 'weights in /proc',
    make: () => external({ location: '/proc/self/environ' }),
    refusal: /no file of this folder/,
  },
  {
    name: 'weights by a symbolic link',
    make: (folder, outside) => {
      symlinkSync(join(outside, 'secret'), join(folder, 'weights'))
      return external({})
    },
    refusal: /weights is a link/,
  },
  {
    name: 'weights by a hard link',
    make: (folder, outside) => {
      linkSync(join(outside, 'secret'), join(folder, 'weights'))
      return external({})
    },
    refusal: /weights has another name/,
  },
  {
    name: 'weights at an address in memory',
    make: () => external({ location: '*/_ORT_MEM_ADDR_/*', offset: '4096' }),
    refusal: /no file of this folder/,
  },
  {
    name: 'weights at a negative offset',
    make: (folder) => {
      beside(folder)
      return external({ offset: '-4096' })
    },
    refusal: /at the offset "-4096", which is no number/,
  },
  {
    name: 'weights longer than their file',
    make: (folder) => {
      beside(folder)
      return external({ offset: '4096' })
    },
    refusal: /it was cut off, or is of another model/,
  },
  {
    name: 'weights with negative dimensions',
    make: () =>
      plainModel({
        weights: [tensor({ name: 'rows', dims: [-VOCABULARY, -1], raw: weightFile() }), WIDE],
      }),
    refusal: /has a dimension of -512/,
  },
  {
    name: 'weights with less data than their shape',
    make: () =>
      plainModel({
        weights: [tensor({ name: 'rows', dims: [VOCABULARY, 1], raw: new Uint8Array(16) }), WIDE],
      }),
    refusal: /has 16 bytes of data where its shape takes 2048/,
  },
  {
    name: 'an unknown set of operators',
    make: () =>
      model(
        plainGraph({
          nodes: [node('Evil', ['rows'], ['x'], { domain: 'org.evil' }), ...LOOK_UP],
        }),
        { '': 17, 'org.evil': 1 },
      ),
    refusal: /of the operators "org.evil"/,
  },
  {
    name: 'a circle',
    make: () => withNodes([node('Identity', ['b'], ['a']), node('Identity', ['a'], ['b'])]),
    refusal: /a gap or a circle/,
  },
  {
    name: 'two tensors of one name',
    make: () => withNodes([node('Identity', ['rows'], ['a']), node('Identity', ['rows'], ['a'])]),
    refusal: /two tensors of the name "a"/,
  },
  {
    name: 'cut off',
    make: () => plainModel().subarray(0, 2000),
    refusal: /damaged at byte 2000/,
  },
  { name: 'random bytes', make: () => random(100_000), refusal: /is no ONNX model/ },
  { name: 'nothing', make: () => new Uint8Array(0), refusal: /is no ONNX model/ },
  {
    name: 'graphs 60 deep',
    make: () => deepModel(60),
    refusal: /is If, which may hide/,
  },
  {
    name: 'a constant of 160 GB',
    make: () =>
      plainModel({
        weights: [tensor({ name: 'rows', dims: [200_000, 200_000], raw: weightFile() }), WIDE],
      }),
    refusal: /bytes of data where its shape takes 160000000000|does not fit/,
  },
  { name: 'an endless loop', make: endlessLoop, refusal: /is Loop, which may hide/ },
  {
    name: 'ConstantOfShape of 14 GB',
    make: () =>
      withNodes([node('ConstantOfShape', ['size'], ['much'])], [ints('size', [60_000, 60_000])]),
    refusal: /makes 14\.4 GB/,
  },
  { name: 'a chain of 100,000 nodes', make: () => chain(100_000), refusal: null },
]
