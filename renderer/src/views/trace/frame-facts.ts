import {
  type FrameLoops,
  type LoopPlace,
  loopsAt,
  loopsOfFrame,
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

interface Kept extends FrameFacts {
  readonly from: readonly SourceLoop[]
}

/** Frames whose facts are kept for a tree; stepping goes in and out of few. */
const KEPT_FRAMES = 64

const factsOfModel = new WeakMap<TreeModel, Map<number, Kept>>()

/** Events of a frame in order, over all its activations. */
function eventsOf(model: TreeModel, frame: number): StateNode[] {
  const events: StateNode[] = []
  for (let seq = model.lastOfFrame.get(frame) ?? -1; seq >= 0; ) {
    const node = model.nodes[seq]
    if (node === undefined) break
    events.push(node)
    seq = model.previousInFrame[seq] ?? -1
  }
  return events.reverse()
}

function readFacts(model: TreeModel, node: StateNode, from: readonly SourceLoop[]): Kept {
  const hits = new Map<number, number>()
  const events = eventsOf(model, node.frame)
  for (const { kind, line } of events) {
    if (kind === 'line') hits.set(line, (hits.get(line) ?? 0) + 1)
  }
  const name = node.function.slice(node.function.lastIndexOf('.') + 1)
  const own = from.filter(({ owner }) => owner === name)
  return { hits, loops: loopsOfFrame(events, own), from }
}

/** Facts of a state's frame in a whole tree; `loops` are those of its file. Read once and kept. */
export function factsOf(
  model: TreeModel,
  node: StateNode,
  loops: readonly SourceLoop[],
): FrameFacts {
  const frames = factsOfModel.get(model) ?? new Map<number, Kept>()
  factsOfModel.set(model, frames)
  const known = frames.get(node.frame)
  const facts = known?.from === loops ? known : readFacts(model, node, loops)
  frames.delete(node.frame)
  frames.set(node.frame, facts)
  for (const frame of frames.keys()) {
    if (frames.size <= KEPT_FRAMES) break
    frames.delete(frame)
  }
  return facts
}

/** A comprehension that is a frame of its own, as in Python before 3.12 and in every generator expression. */
function isComprehension({ function: name }: StateNode): boolean {
  return /<(list|set|dict)comp>$|<genexpr>$/.test(name)
}

/**
 * The loops that a state is in, innermost first. Inside a comprehension they are those of the frame it is written
 * in; a function that a loop calls is in no loop of its caller.
 */
export function loopsOfState(
  model: TreeModel,
  seq: number,
  loopsOfFile: (file: number) => readonly SourceLoop[],
): readonly LoopPlace[] {
  let node = model.nodes[seq]
  while (node !== undefined && isComprehension(node)) node = model.nodes[node.parent]
  if (node === undefined || node.kind === 'call') return []
  return loopsAt(factsOf(model, node, loopsOfFile(node.file ?? 0)).loops, node.seq)
}
