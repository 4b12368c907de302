import {
  appendChunk,
  createTreeModel,
  type NodeChunk,
  type TreeModel,
} from '../../renderer/src/draw/tree-model.ts'
import type { EventKind } from '../../shared/trace/event.ts'
import { ROOT } from '../../shared/tree/node.ts'

interface MutableChunk {
  from: number
  close: number[]
  parent: number[]
  depth: number[]
  kind: EventKind[]
  line: number[]
  file: number[]
  function: string[]
  activation: number[]
  frame: number[]
  flags: number[]
}

/** Nested description of a trace: an event, and the activations below it. */
export interface Spec {
  readonly kind: EventKind
  readonly line: number
  readonly function?: string
  readonly flags?: number
  readonly kids?: readonly (readonly Spec[])[]
}

function emptyChunk(): MutableChunk {
  return {
    from: 0,
    close: [],
    parent: [],
    depth: [],
    kind: [],
    line: [],
    file: [],
    function: [],
    activation: [],
    frame: [],
    flags: [],
  }
}

/** The columns of a nested description; each list of events is one activation. */
export function chunkOf(root: readonly Spec[]): NodeChunk {
  const chunk = emptyChunk()
  let frames = 0
  const add = (events: readonly Spec[], parent: number, depth: number, name: string): void => {
    const frame = frames++
    for (const event of events) {
      const seq = chunk.close.length
      chunk.close.push(seq)
      chunk.parent.push(parent)
      chunk.depth.push(depth)
      chunk.kind.push(event.kind)
      chunk.line.push(event.line)
      chunk.function.push(event.function ?? name)
      chunk.activation.push(frame)
      chunk.frame.push(frame)
      chunk.flags.push(event.flags ?? 0)
      for (const kids of event.kids ?? []) add(kids, seq, depth + 1, kids[0]?.function ?? 'g')
      chunk.close[seq] = chunk.close.length - 1
    }
  }
  add(root, ROOT, 1, 'main')
  return chunk
}

export function modelOf(root: readonly Spec[]): TreeModel {
  const model = createTreeModel()
  appendChunk(model, chunkOf(root))
  return model
}

/**
 * main calls g on its second line and h inside g:
 * 0 call, 1 line, 2 line [3 call, 4 line [5 call, 6 return], 7 return], 8 return
 */
export const NESTED: readonly Spec[] = [
  { kind: 'call', line: 1 },
  { kind: 'line', line: 2 },
  {
    kind: 'line',
    line: 3,
    kids: [
      [
        { kind: 'call', line: 5, function: 'g' },
        {
          kind: 'line',
          line: 6,
          function: 'g',
          kids: [
            [
              { kind: 'call', line: 8, function: 'h' },
              { kind: 'return', line: 9, function: 'h' },
            ],
          ],
        },
        { kind: 'return', line: 6, function: 'g' },
      ],
    ],
  },
  { kind: 'return', line: 3 },
]

/** A tree of about `size` events: a loop of calls, each with a few lines and one inner call. */
export function bigModel(size: number): TreeModel {
  const inner: Spec[] = [
    { kind: 'call', line: 8, function: 'h' },
    { kind: 'line', line: 9, function: 'h' },
    { kind: 'return', line: 9, function: 'h' },
  ]
  const outer: Spec[] = [
    { kind: 'call', line: 4, function: 'g' },
    { kind: 'line', line: 5, function: 'g', kids: [inner] },
    { kind: 'line', line: 6, function: 'g' },
    { kind: 'return', line: 6, function: 'g' },
  ]
  const count = Math.ceil((size - 2) / 8)
  const lines: Spec[] = Array.from({ length: count }, () => ({
    kind: 'line',
    line: 2,
    kids: [outer],
  }))
  return modelOf([{ kind: 'call', line: 1 }, ...lines, { kind: 'return', line: 2 }])
}
