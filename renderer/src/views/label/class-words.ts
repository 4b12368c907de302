import { FAILURE_CLASSES, type FailureClass } from '../../../../shared/corpus/failure-classes.ts'

/** A failure class as people read it: `wrong value`. */
export function classWords(name: FailureClass): string {
  return name.replaceAll('_', ' ')
}

/** The class of a digit key, `1` to `9`. */
export function classOfDigit(digit: string): FailureClass | undefined {
  return FAILURE_CLASSES[Number(digit) - 1]
}
