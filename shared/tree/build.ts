import type { EventKind } from '../trace/event.ts'
import { ROOT, type StateNode, type StateTree } from './node.ts'

/** What the builder needs of an event; a whole trace event fits too. */
export interface Occurrence {
  readonly kind: EventKind
  /** Counter of Python frames; a generator keeps its frame over its activations. */
  readonly frame: number
  readonly thread: number
}

/** An event as a tree holds it: everything but its values and its place. */
export interface TreeEvent extends Occurrence {
  readonly line: number
  readonly function: string
  readonly flags: number
}

/** The last seq of something that began earlier: a host node (`id` is its seq) or an activation. */
export interface Closing {
  readonly id: number
  readonly close: number
}

/** What became final; both lists are usually empty. */
export interface Closings {
  /** Nodes with children; every other node closes at its own seq. */
  readonly hosts: readonly Closing[]
  readonly activations: readonly Closing[]
}

/** Where an event belongs. Until its host is closed, a node counts as a leaf: close equals seq. */
export interface Placement extends Closings {
  /** Position in the event's thread. */
  readonly seq: number
  /** Seq of the node that hosts this level, or ROOT. */
  readonly parent: number
  /** Program frames on the stack of the thread, this event's own included. */
  readonly depth: number
  /** Counter of the thread's activations. */
  readonly activation: number
  /** This event is the first of its activation. */
  readonly opens: boolean
}

/**
 * Places events into a state tree while they arrive. Each thread is a lane with positions, levels and activations
 * of its own; thread 0 is the tree. Memory grows with the depth of the stack, not with the trace.
 */
export interface TreeBuilder {
  readonly append: (event: Occurrence) => Placement
  /** Closes what a truncated trace leaves open in a thread; a further event starts over on the root level. */
  readonly finish: (thread?: number) => Closings
}

interface Level {
  readonly host: number
  readonly activation: number
  readonly frame: number
  /** Seq of the level's last node, ROOT while it has none. */
  last: number
}

interface Lane {
  readonly append: (kind: EventKind, frame: number) => Placement
  readonly finish: () => Closings
}

const NOTHING: Closings = { hosts: [], activations: [] }

/** Gathers closings until they are taken; allocates only when there are any. */
function createClosingLog() {
  let hosts: Closing[] = []
  let activations: Closing[] = []
  return {
    host: (closing: Closing): void => {
      hosts.push(closing)
    },
    activation: (closing: Closing): void => {
      activations.push(closing)
    },
    take: (): Closings => {
      if (hosts.length === 0 && activations.length === 0) return NOTHING
      const taken = { hosts, activations }
      hosts = []
      activations = []
      return taken
    },
  }
}

function createLane(): Lane {
  const levels: Level[] = []
  const closed = createClosingLog()
  let nextSeq = 0
  let nextActivation = 0

  const open = (frame: number): Level => {
    const host = levels.at(-1)?.last ?? ROOT
    const level = { host, activation: nextActivation, frame, last: ROOT }
    nextActivation += 1
    levels.push(level)
    return level
  }

  /** Any event after a level's last node ends that node's subtree. */
  const closeLast = (level: Level): void => {
    const close = nextSeq - 1
    if (level.last !== ROOT && level.last < close) closed.host({ id: level.last, close })
  }

  const popUnreturned = (): void => {
    const level = levels.pop()
    if (level === undefined) return
    closeLast(level)
    closed.activation({ id: level.activation, close: nextSeq - 1 })
  }

  /**
   * The level an event other than a call belongs to. In a well-formed trace it is the current one. An event of a
   * frame further down means that returns above were lost; one of an unknown frame, that its call was.
   */
  const levelOf = (frame: number): Level => {
    const current = levels.at(-1)
    if (current === undefined) return open(frame)
    if (current.frame === frame) return current
    if (!levels.some((level) => level.frame === frame)) return open(frame)
    while (levels.at(-1)?.frame !== frame) popUnreturned()
    return levels.at(-1) ?? open(frame)
  }

  const append = (kind: EventKind, frame: number): Placement => {
    const level = kind === 'call' ? open(frame) : levelOf(frame)
    closeLast(level)
    const seq = nextSeq
    const opens = level.last === ROOT
    const depth = levels.length
    level.last = seq
    if (kind === 'return') {
      levels.pop()
      closed.activation({ id: level.activation, close: seq })
    }
    nextSeq += 1
    const { host: parent, activation } = level
    return { seq, parent, depth, activation, opens, ...closed.take() }
  }

  const finish = (): Closings => {
    while (levels.length > 0) popUnreturned()
    return closed.take()
  }

  return { append, finish }
}

/**
 * The builder of neural-debugger.md 2.1: a call opens a level under the current level's last node, whatever that
 * node is, or on the root level; a return is appended and then leaves its level. Shapes that no well-formed trace
 * has (a lost call or return) are placed by their frame and never fail.
 */
export function createTreeBuilder(): TreeBuilder {
  const lanes = new Map<number, Lane>()
  const laneOf = (thread: number): Lane => {
    const known = lanes.get(thread)
    if (known !== undefined) return known
    const lane = createLane()
    lanes.set(thread, lane)
    return lane
  }
  return {
    append: (event) => laneOf(event.thread).append(event.kind, event.frame),
    finish: (thread = 0) => laneOf(thread).finish(),
  }
}

/** The tree of thread 0's events, in order; events of other threads are left out. */
export function buildTree(events: Iterable<TreeEvent>): StateTree {
  const builder = createTreeBuilder()
  const nodes: (StateNode & { close: number })[] = []
  const applyClosings = (closings: Closings): void => {
    for (const { id, close } of closings.hosts) {
      const host = nodes[id]
      if (host !== undefined) host.close = close
    }
  }
  for (const event of events) {
    if (event.thread !== 0) continue
    const placement = builder.append(event)
    applyClosings(placement)
    const { kind, line, function: name, frame, flags } = event
    const { seq, parent, depth, activation } = placement
    nodes.push({
      seq,
      close: seq,
      parent,
      depth,
      kind,
      line,
      function: name,
      activation,
      frame,
      flags,
    })
  }
  applyClosings(builder.finish())
  return { nodes }
}

/** The events a tree was built from, in order. */
export function treeEvents(tree: StateTree): TreeEvent[] {
  return tree.nodes.map(({ kind, line, function: name, frame, flags }) => ({
    kind,
    line,
    function: name,
    frame,
    flags,
    thread: 0,
  }))
}
