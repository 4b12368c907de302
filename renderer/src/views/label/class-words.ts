import type { FailureClass } from '../../../../shared/corpus/failure-classes.ts'

/** A failure class as people read it: `wrong value`. */
export function classWords(name: FailureClass): string {
  return name.replaceAll('_', ' ')
}
