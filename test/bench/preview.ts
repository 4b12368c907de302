import type { EventKind, TraceId } from '../../shared/trace/event.ts'
import { sourceLines } from '../../shared/trace/source.ts'
import { directionsOf, POLICIES } from '../../shared/trajectory/policies.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { sampleTrajectory } from '../../shared/trajectory/sample.ts'
import { createSourceIndex, type SourceIndex } from '../../shared/trajectory/source-index.ts'
import type { Direction, Trajectory } from '../../shared/trajectory/types.ts'
import { buildTree, type TreeEvent } from '../../shared/tree/build.ts'
import type { StateTree } from '../../shared/tree/node.ts'
import { printTable } from './table.ts'

/**
 * What drawing costs: `npm run -s bench -- preview [NODES]`. For trees of 10³ to 10⁶ nodes (or of NODES alone) the
 * source index, the first preview of each shipped policy (20 paths, with every table that its rules ask for), the one
 * after it, as while a slider is dragged, and what one core draws in the long run. A preview has 150 ms on 10,000
 * nodes.
 */
const PATHS = 20
const LIMIT_MS = 150
const LIMIT_NODES = 10_000
/** Long enough that the clock's resolution does not matter. */
const RUN_MS = 400

const LINES = sourceLines(`def main(n):
    for i in range(n):
        total = work(i)
        try:
            check(total)
        except ValueError:
            total = 0
    return total

def work(i):
    total = 0
    for j in range(5):
        total += step(j)
    return total

def step(j):
    if j % 2:
        return j
    return -j

def check(total):
    if total % 3 == 0:
        raise ValueError(total)
`)

function functionAt(line: number): string {
  if (line < 9) return 'main'
  if (line < 15) return 'work'
  return line < 20 ? 'step' : 'check'
}

/** A run of the program above with about so many events. */
function eventsOf(count: number): TreeEvent[] {
  const events: TreeEvent[] = []
  let frames = 0
  const at = (kind: EventKind, line: number, frame: number, flags = 0): void => {
    events.push({ kind, line, function: functionAt(line), frame, flags, thread: 0 })
  }
  const step = (j: number): void => {
    const frame = ++frames
    at('call', 16, frame)
    at('line', 17, frame)
    const line = j % 2 === 1 ? 18 : 19
    at('line', line, frame)
    at('return', line, frame)
  }
  const work = (): void => {
    const frame = ++frames
    at('call', 10, frame)
    at('line', 11, frame)
    for (let j = 0; j < 5; j++) {
      at('line', 12, frame)
      at('line', 13, frame)
      step(j)
    }
    at('line', 12, frame)
    at('line', 14, frame)
    at('return', 14, frame)
  }
  const check = (fails: boolean): void => {
    const frame = ++frames
    at('call', 21, frame)
    at('line', 22, frame)
    if (fails) {
      at('line', 23, frame)
      at('exception', 23, frame)
    }
    at('return', fails ? 23 : 22, frame, fails ? 4 : 0)
    if (!fails) return
    for (const [kind, line] of [
      ['exception', 5],
      ['line', 6],
      ['line', 7],
    ] as const) {
      at(kind, line, 0)
    }
  }
  at('call', 1, 0)
  for (let i = 0; events.length < count - 4; i++) {
    at('line', 2, 0)
    at('line', 3, 0)
    work()
    at('line', 5, 0)
    check(i % 3 === 0)
  }
  at('line', 8, 0)
  at('return', 8, 0)
  return events
}

interface Way {
  readonly policy: PolicyDocument
  readonly direction: Direction
}

function drawOne(sources: SourceIndex, { policy, direction }: Way, ordinal: number) {
  const place = { sources, traceId: 't_bench' as TraceId, traceExit: null, entry: null }
  const drawn = sampleTrajectory({ ...place, policy, direction, seed: 1, ordinal })
  if (!drawn.ok) throw new Error(drawn.error)
  return drawn.value
}

function timed<T>(work: () => T): [ms: number, result: T] {
  const began = performance.now()
  const result = work()
  return [performance.now() - began, result]
}

function preview(sources: SourceIndex, way: Way): Omit<Trajectory, 'id'>[] {
  return Array.from({ length: PATHS }, (_, ordinal) => drawOne(sources, way, ordinal))
}

function rate(sources: SourceIndex, way: Way): { trajectories: number; actions: number } {
  let actions = 0
  let trajectories = 0
  const until = performance.now() + RUN_MS
  const began = performance.now()
  while (performance.now() < until) {
    actions += drawOne(sources, way, trajectories).steps.length
    trajectories += 1
  }
  const seconds = (performance.now() - began) / 1000
  return { trajectories: trajectories / seconds, actions: actions / seconds }
}

const ROUND = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** Rows of one tree; answers the slowest first preview. */
function measure(tree: StateTree): { rows: object[]; slowest: number } {
  const nodes = COUNT.format(tree.nodes.length)
  const rows: object[] = []
  let slowest = 0
  for (const policy of POLICIES) {
    for (const direction of directionsOf(policy)) {
      const way = { policy, direction }
      // A new index each time, so that every policy pays for its tables.
      const [indexMs, sources] = timed(() => createSourceIndex(tree, [LINES]))
      const [firstMs] = timed(() => preview(sources, way))
      const [nextMs] = timed(() => preview(sources, way))
      const { trajectories, actions } = rate(sources, way)
      slowest = Math.max(slowest, firstMs)
      rows.push({
        nodes,
        policy: `${policy.name} ${direction}`,
        'index ms': ROUND.format(indexMs),
        'first ms': ROUND.format(firstMs),
        'next ms': ROUND.format(nextMs),
        'trajectories/s': COUNT.format(trajectories),
        'actions/s': COUNT.format(actions),
      })
    }
  }
  return { rows, slowest }
}

const [asked] = process.argv.slice(2)
const sizes = asked === undefined ? [1e3, 1e4, 1e5, 1e6] : [Number(asked)]
const all: object[] = []
let failed = false
for (const size of sizes) {
  const { rows, slowest } = measure(buildTree(eventsOf(size)))
  all.push(...rows)
  if (size <= LIMIT_NODES && slowest > LIMIT_MS) failed = true
}
printTable(`${PATHS} paths a preview`, all)
if (failed) {
  process.stderr.write(`A preview took longer than ${LIMIT_MS} ms on ${LIMIT_NODES} nodes.\n`)
  process.exitCode = 1
}
