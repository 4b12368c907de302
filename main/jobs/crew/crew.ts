import type { TraceLengths } from '../../../shared/trajectory/mix-forecast.ts'
import type { ExportedRow, RefusedRow } from '../export/rows.ts'
import type { CountedPart, CountPart } from '../trajectory/count-part.ts'
import type { DrawnPart, DrawPart } from '../trajectory/draw-part.ts'
import type { MeasurePart } from '../trajectory/measure-mix.ts'

/** What the hands of a crew can do, by name: a part of a job's work and what comes of it, both plain data. */
export interface CrewTasks {
  /** Draws some trajectories of one trace. */
  readonly draw: { readonly input: DrawPart; readonly output: DrawnPart }
  /** Counts the tokens, actions and events of some trajectories. */
  readonly count: { readonly input: CountPart; readonly output: CountedPart }
  /** Draws a few trajectories of each part of a mix from one trace and says how long they are. */
  readonly measure: { readonly input: MeasurePart; readonly output: TraceLengths }
  /** Makes lines of an export of some trajectories. */
  readonly exportLines: {
    readonly input: { readonly trajectories: readonly string[]; readonly codec: string }
    readonly output: { readonly rows: ExportedRow[]; readonly refused: RefusedRow[] }
  }
  /** Reads lines of an export again: the first that does not check out, by its place among them. */
  readonly verifyLines: {
    readonly input: { readonly lines: readonly string[]; readonly codec: string }
    readonly output: { readonly at: number; readonly problem: string } | null
  }
}

/** Threads that share a job's work: as many as the machine has cores, each with a reading connection of its own. */
export interface Crew {
  /** Tasks done at once. */
  readonly width: number
  /** Rejects with a ServiceError: what the task refused, or `unavailable` where its thread was lost. */
  readonly do: <K extends keyof CrewTasks>(
    name: K,
    input: CrewTasks[K]['input'],
  ) => Promise<CrewTasks[K]['output']>
}
