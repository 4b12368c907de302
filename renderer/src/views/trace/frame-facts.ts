import {
  createLoopReader,
  type FrameLoops,
  type SourceLoop,
} from '../../../../shared/tree/loops.ts'
import type { StateNode } from '../../../../shared/tree/node.ts'
import type { TreeModel } from '../../draw/tree-model.ts'

/** What is known of one frame from all its events. */
export interface FrameFacts {
  /** How often each line ran in it. */
  readonly hits: ReadonlyMap<number, number>
  readonly loops: FrameLoops
}

/** A frame that is being read: `facts` are there once all its events are. */
export interface FrameReading {
  readonly from: readonly SourceLoop[]
  readonly facts: FrameFacts | null
  /** Reads on for some thousand events; true when there is nothing left to read. */
  readonly readOn: () => boolean
}

/** Events read at once: a few milliseconds on a slow machine. */
const SLICE = 25_000
/** Frames whose facts are kept for a tree; stepping goes in and out of few. */
const KEPT_FRAMES = 64

const readingsOfModel = new WeakMap<TreeModel, Map<number, FrameReading>>()

/** Walks back through the frame's events, then forward through them; pauses after each slice. */
function* readFrame(
  model: TreeModel,
  node: StateNode,
  loops: readonly SourceLoop[],
): Generator<undefined, FrameFacts> {
  const seqs: number[] = []
  for (let seq = model.lastOfFrame.get(node.frame) ?? -1; seq >= 0; ) {
    seqs.push(seq)
    if (seqs.length % SLICE === 0) yield
    seq = model.previousInFrame[seq] ?? -1
  }
  const name = node.function.slice(node.function.lastIndexOf('.') + 1)
  const reader = createLoopReader(loops.filter(({ owner }) => owner === name))
  const counts: number[] = []
  for (let index = seqs.length - 1; index >= 0; index--) {
    const event = model.nodes[seqs[index] as number] as StateNode
    reader.take(event)
    if (event.kind === 'line') counts[event.line] = (counts[event.line] ?? 0) + 1
    if (index % SLICE === 0) yield
  }
  const hits = new Map<number, number>()
  counts.forEach((count, line) => {
    hits.set(line, count)
  })
  return { hits, loops: reader.finish() }
}

function startReading(
  model: TreeModel,
  node: StateNode,
  from: readonly SourceLoop[],
): FrameReading {
  const steps = readFrame(model, node, from)
  const reading = {
    from,
    facts: null as FrameFacts | null,
    readOn: () => {
      if (reading.facts !== null) return true
      const { done, value } = steps.next()
      if (done === true) reading.facts = value
      return done === true
    },
  }
  return reading
}

/**
 * The reading of a state's frame in a whole tree, kept for when the frame is asked for again; `loops` are those of
 * its file. A short frame is read at once; of a long one the caller goes on reading when the page has time.
 */
export function readingOf(
  model: TreeModel,
  node: StateNode,
  loops: readonly SourceLoop[],
): FrameReading {
  const frames = readingsOfModel.get(model) ?? new Map<number, FrameReading>()
  readingsOfModel.set(model, frames)
  const known = frames.get(node.frame)
  const reading = known?.from === loops ? known : startReading(model, node, loops)
  // The walk back and the way forward of a frame within a slice.
  if (reading !== known) for (let slice = 0; slice < 3 && !reading.readOn(); slice++);
  frames.delete(node.frame)
  frames.set(node.frame, reading)
  for (const frame of frames.keys()) {
    if (frames.size <= KEPT_FRAMES) break
    frames.delete(frame)
  }
  return reading
}

/** A comprehension that is a frame of its own, as in Python before 3.12 and in every generator expression. */
function isComprehension({ function: name }: StateNode): boolean {
  return /<(list|set|dict)comp>$|<genexpr>$/.test(name)
}

/**
 * The state whose frame's loops a state is in: inside a comprehension that of the frame it is written in. Null where
 * there can be none: a call stands before its function's first line, and is in no loop of its caller.
 */
export function loopStateOf(model: TreeModel, seq: number): StateNode | null {
  let node = model.nodes[seq]
  while (node !== undefined && isComprehension(node)) node = model.nodes[node.parent]
  return node === undefined || node.kind === 'call' ? null : node
}
