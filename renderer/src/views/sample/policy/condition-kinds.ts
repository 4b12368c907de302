import type { Condition } from '../../../../../shared/trajectory/policy-document.ts'

export type ConditionKey = keyof Condition

/** How a part of a condition is entered: a number within bounds, yes or no, one of a list, or parts of its own. */
export type ConditionInput = 'bounds' | 'yes-no' | 'event' | 'ahead' | 'streak' | 'not' | 'any'

export interface ConditionKind {
  readonly key: ConditionKey
  readonly words: string
  readonly about: string
  readonly input: ConditionInput
  /** What it starts as. */
  readonly first: Condition
}

/** Every part a condition may have, in the words of a person. */
export const CONDITION_KINDS: readonly ConditionKind[] = [
  {
    key: 'depth',
    words: 'depth',
    about: 'Calls between the entry and the state; the entry itself has 0.',
    input: 'bounds',
    first: { depth: { at_least: 1 } },
  },
  {
    key: 'in_library',
    words: 'in library code',
    about: 'The state is in a file of an installed package or of Python itself.',
    input: 'yes-no',
    first: { in_library: true },
  },
  {
    key: 'has_call',
    words: 'line has a call',
    about: 'Stepping into goes into a call.',
    input: 'yes-no',
    first: { has_call: true },
  },
  {
    key: 'calls_library',
    words: 'line calls a library',
    about: 'Stepping into goes into a call of library code.',
    input: 'yes-no',
    first: { calls_library: true },
  },
  {
    key: 'event',
    words: 'event',
    about: 'What the state is: a call, a line, a return or an exception.',
    input: 'event',
    first: { event: 'line' },
  },
  {
    key: 'loop_visit',
    words: 'visit of the loop’s header',
    about: 'The state is at a loop’s header: which visit of this run of it, from 1.',
    input: 'bounds',
    first: { loop_visit: { at_least: 3 } },
  },
  {
    key: 'exception_ahead',
    words: 'exception still to come',
    about: 'In what the line calls, in this call itself, or anywhere in the scope.',
    input: 'ahead',
    first: { exception_ahead: 'scope' },
  },
  {
    key: 'changed',
    words: 'changed variables',
    about: 'Writes of the frame’s variables since the trajectory last saw the frame.',
    input: 'bounds',
    first: { changed: { at_least: 1 } },
  },
  {
    key: 'actions_left',
    words: 'actions left',
    about: 'Actions the trajectory may still take, this one included.',
    input: 'bounds',
    first: { actions_left: { below: 20 } },
  },
  {
    key: 'tokens_left',
    words: 'token budget left',
    about: 'Tokens left of the budget; without a budget there are always enough.',
    input: 'bounds',
    first: { tokens_left: { below: 1000 } },
  },
  {
    key: 'streak',
    words: 'same action in a row',
    about: 'How many times in a row the last actions were this one.',
    input: 'streak',
    first: { streak: { action: 'step_over', at_least: 3 } },
  },
  {
    key: 'not',
    words: 'not',
    about: 'What is in it does not hold.',
    input: 'not',
    first: { not: { in_library: true } },
  },
  {
    key: 'any',
    words: 'one of',
    about: 'At least one of the conditions in the list holds.',
    input: 'any',
    first: { any: [{ event: 'exception' }, { exception_ahead: 'call' }] },
  },
]

/** The kinds a condition has, in the order it names them. */
export function kindsIn(condition: Condition): readonly ConditionKind[] {
  return Object.keys(condition).flatMap(
    (key) => CONDITION_KINDS.find((kind) => kind.key === key) ?? [],
  )
}

/** The kinds that may still be added. */
export function kindsLeft(condition: Condition): readonly ConditionKind[] {
  return CONDITION_KINDS.filter(({ key }) => condition[key] === undefined)
}
