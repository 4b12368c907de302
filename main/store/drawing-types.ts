import type { Step, Trajectory, TrajectoryExit } from '../../shared/trajectory/types.ts'
import type { Read } from './corpus-read-types.ts'
import type { Write } from './write-types.ts'

/** A drawn trajectory with the text of the document it was drawn by, which is kept once for all that name it. */
export interface DrawnTrajectory extends Trajectory {
  readonly document?: string
}

/** Where a trajectory made by hand began: another one, and how many of its steps were taken over. */
export interface Branch {
  readonly trajectory: string
  readonly step: number
}

/** Writes of trajectories that are made or chosen by hand; see Writes of write-types.ts. */
export interface DrawingWrites {
  /** Adds a trajectory that is seen at once. */
  readonly handAdd: Write<
    { readonly trajectory: Trajectory; readonly branch: Branch | null },
    Record<string, never>
  >
  /** Adds a step to one made by hand that has `length` steps and no exit: `conflict` where another writer was there first. */
  readonly handAppend: Write<
    {
      readonly trajectory: string
      readonly length: number
      readonly step: Step
      readonly exit: TrajectoryExit | null
    },
    { readonly steps: number }
  >
  /** Keeps the first `length` steps of one made by hand; `conflict` where a step that would go has a label. */
  readonly handCut: Write<
    { readonly trajectory: string; readonly length: number },
    { readonly steps: number }
  >
  readonly trajectoryGold: Write<
    { readonly trajectory: string; readonly gold: boolean },
    Record<string, never>
  >
}

/** Reads that drawing needs; see Reads of read-types.ts. */
export interface DrawingReads {
  /** By seq: how many variables of its frame an event was first seen to have written. */
  readonly traceWriteCounts: Read<{ readonly trace: string }, { readonly counts: number[] }>
  /** By seq: characters of the names and values of those variables, and of the event's argument. */
  readonly traceSizes: Read<{ readonly trace: string }, { readonly sizes: number[] }>
  /** Seqs of the calls of a trace that a query of steps keeps, rising. */
  readonly traceCalls: Read<
    { readonly trace: string; readonly where: string },
    { readonly seqs: number[] }
  >
  /** How many trajectories made by hand a trace has had: the ordinal of the next. */
  readonly handCount: Read<{ readonly trace: string }, { readonly count: number }>
}
