import { EXITS, type Exit, STOP_REASONS, type StopReason } from '../trace/event.ts'
import {
  DIRECTIONS,
  type Direction,
  TRAJECTORY_EXITS,
  type TrajectoryExit,
} from '../trajectory/types.ts'
import { FAILURE_CLASSES, type FailureClass } from './failure-classes.ts'

/** What a filter is applied to: rows of the corpus table, or trajectories. */
export type FilterLevel = 'trace' | 'trajectory'

export const CONTAINS_FIELDS = ['program', 'trace', 'function'] as const
export type ContainsField = (typeof CONTAINS_FIELDS)[number]
export const NUMBER_FIELDS = ['events', 'depth', 'exceptions'] as const
export type NumberField = (typeof NUMBER_FIELDS)[number]
export const COMPARISONS = ['>=', '<=', '>', '<', '='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** `exit:none` is a trajectory that its length cap cut before an exit. */
export type ExitValue = Exit | TrajectoryExit | 'none'

/** What one term asks of a row. Texts to search for are folded. */
export type FilterTest =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'contains'; readonly field: ContainsField; readonly text: string }
  | { readonly kind: 'exit'; readonly value: ExitValue }
  | { readonly kind: 'stop'; readonly value: StopReason }
  | { readonly kind: 'policy'; readonly value: string }
  | { readonly kind: 'direction'; readonly value: Direction }
  | { readonly kind: 'label'; readonly value: FailureClass }
  | { readonly kind: 'labelled'; readonly value: boolean }
  | {
      readonly kind: 'number'
      readonly field: NumberField
      readonly comparison: Comparison
      readonly value: number
    }

export interface FilterTerm {
  readonly negated: boolean
  readonly test: FilterTest
}

/** All terms must hold; no term keeps every row. */
export type Filter = readonly FilterTerm[]

/** The words each field may have; fields that are not here take free text or a number. */
export function fieldValues(field: string, level: FilterLevel): readonly string[] | null {
  switch (field) {
    case 'exit':
      return level === 'trace' ? EXITS : [...TRAJECTORY_EXITS, 'none']
    case 'stop':
      return STOP_REASONS
    case 'direction':
      return DIRECTIONS
    case 'label':
      return FAILURE_CLASSES
    case 'labelled':
      return ['yes', 'no']
    default:
      return null
  }
}

/** Upper and lower case made equal, the one way it is done everywhere. */
export function foldText(text: string): string {
  return text.toLowerCase()
}

/** A trajectory as the filter sees it. */
export interface TrajectoryFacts {
  readonly policy: string
  readonly direction: Direction
  /** Failure classes in force on its steps. */
  readonly labels: readonly FailureClass[]
}

/** A row as the filter sees it, at either level. */
export interface FilterRow {
  /** Null at the trace level. */
  readonly trajectory: string | null
  readonly trace: string
  readonly program: string
  readonly entry: string | null
  readonly functions: readonly string[]
  readonly error: string | null
  /** The trace's, or at the trajectory level the trajectory's own; null when that was cut. */
  readonly exit: Exit | TrajectoryExit | null
  readonly stopReason: StopReason
  readonly events: number
  readonly depth: number
  readonly exceptions: number
  /** The trace's trajectories, or at the trajectory level itself alone. */
  readonly trajectories: readonly TrajectoryFacts[]
}

function contains(text: string, folded: string): boolean {
  return foldText(text).includes(folded)
}

function hasText(row: FilterRow, folded: string): boolean {
  // An id is meant only when it is written whole: nobody sees its digits, and any short word is in some of them.
  if (row.trace === folded || row.trajectory === folded) return true
  const texts = [row.program, row.entry ?? '', row.functions.join('\n'), row.error ?? '']
  if (texts.some((text) => contains(text, folded))) return true
  if (row.trajectory === null) return false
  return row.trajectories.some((trajectory) => contains(trajectory.policy, folded))
}

function compares(left: number, comparison: Comparison, right: number): boolean {
  switch (comparison) {
    case '>=':
      return left >= right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '<':
      return left < right
    case '=':
      return left === right
  }
}

function containsIn(row: FilterRow, field: ContainsField): string {
  switch (field) {
    case 'program':
      return row.program
    case 'trace':
      return row.trace
    case 'function':
      return row.functions.join('\n')
  }
}

function holds(test: FilterTest, row: FilterRow): boolean {
  const some = (fits: (trajectory: TrajectoryFacts) => boolean): boolean =>
    row.trajectories.some(fits)
  switch (test.kind) {
    case 'text':
      return hasText(row, test.text)
    case 'contains':
      return contains(containsIn(row, test.field), test.text)
    case 'exit':
      return (row.exit ?? 'none') === test.value
    case 'stop':
      return row.stopReason === test.value
    case 'policy':
      return some((trajectory) => trajectory.policy === test.value)
    case 'direction':
      return some((trajectory) => trajectory.direction === test.value)
    case 'label':
      return some((trajectory) => trajectory.labels.includes(test.value))
    case 'labelled':
      return some((trajectory) => trajectory.labels.length > 0) === test.value
    case 'number':
      return compares(row[test.field], test.comparison, test.value)
  }
}

/** Whether every term holds for the row. */
export function matches(filter: Filter, row: FilterRow): boolean {
  return filter.every((term) => holds(term.test, row) !== term.negated)
}
