import { formatCount } from '../../../../../shared/base/words.ts'
import type { SourceIndex } from '../../../../../shared/trajectory/source-index.ts'
import { estimatedTokens } from '../../../../../shared/trajectory/token-estimate.ts'
import type { ActionName } from '../../../../../shared/trajectory/types.ts'
import type { StateTree } from '../../../../../shared/tree/node.ts'
import type { SampledPath } from './draw-paths.ts'

/** How many of something there are, under its name. */
export interface Count {
  readonly name: string
  readonly count: number
}

/** What a set of paths is made of. */
export interface PathCounts {
  readonly actions: readonly Count[]
  /** Kinds of the states visited. */
  readonly events: readonly Count[]
  /** Paths by how many actions they have. */
  readonly lengths: readonly Count[]
  /** Paths by their tokens as estimated, their code not among them; empty where states were not measured. */
  readonly tokens: readonly Count[]
  /** Jumps by how many states of the trace they leave out. */
  readonly horizons: readonly Count[]
  readonly ends: readonly Count[]
  readonly steps: number
  readonly resampled: number
}

function tally(names: Iterable<string>, order: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>(order.map((name) => [name, 0]))
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count }))
}

/** Bounds of the columns of lengths and horizons: every four times further. */
const STEPS = [1, 4, 16, 64, 256] as const

function rangeName(from: number, next: number | undefined): string {
  if (next === undefined) return `${formatCount(from)} and more`
  return next === from + 1 ? `${from}` : `${formatCount(from)} to ${formatCount(next - 1)}`
}

const RANGES = [0, ...STEPS].map((from, at) => rangeName(from, STEPS[at]))

/** The column a number falls in: `4 to 15`. */
export function rangeOf(value: number): string {
  const at = STEPS.findIndex((bound) => value < bound)
  return RANGES[at === -1 ? STEPS.length : at] as string
}

/** Bounds of the columns of tokens. */
const TOKEN_STEPS = [256, 1024, 4096, 16_384, 65_536] as const
const TOKEN_RANGES = [0, ...TOKEN_STEPS].map((from, at) => rangeName(from, TOKEN_STEPS[at]))

function tokenRangeOf(value: number): string {
  const at = TOKEN_STEPS.findIndex((bound) => value < bound)
  return TOKEN_RANGES[at === -1 ? TOKEN_STEPS.length : at] as string
}

function eventName(tree: StateTree, seq: number, duplicate: boolean): string {
  return duplicate ? 'line_call' : (tree.nodes[seq]?.kind ?? '')
}

function* statesOf({ start, steps }: SampledPath) {
  yield start
  for (const { target } of steps) if (target !== null) yield target
}

/** Actions that go on for as long as it takes, not one state on. */
const JUMPS: ReadonlySet<ActionName> = new Set([
  'step_return',
  'breakpoint',
  'continue',
  'inv_step_call',
])

/** States of the trace that each jump of a path leaves out; one to the exit leaves out the rest of the scope. */
export function jumpHorizons({ start, steps, scope, direction }: SampledPath): number[] {
  const found: number[] = []
  let at = start.seq
  for (const step of steps) {
    const end = direction === 'forward' ? scope.close + 1 : scope.open - 1
    const to = step.target?.seq ?? end
    if (JUMPS.has(step.action.name)) found.push(Math.max(0, Math.abs(to - at) - 1))
    at = to
  }
  return found
}

/** Counts what the paths are made of, in a steady order, so that columns stay where they are while one drags. */
export function countPaths(
  sources: SourceIndex,
  paths: readonly SampledPath[],
  order: readonly string[],
): PathCounts {
  const { tree } = sources
  const steps = paths.flatMap((path) => path.steps)
  const states = paths.flatMap((path) => [...statesOf(path)])
  return {
    actions: tally(
      steps.map(({ action }) => action.name),
      order,
    ),
    events: tally(
      states.map(({ seq, duplicate }) => eventName(tree, seq, duplicate)),
      ['call', 'line', 'return', 'exception'],
    ),
    lengths: tally(
      paths.map((path) => rangeOf(path.steps.length)),
      RANGES,
    ),
    tokens:
      sources.sizes === undefined
        ? []
        : tally(
            paths.map((path) => tokenRangeOf(estimatedTokens(sources, path))),
            TOKEN_RANGES,
          ),
    horizons: tally(paths.flatMap(jumpHorizons).map(rangeOf), RANGES),
    ends: tally(
      paths.map(({ exit }) => exit ?? 'cut'),
      ['normal', 'error', 'never', 'cut'],
    ),
    steps: steps.length,
    resampled: paths.reduce((sum, path) => sum + path.resampled, 0),
  }
}
