import type { StateNode } from './node.ts'
import { firstFrom } from './visits.ts'

/**
 * A `for` or `while` statement of a source: its header's lines and those up to the end of its body, an `else` not
 * included. `owner` is the function, class or module it is a statement of, named as frames are.
 */
export interface SourceLoop {
  readonly kind: 'for' | 'while'
  readonly head: number
  readonly headEnd: number
  readonly end: number
  readonly owner: string
  /** The header without its indentation and colon: `for x in xs`. */
  readonly text: string
}

/**
 * One run of a loop in a frame: from its first event to the last before the frame leaves its lines. `starts` are the
 * first events of its passes.
 */
export interface LoopRun {
  readonly loop: SourceLoop
  readonly from: number
  to: number
  readonly starts: number[]
}

/** Where a state is in a loop; `pass` is from one, 0 before the first. */
export interface LoopPlace {
  readonly loop: SourceLoop
  readonly run: LoopRun
  readonly pass: number
}

/** Runs of every loop of one frame, by the loop's header line, in order. */
export type FrameLoops = ReadonlyMap<number, readonly LoopRun[]>

interface Running extends LoopRun {
  headed: boolean
  /** Events that jump back to the first body line seen. */
  readonly jumps: number[]
  bodyLine: number
}

function loopsByLine(loops: readonly SourceLoop[]): readonly (readonly SourceLoop[])[] {
  const byLine: SourceLoop[][] = []
  // Enclosing loops begin earlier, so each line's list goes from the outermost to the innermost.
  for (const loop of [...loops].sort((a, b) => a.head - b.head || b.end - a.end)) {
    for (let line = loop.head; line <= loop.end; line++) {
      byLine[line] = [...(byLine[line] ?? []), loop]
    }
  }
  return byLine
}

const NO_LOOPS: readonly SourceLoop[] = []

function isHead(loop: SourceLoop, line: number): boolean {
  return line >= loop.head && line <= loop.headEnd
}

function isOneLine(loop: SourceLoop): boolean {
  return loop.end === loop.headEnd
}

/**
 * Takes the next `line` event of the frame into a run; `previous` is the frame's line before it, in this run, and
 * `inner` says that both are in a loop inside, whose jump it would be.
 */
function takeEvent(
  run: Running,
  { seq, line }: StateNode,
  previous: number | null,
  inner: boolean,
): void {
  const { loop } = run
  if (isOneLine(loop)) {
    run.starts.push(seq)
    return
  }
  if (isHead(loop, line)) {
    run.headed = true
    return
  }
  if (previous === null || isHead(loop, previous)) run.starts.push(seq)
  else if (line === run.bodyLine && line <= previous && !inner) run.jumps.push(seq)
  if (run.bodyLine === 0) run.bodyLine = line
}

function isEndless({ text }: SourceLoop): boolean {
  return /^while\s*\(?\s*(True|1)\b/.test(text)
}

/** `left`: the frame went on elsewhere, so a loop on one line ended with its last look at whether to go on. */
function close(run: Running, before: number, left: boolean): void {
  run.to = before - 1
  if (isOneLine(run.loop)) {
    if (left && !isEndless(run.loop)) run.starts.pop()
  } else if (!run.headed && isEndless(run.loop)) {
    run.starts.push(...run.jumps)
    run.starts.sort((a, b) => a - b)
  }
}

/** Reads the events of one frame in order, and knows its loops when it has seen all. */
export interface LoopReader {
  readonly take: (event: StateNode) => void
  readonly finish: () => FrameLoops
}

class FrameReader implements LoopReader {
  private readonly byLine: readonly (readonly SourceLoop[])[]
  private readonly found = new Map<number, LoopRun[]>()
  private active: readonly Running[] = []
  private chain: readonly SourceLoop[] = NO_LOOPS
  private previous = 0

  constructor(loops: readonly SourceLoop[]) {
    this.byLine = loopsByLine(loops)
  }

  take(event: StateNode): void {
    if (event.kind !== 'line') return
    const { seq, line } = event
    const chain = this.byLine[line] ?? NO_LOOPS
    if (chain !== this.chain) this.change(chain, seq)
    const { active } = this
    for (let index = 0; index < active.length; index++) {
      const run = active[index] as Running
      const inside = active[index + 1]
      const previous = run.from === seq ? null : this.previous
      takeEvent(run, event, previous, inside !== undefined && inside.from !== seq)
    }
    this.previous = line
  }

  finish(): FrameLoops {
    for (const run of this.active) close(run, Number.POSITIVE_INFINITY, false)
    this.active = []
    return this.found
  }

  /** Ends the runs of loops that the line is not in, and begins those it is. */
  private change(chain: readonly SourceLoop[], seq: number): void {
    this.chain = chain
    const kept = this.active.filter(({ loop }) => chain.includes(loop))
    if (kept.length === this.active.length && kept.length === chain.length) return
    for (const run of this.active) if (!kept.includes(run)) close(run, seq, true)
    this.active = [...kept, ...chain.slice(kept.length).map((loop) => this.begin(loop, seq))]
  }

  private begin(loop: SourceLoop, seq: number): Running {
    const open = { loop, from: seq, to: seq, starts: [], headed: false, jumps: [], bodyLine: 0 }
    const runs = this.found.get(loop.head)
    if (runs === undefined) this.found.set(loop.head, [open])
    else runs.push(open)
    return open
  }
}

/**
 * Finds the loops that a frame ran, from its `line` events in order (over all activations of a generator). Which
 * lines belong to a loop is read in the source, because jumps alone cannot tell a loop from the end of a `with` or a
 * call over several lines, both of which go back to an earlier line; where a pass begins is read in the events: at
 * the first body event after the header, which Python visits between any two passes. Python 3.9 and older do not
 * visit the header of `while True`: there a pass begins with a jump back to the body's first line. A loop on one line
 * has one event a pass, and one more when it ends by itself. Events of called functions and of comprehensions that
 * are frames of their own are not among the frame's, and so neither end a run nor begin a pass.
 */
export function createLoopReader(loops: readonly SourceLoop[]): LoopReader {
  return new FrameReader(loops)
}

/** Index of the last run that begins at or before a seq, -1 for none. */
function runBefore(runs: readonly LoopRun[], seq: number): number {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((runs[middle]?.from ?? 0) > seq) high = middle
    else low = middle + 1
  }
  return low - 1
}

/** The loops around a state of the frame, innermost first. */
export function loopsAt(frameLoops: FrameLoops, seq: number): readonly LoopPlace[] {
  const places: LoopPlace[] = []
  for (const runs of frameLoops.values()) {
    const run = runs[runBefore(runs, seq)]
    if (run === undefined || seq > run.to) continue
    places.push({ loop: run.loop, run, pass: firstFrom(run.starts, seq + 1) })
  }
  return places.sort((a, b) => b.loop.head - a.loop.head)
}
