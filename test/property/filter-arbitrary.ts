import fc from 'fast-check'
import { FAILURE_CLASSES, type FailureClass } from '../../shared/corpus/failure-classes.ts'
import {
  COMPARISONS,
  CONTAINS_FIELDS,
  type Filter,
  type FilterLevel,
  type FilterTest,
  foldText,
  NUMBER_FIELDS,
} from '../../shared/corpus/filter.ts'
import { EXITS, STOP_REASONS } from '../../shared/trace/event.ts'
import { DIRECTIONS, TRAJECTORY_EXITS } from '../../shared/trajectory/types.ts'

/** Few letters, so that texts contain each other; and every one that a pattern, a quote or C could trip over. */
export const letter = fc.constantFrom(
  ...[
    'a',
    'B',
    'b',
    '%',
    '_',
    "'",
    '"',
    '\\',
    ' ',
    '\n',
    '\0',
    'é',
    'É',
    'İ',
    'Σ',
    'ς',
    '😀',
    ':',
    '-',
  ],
)
export const word = (maxLength: number) =>
  fc.array(letter, { maxLength }).map((letters) => letters.join(''))
const small = fc.integer({ min: 0, max: 4 })

export interface DrawnTrajectory {
  readonly id: string
  readonly policy: string
  readonly direction: (typeof DIRECTIONS)[number]
  readonly exit: (typeof TRAJECTORY_EXITS)[number] | null
  readonly visible: boolean
  readonly labels: readonly FailureClass[]
}
export interface DrawnTrace {
  readonly program: string
  readonly entry: string | null
  readonly functions: readonly string[]
  readonly error: string | null
  readonly exit: (typeof EXITS)[number]
  readonly stopReason: (typeof STOP_REASONS)[number]
  readonly events: number
  readonly depth: number
  readonly exceptions: number
  readonly trajectories: readonly DrawnTrajectory[]
}

const policies = ['mix', 'Mix', 'b%']
const trajectory: fc.Arbitrary<DrawnTrajectory> = fc.record({
  id: word(3),
  policy: fc.constantFrom(...policies),
  direction: fc.constantFrom(...DIRECTIONS),
  exit: fc.constantFrom(...TRAJECTORY_EXITS, null),
  visible: fc.boolean(),
  labels: fc.subarray([...FAILURE_CLASSES], { maxLength: 2 }),
})
export const trace: fc.Arbitrary<DrawnTrace> = fc.record({
  program: word(4),
  entry: fc.option(word(4)),
  functions: fc.uniqueArray(word(3), { maxLength: 3 }),
  error: fc.option(word(4)),
  exit: fc.constantFrom(...EXITS),
  stopReason: fc.constantFrom(...STOP_REASONS),
  events: small,
  depth: small,
  exceptions: small,
  trajectories: fc.array(trajectory, { maxLength: 3 }),
})

function testAt(level: FilterLevel): fc.Arbitrary<FilterTest> {
  const exits = level === 'trace' ? EXITS : ([...TRAJECTORY_EXITS, 'none'] as const)
  const text = word(3).map(foldText)
  // Whole ids, and parts of ids: the first name their row, the second must not.
  const id = fc.constantFrom('t_0', 't_1', 'j_00', 'j_10', 't_', '_', '0', 'j_0')
  return fc.oneof(
    fc.record({ kind: fc.constant('text' as const), text: fc.oneof(text, id) }),
    fc.record({
      kind: fc.constant('contains' as const),
      field: fc.constantFrom(...CONTAINS_FIELDS),
      text,
    }),
    fc.record({ kind: fc.constant('exit' as const), value: fc.constantFrom(...exits) }),
    fc.record({ kind: fc.constant('stop' as const), value: fc.constantFrom(...STOP_REASONS) }),
    fc.record({ kind: fc.constant('policy' as const), value: fc.constantFrom(...policies) }),
    fc.record({ kind: fc.constant('direction' as const), value: fc.constantFrom(...DIRECTIONS) }),
    fc.record({ kind: fc.constant('label' as const), value: fc.constantFrom(...FAILURE_CLASSES) }),
    fc.record({ kind: fc.constant('labelled' as const), value: fc.boolean() }),
    fc.record({
      kind: fc.constant('number' as const),
      field: fc.constantFrom(...NUMBER_FIELDS),
      comparison: fc.constantFrom(...COMPARISONS),
      value: small,
    }),
  )
}

export const filterAt = (level: FilterLevel): fc.Arbitrary<Filter> =>
  fc.array(fc.record({ negated: fc.boolean(), test: testAt(level) }), { maxLength: 3 })
