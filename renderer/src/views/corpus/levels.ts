import type { Level } from '../../../../shared/query/things.ts'

export interface LevelInfo {
  /** `traces`. */
  readonly plural: string
  readonly title: string
  /** A query that a person might ask. */
  readonly example: string
  /** Columns shown until the user chooses others; expressions of the query language. */
  readonly columns: readonly string[]
  readonly facets: readonly string[]
}

/** What the corpus shows at each of its levels. */
export const LEVEL_INFO: Readonly<Record<Level, LevelInfo>> = {
  program: {
    plural: 'programs',
    title: 'Programs',
    example: '"def merge" or len(traces) > 1',
    columns: [
      'name',
      'len(traces)',
      'max(t.events for t in traces)',
      'len(source)',
      'origin',
      'licence',
    ],
    facets: ['len(traces)', 'origin', 'licence', 'len(source)'],
  },
  trace: {
    plural: 'traces',
    title: 'Traces',
    example: 'exit == "error" and events > 100',
    columns: ['program', 'entry', 'events', 'depth', 'exceptions', 'exit', 'stop'],
    facets: ['exit', 'stop', 'events', 'depth', 'exceptions', 'labelled', 'engine', 'imported'],
  },
  step: {
    plural: 'steps',
    title: 'Steps',
    example: 'event == "return" and value is None',
    columns: ['program', 'seq', 'event', 'function', 'line', 'depth', 'value', 'len(changes)'],
    facets: ['event', 'function', 'depth', 'size'],
  },
  trajectory: {
    plural: 'trajectories',
    title: 'Trajectories',
    example: 'direction == "inverse" and not labelled',
    columns: ['program', 'policy', 'direction', 'steps', 'exit', 'seed', 'len(labels)'],
    facets: ['policy', 'direction', 'exit', 'steps', 'labelled'],
  },
}
