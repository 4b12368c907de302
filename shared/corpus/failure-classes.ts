/** What can be wrong with a predicted step (product.md 57), in the order of the digit keys 1 to 9. */
export const FAILURE_CLASSES = [
  'wrong_event',
  'wrong_line',
  'wrong_value',
  'missing_variable',
  'extra_variable',
  'malformed',
  'stopped_early',
  'ambiguous',
  'other',
] as const
export type FailureClass = (typeof FAILURE_CLASSES)[number]

/** A failure class as people read it: `wrong value`. */
export function classWords(name: FailureClass): string {
  return name.replaceAll('_', ' ')
}
