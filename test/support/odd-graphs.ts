import {
  FLOAT,
  type GraphSpec,
  graph,
  ints,
  model,
  node,
  port,
  tensor,
  withField,
} from './onnx-writer.ts'
import { externalModel, LOGITS, LOOK_UP, plainGraph, plainModel, WEIGHTS } from './small-models.ts'

/** A model and what its refusal says; null where it is taken. */
export type OddGraph = readonly [name: string, make: () => Uint8Array, refusal: RegExp]

const GRAPH = 7
const with_ = (nodes: readonly Uint8Array[], weights: readonly Uint8Array[] = []): Uint8Array =>
  plainModel({ nodes: [...nodes, ...LOOK_UP], weights: [...WEIGHTS, ...weights] })

const bomb = (operator: string, inputs: readonly string[], weights: readonly Uint8Array[]) => () =>
  with_([node(operator, inputs, ['much'])], weights)

/** The same bytes so many times over. */
function repeated(bytes: Uint8Array, times: number): Uint8Array {
  return Buffer.alloc(bytes.length * times, bytes)
}

/** A graph whose bytes are given, with those of the smallest decoder behind. */
function rawGraph(bytes: Uint8Array): Uint8Array {
  return model(Buffer.concat([bytes, plainGraph()]))
}

/** Field 31, which ONNX has not, as a number. */
const UNKNOWN_FIELD = Uint8Array.of(0xf8, 0x01, 0x00)
const field = (no: number, bytes: Uint8Array): Uint8Array => withField(no, bytes, new Uint8Array(0))

const ports = (parts: GraphSpec) => () => plainModel(parts)

/** Graphs that are no ONNX, that hold too much, or that readers would take in different ways. */
export const ODD_GRAPHS: readonly OddGraph[] = [
  [
    'the format of onnxruntime',
    () => withField(6, Buffer.from('xxORTM'), plainModel()),
    /format of onnxruntime/,
  ],
  ['two graphs', () => withField(GRAPH, plainGraph(), plainModel()), /field 7 of the model twice/],
  [
    'no graph',
    () => withField(2, Buffer.from('x'), new Uint8Array(0)),
    /names no set of operators/,
  ],
  [
    'functions of its own',
    () => withField(25, new Uint8Array(0), plainModel()),
    /functions of its own/,
  ],
  ['a graph for training', () => withField(20, new Uint8Array(0), plainModel()), /for training/],
  ['sparse weights', () => rawGraph(field(15, new Uint8Array(0))), /sparse weights/],
  ['a group', () => Buffer.concat([Uint8Array.of(0x3b), plainModel()]), /it has a group/],
  [
    'a field beyond its message',
    () => model(Uint8Array.of(0x0a, 0x7f)),
    /goes beyond|ends too early/,
  ],
  [
    'a name that is not UTF-8',
    () => rawGraph(field(1, field(4, Uint8Array.of(0xff)))),
    /not UTF-8/,
  ],
  [
    'a name of 5,000 bytes',
    () => with_([node('x'.repeat(5000), [], ['a'])]),
    /more than 4096 bytes/,
  ],
  [
    'an operator told twice',
    () =>
      rawGraph(
        field(1, Buffer.concat([field(4, Buffer.from('Add')), field(4, Buffer.from('Loop'))])),
      ),
    /field 4 of a node twice/,
  ],
  [
    'randomness',
    () => with_([node('RandomNormal', [], ['a'])]),
    /"RandomNormal", an operator that no decoder needs/,
  ],
  [
    'an operator set that it does not name',
    () => with_([node('Gelu', ['rows'], ['a'], { domain: 'com.microsoft' })]),
    /whose version the model does not name/,
  ],
  [
    'a graph in an Add',
    () =>
      with_([node('Add', ['rows', 'rows'], ['a'], { attributes: { g: { graph: graph({}) } } })]),
    /has a graph within it/,
  ],
  [
    'a gap',
    () => with_([node('Identity', ['none'], ['a'])]),
    /takes "none", which nothing before it makes/,
  ],
  [
    'an output of nothing',
    ports({ outputs: [LOGITS, port('ghost', FLOAT, [1])] }),
    /nothing makes the output "ghost"/,
  ],
  [
    'weights without a name',
    () => with_([], [tensor({ dims: [0], raw: new Uint8Array(0) })]),
    /weights without a name/,
  ],
  ['weights twice', () => with_([], WEIGHTS), /two tensors of the name "rows"/],
  [
    'weights larger than numbers',
    () => with_([], [tensor({ name: 'w', dims: [2n ** 62n, 2n ** 62n] })]),
    /larger than any memory/,
  ],
  [
    'weights of texts',
    () => with_([], [tensor({ name: 'w', dims: [1], type: 8 })]),
    /element type that no decoder needs/,
  ],
  [
    'weights of 40 dimensions',
    () => with_([], [tensor({ name: 'w', dims: Array(40).fill(1) })]),
    /more than 32 dimensions/,
  ],
  [
    'weights in a file that is not there',
    () => externalModel({ location: 'none' }),
    /"none" is missing/,
  ],
  ['weights in a file that is not told', () => externalModel({}), /does not tell the file/],
  [
    'weights in a stream of a file',
    () => externalModel({ location: 'model.onnx:x' }),
    /no file of this folder/,
  ],
  [
    'weights in the folder itself',
    () => externalModel({ location: '.' }),
    /no file of this folder/,
  ],
  [
    'Expand to 8 TB',
    bomb('Expand', ['rows', 's'], [ints('s', [2_000_000, 4_000_000])]),
    /makes \d+\.?\d* TB/,
  ],
  [
    'Tile 8 TB',
    bomb('Tile', ['rows', 's'], [ints('s', [2_000_000, 4_000_000])]),
    /makes \d+\.?\d* TB/,
  ],
  [
    'Range of 10 T',
    bomb(
      'Range',
      ['a', 'b', 'c'],
      [ints('a', [0], true), ints('b', [10n ** 13n], true), ints('c', [1], true)],
    ),
    /makes \d+\.?\d* TB/,
  ],
  [
    'Pad of 8 TB',
    bomb('Pad', ['rows', 's'], [ints('s', [0, 2_000_000, 4_000_000, 0])]),
    /makes \d+\.?\d* TB/,
  ],
  [
    'OneHot of 10 T',
    bomb('OneHot', ['input_ids', 's', 'v'], [ints('s', [10n ** 13n], true), ints('v', [0, 1])]),
    /makes \d+\.?\d* TB/,
  ],
  [
    'ConstantOfShape by a constant node',
    () =>
      with_([
        node('Constant', [], ['s'], { attributes: { value_ints: [100_000, 100_000] } }),
        node('Identity', ['s'], ['t']),
        node('ConstantOfShape', ['t'], ['much']),
      ]),
    /makes 40\.0 GB/,
  ],
  [
    '200,001 nodes',
    () => rawGraph(repeated(field(1, node('Identity', ['rows'], [])), 200_001)),
    /more than 200000 nodes/,
  ],
  [
    '200,001 tensors',
    () =>
      rawGraph(
        repeated(
          field(
            1,
            node('Identity', [], [], { attributes: { v: { tensor: tensor({ dims: [0] }) } } }),
          ),
          200_001,
        ),
      ),
    /more than 200000 tensors/,
  ],
  [
    'names without end',
    () =>
      with_(
        Array.from({ length: 17_000 }, (_, at) =>
          node('Identity', ['rows'], [`${at}`.padEnd(4000, 'x')]),
        ),
      ),
    /has names of more than 67\.1 MB together/,
  ],
  [
    'inputs without end',
    () =>
      plainModel({ inputs: Array.from({ length: 10_100 }, (_, at) => port(`i${at}`, FLOAT, [1])) }),
    /more than 10000 inputs or outputs/,
  ],
  [
    'fields without end',
    () => rawGraph(repeated(UNKNOWN_FIELD, 11_000_000)),
    /more than 10000000 fields/,
  ],
  [
    'a node of fields without end',
    () => rawGraph(field(1, repeated(UNKNOWN_FIELD, 20_000))),
    /a node of more than 10000 fields/,
  ],
]
