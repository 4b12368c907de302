import { createAtom } from './atom.ts'

/** A line of a trace's source that is to be shown where no state leads to it. */
export interface WantedLine {
  readonly trace: string
  /** Path of the file; null where the program has but one. */
  readonly file: string | null
  readonly line: number
}

/** Asked for by whoever opens the trace; whoever shows its source takes it away. */
export const wantedLineAtom = createAtom<WantedLine | null>(null)
