import { type Level, THING_INFO } from '../../../../shared/query/fields.ts'

export interface LevelInfo {
  /** `traces`. */
  readonly plural: string
  readonly title: string
  /** A query that a person might ask. */
  readonly example: string
  /** Columns shown until the user chooses others; expressions of the query language. */
  readonly columns: readonly string[]
  /** Headings of columns whose expressions are no words; those not shown at first are offered by them. */
  readonly titles?: Readonly<Record<string, string>>
  readonly facets: readonly string[]
  /** Facets that say nothing before something was predicted. */
  readonly predictionFacets?: readonly string[]
  /** Pixels of columns whose cells and headings are short, so that all of them are in sight. */
  readonly widths?: Readonly<Record<string, number>>
  /** Least pixels of columns that grow, where those that name the row should be whole before others. */
  readonly least?: Readonly<Record<string, number>>
  /** What a column's cells say beside their own value, by column. */
  readonly companions?: Readonly<Record<string, readonly string[]>>
}

/** Of a trajectory the number of the first action, and of a trace the first event, that some engine has wrong. */
const FIRST_WRONG = {
  trajectory: 'min(p.position for p in predictions if p.verdict != "match")',
  trace: 'min(p.step.seq for p in predictions if p.verdict != "match")',
} as const
const WRONG = 'count(p for p in predictions if p.verdict != "match")'

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
    titles: { 'max(t.events for t in traces)': 'Most events', 'len(source)': 'Characters' },
    facets: ['len(traces)', 'origin', 'licence', 'len(source)'],
  },
  trace: {
    plural: 'traces',
    title: 'Traces',
    example: 'exit == "error" and events > 100',
    columns: [
      'program',
      'entry',
      'events',
      'depth',
      'exceptions',
      'exit',
      'stop',
      'len(trajectories)',
      'len(labels)',
      'recorded',
    ],
    widths: {
      events: 92,
      depth: 64,
      exceptions: 92,
      exit: 74,
      stop: 104,
      'len(trajectories)': 104,
      'len(labels)': 68,
      recorded: 142,
      accuracy: 132,
    },
    least: { program: 152, entry: 112 },
    titles: { [FIRST_WRONG.trace]: 'First divergence', [WRONG]: 'Wrong predictions' },
    companions: {
      program: ['thread'],
      exit: ['error'],
      stop: ['error'],
      accuracy: ['predicted'],
    },
    facets: ['exit', 'stop', 'events', 'depth', 'exceptions', 'labelled', 'engine', 'imported'],
    predictionFacets: ['accuracy', 'worst_error', FIRST_WRONG.trace],
  },
  step: {
    plural: 'steps',
    title: 'Steps',
    example: 'event == "return" and value is None',
    columns: ['program', 'seq', 'event', 'function', 'line', 'depth', 'value', 'len(changes)'],
    facets: ['event', 'function', 'depth', 'size'],
    titles: { [WRONG]: 'Wrong predictions' },
  },
  trajectory: {
    plural: 'trajectories',
    title: 'Trajectories',
    example: 'direction == "inverse" and not labelled',
    columns: ['program', 'policy', 'direction', 'steps', 'exit', 'seed', 'len(labels)'],
    facets: ['policy', 'direction', 'exit', 'steps', 'labelled'],
    predictionFacets: ['accuracy', 'worst_error', FIRST_WRONG.trajectory],
    titles: { [FIRST_WRONG.trajectory]: 'First divergence', [WRONG]: 'Wrong predictions' },
    widths: { accuracy: 132 },
    companions: { accuracy: ['predicted'] },
  },
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
}

/** Rows that `len(…)` of a level counts, by the column. */
function countedRows(level: Level, column: string): string | null {
  const name = /^len\((\w+)\)$/.exec(column)?.[1]
  const { relations } = THING_INFO[level]
  return name !== undefined && Object.hasOwn(relations, name) ? name : null
}

/**
 * Heading of a column: a name of the level, rows that are counted or what the level has a title for, as a word; any
 * other expression as it is.
 */
export function columnTitle(level: Level, column: string): string {
  const { fields, relations } = THING_INFO[level]
  const title = LEVEL_INFO[level].titles?.[column]
  if (title !== undefined) return title
  if (Object.hasOwn(fields, column) || Object.hasOwn(relations, column)) return capital(column)
  const rows = countedRows(level, column)
  return rows === null ? column : capital(rows)
}

/** What a column shows, for a person; its title or the column itself where the language tells no more. */
export function columnAbout(level: Level, column: string): string {
  const { fields, relations } = THING_INFO[level]
  const rows = countedRows(level, column)
  if (rows !== null) return `how many: ${relations[rows]?.about}`
  const info = Object.hasOwn(fields, column) ? fields[column] : relations[column]
  return info?.about ?? LEVEL_INFO[level].titles?.[column] ?? column
}
