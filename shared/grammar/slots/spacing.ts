import { GROUP_OF, type Group, VOCABULARY } from './vocabulary.ts'

/**
 * Where Python is usually written with a space. Both ends of the codec ask this, so a space is told only where a text
 * departs from it. What is told character by character stands as it is, with no space next to it.
 */
export interface Spacing {
  /** What came before: a token's group, or how that token was used. */
  before: Group | 'start' | 'prefix' | 'text'
  /** The string that is open, by the id of its quote; 0 outside of strings. */
  quote: number
  readonly brackets: string[]
}

export function createSpacing(): Spacing {
  return { before: 'start', quote: 0, brackets: [] }
}

const NO_SPACE_AFTER = new Set<Spacing['before']>(['start', 'prefix', 'text', 'open', 'dot'])
const NO_SPACE_BEFORE = new Set<Group>(['close', 'separator', 'colon', 'dot', 'method'])
const OPERANDS = new Set<Spacing['before']>([
  ...(['variable', 'function', 'builtin', 'method'] as const),
  ...(['digit', 'quote', 'close', 'text'] as const),
])

/** Whether a space goes before the token, as text is usually written. */
export function wantsSpace(spacing: Spacing, id: number): boolean {
  const { before, brackets } = spacing
  const group = GROUP_OF[id] ?? 'control'
  if (spacing.quote !== 0 || NO_SPACE_AFTER.has(before) || NO_SPACE_BEFORE.has(group)) return false
  if (group === 'open') return !OPERANDS.has(before)
  const bracket = brackets.at(-1)
  if (group === 'assign' || before === 'assign') return bracket !== '('
  return before !== 'colon' || bracket !== '['
}

/** Goes on behind a token; of an integer, behind any of its digits. */
export function passToken(spacing: Spacing, id: number): void {
  const group = GROUP_OF[id] ?? 'control'
  if (group === 'quote') spacing.quote = spacing.quote === 0 ? id : 0
  if (group === 'open') spacing.brackets.push(VOCABULARY[id] ?? '')
  if (group === 'close') spacing.brackets.pop()
  const isPrefix = group === 'sign' && !OPERANDS.has(spacing.before)
  spacing.before = isPrefix ? 'prefix' : group
}

/** Goes on behind characters that are told as they are. */
export function passCharacters(spacing: Spacing): void {
  if (spacing.quote === 0) spacing.before = 'text'
}
