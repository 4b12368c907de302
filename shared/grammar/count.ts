import type { Transcript } from './types.ts'

/** How a number differs from trajectory to trajectory: its mean, and the range from the 25th to the 90th percentile. */
export interface Spread {
  readonly mean: number
  readonly p25: number
  readonly p90: number
  readonly total: number
}

/** What is counted of a set of trajectories, by kind and by name. */
export interface Counts {
  readonly trajectories: number
  readonly tokens: Spread
  readonly actions: Spread
  readonly events: Spread
  readonly byAction: Readonly<Record<string, Spread>>
  readonly byEvent: Readonly<Record<string, Spread>>
}

/** What is counted of one trajectory. */
export interface CountedTrajectory {
  readonly tokens: number
  /** The name of each action, and the event of each state. */
  readonly actions: readonly string[]
  readonly events: readonly string[]
}

export function countedOf({ actions, states }: Transcript, tokens: number): CountedTrajectory {
  return {
    tokens,
    actions: actions.map(({ name }) => name),
    events: states.map(({ event }) => event),
  }
}

const NONE: Spread = { mean: 0, p25: 0, p90: 0, total: 0 }

/** The value below which a share of sorted numbers is, between neighbours by their distance. */
function percentile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place - Math.floor(place))
}

function spreadOf(numbers: readonly number[], absent: number): Spread {
  if (numbers.length + absent === 0) return NONE
  const sorted = new Float64Array(numbers.length + absent)
  sorted.set(numbers)
  sorted.sort()
  const total = numbers.reduce((sum, number) => sum + number, 0)
  return {
    mean: total / sorted.length,
    p25: percentile(sorted, 0.25),
    p90: percentile(sorted, 0.9),
    total,
  }
}

/** Counts tokens, actions and events per trajectory, as the paper's Figure 5 does. */
export class TrajectoryCounter {
  private readonly tokens: number[] = []
  private readonly actions: number[] = []
  private readonly events: number[] = []
  /** Of the trajectories that have any: a trajectory without an action counts as none of it. */
  private readonly byAction = new Map<string, number[]>()
  private readonly byEvent = new Map<string, number[]>()

  add({ tokens, actions, events }: CountedTrajectory): void {
    this.tokens.push(tokens)
    this.actions.push(actions.length)
    this.events.push(events.length)
    addByName(this.byAction, actions)
    addByName(this.byEvent, events)
  }

  counts(): Counts {
    const trajectories = this.tokens.length
    const named = (counts: ReadonlyMap<string, number[]>): Record<string, Spread> =>
      Object.fromEntries(
        [...counts].map(([name, numbers]) => [
          name,
          spreadOf(numbers, trajectories - numbers.length),
        ]),
      )
    return {
      trajectories,
      tokens: spreadOf(this.tokens, 0),
      actions: spreadOf(this.actions, 0),
      events: spreadOf(this.events, 0),
      byAction: named(this.byAction),
      byEvent: named(this.byEvent),
    }
  }
}

function addByName(counts: Map<string, number[]>, names: readonly string[]): void {
  const here = new Map<string, number>()
  for (const name of names) here.set(name, (here.get(name) ?? 0) + 1)
  for (const [name, count] of here) {
    const known = counts.get(name)
    if (known === undefined) counts.set(name, [count])
    else known.push(count)
  }
}
