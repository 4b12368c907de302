import { loopsOfLines } from '../tree/loop-lines.ts'
import {
  createLoopReader,
  type FrameLoops,
  type LoopReader,
  loopsAt,
  type SourceLoop,
} from '../tree/loops.ts'
import type { StateNode } from '../tree/node.ts'
import { firstFrom } from '../tree/visits.ts'
import type { SourceIndex } from './source-index.ts'

/** Where the loops of a trace are, as far as policies ask. */
export interface LoopPlaces {
  /** Which visit of its loop's header a state is, from 1 in each run of the loop; 0 where it is at no header. */
  readonly visitAt: (seq: number) => number
  /** First state that the frame runs after the innermost loop around a state; null where there is none. */
  readonly afterLoop: (node: StateNode) => number | null
}

interface ReadFrame {
  readonly loops: readonly SourceLoop[]
  readonly reader: LoopReader
  /** Seqs of visits of each header, by its line. */
  readonly visits: Map<number, number[]>
  previous: number
}

/** The loops a frame of a function may run, by file and function; null for none, which is most. */
function loopsByFunction({ files }: SourceIndex) {
  const ofFile = files.map(() => null as readonly SourceLoop[] | null)
  const ofFunction = files.map(() => new Map<string, readonly SourceLoop[]>())
  return (file: number, name: string): readonly SourceLoop[] => {
    const known = ofFunction[file]?.get(name)
    if (known !== undefined) return known
    ofFile[file] ??= loopsOfLines(files[file] ?? [])
    const bare = name.slice(name.lastIndexOf('.') + 1)
    const loops = ofFile[file].filter(({ owner }) => owner === bare)
    ofFunction[file]?.set(name, loops)
    return loops
  }
}

function takeLine(frame: ReadFrame, node: StateNode): void {
  frame.reader.take(node)
  const { previous } = frame
  frame.previous = node.line
  const loop = frame.loops.find(({ head }) => head === node.line)
  // A header over several lines is visited once for all of them.
  if (loop === undefined || (previous > loop.head && previous <= loop.headEnd)) return
  const seqs = frame.visits.get(loop.head)
  if (seqs === undefined) frame.visits.set(loop.head, [node.seq])
  else seqs.push(node.seq)
}

function readFrames(sources: SourceIndex): Map<number, ReadFrame> {
  const loopsOf = loopsByFunction(sources)
  const frames = new Map<number, ReadFrame>()
  for (const node of sources.tree.nodes) {
    if (node.kind !== 'line') continue
    let frame = frames.get(node.frame)
    if (frame === undefined) {
      const loops = loopsOf(node.file ?? 0, node.function)
      if (loops.length === 0) continue
      frame = { loops, reader: createLoopReader(loops), visits: new Map(), previous: 0 }
      frames.set(node.frame, frame)
    }
    takeLine(frame, node)
  }
  return frames
}

function numberVisits(visitOf: Int32Array, { visits }: ReadFrame, loops: FrameLoops): void {
  for (const [head, seqs] of visits) {
    for (const { from, to } of loops.get(head) ?? []) {
      const first = firstFrom(seqs, from)
      for (let at = first; at < seqs.length && (seqs[at] ?? 0) <= to; at++) {
        visitOf[seqs[at] ?? 0] = at - first + 1
      }
    }
  }
}

const known = new WeakMap<SourceIndex, LoopPlaces>()

function find(sources: SourceIndex): LoopPlaces {
  const visitOf = new Int32Array(sources.tree.nodes.length)
  const ofFrame = new Map<number, FrameLoops>()
  for (const [frame, read] of readFrames(sources)) {
    const loops = read.reader.finish()
    ofFrame.set(frame, loops)
    numberVisits(visitOf, read, loops)
  }
  return {
    visitAt: (seq) => visitOf[seq] ?? 0,
    afterLoop: ({ frame, seq }) => {
      const loops = ofFrame.get(frame)
      const to = loops === undefined ? undefined : loopsAt(loops, seq)[0]?.run.to
      return to === undefined || !Number.isFinite(to) ? null : to + 1
    },
  }
}

/** The loops of a trace, found on first use in time linear in the trace. */
export function loopPlacesOf(sources: SourceIndex): LoopPlaces {
  const places = known.get(sources) ?? find(sources)
  known.set(sources, places)
  return places
}
