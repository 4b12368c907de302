import { matchInParts, type Partners, UNMATCHED } from '../base/match-sequences.ts'
import { atOnce, type InParts, PART, Pace } from '../base/parts.ts'
import { EVENT_KINDS } from '../trace/event.ts'
import { type AlignedTrace, type Keys, type KeysOfBoth, keysOfBoth } from './align-keys.ts'
import { bestSlides } from './align-slide.ts'
import { ROOT, type StateNode } from './node.ts'

/** Which steps of two traces answer to each other; both lists rise. */
export interface Alignment {
  /** By seq of the first trace: the seq of the second that answers to it, or -1. */
  readonly bOfA: Partners
  /** By seq of the second trace: that of the first, or -1. */
  readonly aOfB: Partners
  /** By seq of either trace the numbers of their lines: equal where lines answer to each other. */
  readonly lines: readonly [a: Int32Array, b: Int32Array]
  /** The same of their functions. */
  readonly functions: readonly [a: Int32Array, b: Int32Array]
}

const CALL = EVENT_KINDS.indexOf('call')
const RETURN = EVENT_KINDS.indexOf('return')

/** One side while it is aligned. */
interface Side {
  readonly nodes: readonly StateNode[]
  readonly keys: Keys
  readonly partners: Partners
  readonly pace: Pace
}

/** What stands in a list of one level: the states of an activation, or the activations under a state. */
interface Listed {
  /** First seq of each. */
  readonly seqs: Int32Array
  readonly keys: Int32Array
  /** Of all that is nested in each too: equal where the subtrees have the same shape. */
  readonly shapes: Int32Array
}

function listed(seqs: number[], keyOf: (at: number) => number, shapeOf: (at: number) => number) {
  const count = seqs.length
  const keys = new Int32Array(count)
  const shapes = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    keys[at] = keyOf(at)
    shapes[at] = shapeOf(at)
  }
  return { seqs: Int32Array.from(seqs), keys, shapes }
}

/** First seq after a subtree. */
function after({ nodes }: Side, seq: number): number {
  return (nodes[seq] as StateNode).close + 1
}

function endOf(side: Side, host: number): number {
  return host === ROOT ? side.nodes.length : after(side, host)
}

/** The activations whose states stand under a host. */
function* activationsUnder(side: Side, host: number): InParts<Listed> {
  const { nodes, keys } = side
  const seqs: number[] = []
  const shapes: number[] = []
  let activation = -1
  for (let seq = host + 1; seq < endOf(side, host); seq = after(side, seq)) {
    const node = nodes[seq] as StateNode
    if (node.activation !== activation) {
      seqs.push(seq)
      shapes.push(0)
    }
    activation = node.activation
    const last = shapes.length - 1
    shapes[last] = (Math.imul(shapes[last] as number, 31) + (keys.shapes[seq] as number)) | 0
    if (side.pace.isDue()) yield
  }
  return listed(
    seqs,
    (at) => keys.functions[seqs[at] as number] as number,
    (at) => shapes[at] as number,
  )
}

/** The states of the activation that begins at a seq, as far as they stand in one row. */
function* statesOf(side: Side, first: number): InParts<Listed> {
  const { nodes, keys } = side
  const { activation, parent } = nodes[first] as StateNode
  const seqs: number[] = []
  for (let seq = first; seq < endOf(side, parent); seq = after(side, seq)) {
    if ((nodes[seq] as StateNode).activation !== activation) break
    seqs.push(seq)
    if (side.pace.isDue()) yield
  }
  return listed(
    seqs,
    (at) => keys.events[seqs[at] as number] as number,
    (at) => keys.shapes[seqs[at] as number] as number,
  )
}

/** Matches what has the same shape at both ends of two lists; how many at the beginning, and at the end. */
function trimSame(a: Listed, b: Listed): readonly [begin: number, end: number] {
  const most = Math.min(a.seqs.length, b.seqs.length)
  const isSame = (at: number, other: number): boolean =>
    a.shapes[at] === b.shapes[other] && a.keys[at] === b.keys[other]
  let begin = 0
  while (begin < most && isSame(begin, begin)) begin++
  let end = 0
  while (end < most - begin && isSame(a.seqs.length - 1 - end, b.seqs.length - 1 - end)) end++
  return [begin, end]
}

/**
 * Partners in `b` of what stands in `a`, in order and by key. What has the same shape at both ends belongs together,
 * so that what was put in between shifts nothing after it; and of the ways to put something into a row of its like,
 * as a pass of a loop, the one that leaves most of the same shape together is taken.
 */
function* matchLists(a: Listed, b: Listed): InParts<Partners> {
  const partners: Partners = new Int32Array(a.seqs.length).fill(UNMATCHED)
  const [begin, end] = trimSame(a, b)
  const aTo = a.seqs.length - end
  const bTo = b.seqs.length - end
  for (let at = 0; at < begin; at++) partners[at] = at
  for (let at = aTo; at < a.seqs.length; at++) partners[at] = bTo + at - aTo
  if (begin < aTo || begin < bTo) {
    const box = { aFrom: begin, aTo, bFrom: begin, bTo }
    yield* matchInParts(a.keys, b.keys, partners, box)
    yield* bestSlides(a, b, partners)
  }
  return partners
}

class Aligner {
  readonly a: Side
  readonly b: Side
  /** Hosts that answer to each other, whose calls are still to be matched. */
  private readonly hosts: (readonly [a: number, b: number])[] = []
  private readonly pace = new Pace()

  constructor(a: AlignedTrace, b: AlignedTrace, keys: KeysOfBoth) {
    const sideOf = ({ nodes }: AlignedTrace, own: Keys): Side => ({
      nodes,
      keys: own,
      partners: new Int32Array(nodes.length).fill(UNMATCHED),
      pace: this.pace,
    })
    this.a = sideOf(a, keys.a)
    this.b = sideOf(b, keys.b)
  }

  *run(): InParts<void> {
    this.hosts.push([ROOT, ROOT])
    for (let pair = this.hosts.pop(); pair !== undefined; pair = this.hosts.pop()) {
      yield* this.matchActivations(...pair)
    }
  }

  private *matchActivations(hostA: number, hostB: number): InParts<void> {
    const a = yield* activationsUnder(this.a, hostA)
    const b = yield* activationsUnder(this.b, hostB)
    const isEntry = hostA === ROOT && a.seqs.length === 1 && b.seqs.length === 1
    // Two runs answer to each other whatever their entries are called.
    const partners = isEntry ? Int32Array.of(0) : yield* matchLists(a, b)
    for (let at = 0; at < partners.length; at++) {
      const other = partners[at] as number
      if (other === UNMATCHED) continue
      yield* this.matchStates(a.seqs[at] as number, b.seqs[other] as number)
    }
  }

  private *matchStates(firstA: number, firstB: number): InParts<void> {
    const a = yield* statesOf(this.a, firstA)
    const b = yield* statesOf(this.b, firstB)
    const partners = yield* matchLists(a, b)
    this.matchEnds(a, b, partners)
    for (let at = 0; at < partners.length; at++) {
      const other = partners[at] as number
      if (other !== UNMATCHED) this.pair(a.seqs[at] as number, b.seqs[other] as number)
      if (this.pace.isDue()) yield
    }
  }

  /** The call and the return of calls that answer to each other do so too, on whatever lines they are. */
  private matchEnds(a: Listed, b: Listed, partners: Partners): void {
    const lastA = a.seqs.length - 1
    const lastB = b.seqs.length - 1
    const isBoth = (kind: number, at: number, other: number): boolean =>
      this.a.keys.kinds[a.seqs[at] as number] === kind &&
      this.b.keys.kinds[b.seqs[other] as number] === kind
    if (partners[0] === UNMATCHED && isBoth(CALL, 0, 0)) partners[0] = 0
    if (lastA > 0 && lastB > 0 && partners[lastA] === UNMATCHED && isBoth(RETURN, lastA, lastB)) {
      partners[lastA] = lastB
    }
  }

  private pair(seqA: number, seqB: number): void {
    this.a.partners[seqA] = seqB
    this.b.partners[seqB] = seqA
    const hasKids = after(this.a, seqA) > seqA + 1 && after(this.b, seqB) > seqB + 1
    if (hasKids) this.hosts.push([seqA, seqB])
  }
}

/** Which of two traces comes first, by what they are and not by how they were handed in; 0 for the same. */
function* order(a: AlignedTrace, b: AlignedTrace): InParts<number> {
  if (a.nodes.length !== b.nodes.length) return a.nodes.length - b.nodes.length
  for (let seq = 0; seq < a.nodes.length; seq++) {
    const { line, kind, function: name, activation } = a.nodes[seq] as StateNode
    const other = b.nodes[seq] as StateNode
    if (line !== other.line) return line - other.line
    if (activation !== other.activation) return activation - other.activation
    if (kind !== other.kind) return kind < other.kind ? -1 : 1
    if (name !== other.function) return name < other.function ? -1 : 1
    if (seq % PART === 0) yield
  }
  const textOf = ({ files }: AlignedTrace): string => files.map(({ source }) => source).join('\0')
  const [textA, textB] = [textOf(a), textOf(b)]
  return textA === textB ? 0 : textA < textB ? -1 : 1
}

/** The alignment seen from the other trace. */
export function swapAlignment({ bOfA, aOfB, lines, functions }: Alignment): Alignment {
  return {
    bOfA: aOfB,
    aOfB: bOfA,
    lines: [lines[1], lines[0]],
    functions: [functions[1], functions[0]],
  }
}

/**
 * Aligns the steps of two whole traces by structure and not by number: calls by their function and order under the
 * lines that answer to each other, states of a call by kind and line in order, lines of different sources by a diff
 * of the two. What only one of them has shifts nothing after it. Partners rise on both sides, aligning a trace with
 * itself leads every step to itself, and aligning the other way round gives the same pairs. Costs a few passes over
 * both; pauses now and then.
 */
export function* alignInParts(a: AlignedTrace, b: AlignedTrace): InParts<Alignment> {
  // The shortest way is not unique: always going from the same one finds the same.
  if ((yield* order(a, b)) > 0) return swapAlignment(yield* alignInParts(b, a))
  const keys = yield* keysOfBoth(a, b)
  const aligner = new Aligner(a, b, keys)
  yield* aligner.run()
  return {
    bOfA: aligner.a.partners,
    aOfB: aligner.b.partners,
    lines: [keys.a.lines, keys.b.lines],
    functions: [keys.a.functions, keys.b.functions],
  }
}

/** `alignInParts` at once. */
export function alignTraces(a: AlignedTrace, b: AlignedTrace): Alignment {
  return atOnce(alignInParts(a, b))
}
