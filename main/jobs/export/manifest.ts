import { ServiceError } from '../../../shared/rpc/wire.ts'
import type { ExportedRow, RefusedRow } from './rows.ts'

export const EXPORT_FORMAT = 'ndw-trajectories-jsonl'
export const EXPORT_FORMAT_VERSION = 1
export const ROWS_FILE = 'trajectories.jsonl'
export const MANIFEST_FILE = 'manifest.json'

export interface FileEntry {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** `manifest.json` as resources/formats/export-jsonl.md says; nothing in it depends on clock, machine or path. */
export interface Manifest {
  readonly format: string
  readonly formatVersion: number
  readonly filter: string
  readonly codec: string
  readonly seeds: readonly {
    policy: string
    direction: string
    seed: number
    trajectories: number
  }[]
  readonly versions: { app: string; tracer: readonly string[]; python: readonly string[] }
  readonly counts: {
    trajectories: number
    steps: number
    traces: number
    programs: number
    labels: number
  }
  readonly licences: readonly { licence: string | null; trajectories: number }[]
  /** Trajectories that the filter kept and the codec cannot hold, by why. */
  readonly refused: readonly { reason: string; trajectories: number }[]
  readonly files: readonly FileEntry[]
}

/** Counts rows while they are written. */
export class ManifestCounter {
  private readonly seeds = new Map<
    string,
    { policy: string; direction: string; seed: number; trajectories: number }
  >()
  private readonly tracers = new Set<string>()
  private readonly pythons = new Set<string>()
  private readonly traces = new Set<string>()
  private readonly programs = new Set<string>()
  private readonly licences = new Map<string | null, number>()
  private readonly refused = new Map<string, number>()
  private trajectories = 0
  private steps = 0
  private labels = 0

  add({ policy, direction, seed, steps, labels, trace }: ExportedRow): void {
    const key = JSON.stringify([policy, direction, seed])
    const drawn = this.seeds.get(key) ?? { policy, direction, seed, trajectories: 0 }
    this.seeds.set(key, { ...drawn, trajectories: drawn.trajectories + 1 })
    this.tracers.add(trace.tracer)
    this.pythons.add(trace.python)
    this.traces.add(trace.trace)
    this.programs.add(trace.code)
    this.licences.set(trace.licence, (this.licences.get(trace.licence) ?? 0) + 1)
    this.trajectories++
    this.steps += steps
    this.labels += labels
  }

  refuse({ reason }: RefusedRow): void {
    this.refused.set(reason, (this.refused.get(reason) ?? 0) + 1)
  }

  /** Throws a ServiceError where the codec can hold none of what the filter keeps. */
  requireRows(codec: string): void {
    const [reason] = this.refused.keys()
    if (this.trajectories > 0 || reason === undefined) return
    throw new ServiceError(
      'bad-input',
      `Nothing was written: ${codec} cannot hold any of the trajectories that the filter keeps. ${reason}`,
    )
  }

  manifest(about: { filter: string; codec: string; app: string; file: FileEntry }): Manifest {
    return {
      format: EXPORT_FORMAT,
      formatVersion: EXPORT_FORMAT_VERSION,
      filter: about.filter,
      codec: about.codec,
      seeds: [...this.seeds.values()].sort(
        (a, b) =>
          compareText(a.policy, b.policy) ||
          compareText(a.direction, b.direction) ||
          a.seed - b.seed,
      ),
      versions: {
        app: about.app,
        tracer: [...this.tracers].sort(),
        python: [...this.pythons].sort(),
      },
      counts: {
        trajectories: this.trajectories,
        steps: this.steps,
        traces: this.traces.size,
        programs: this.programs.size,
        labels: this.labels,
      },
      licences: [...this.licences]
        .map(([licence, trajectories]) => ({ licence, trajectories }))
        .sort((a, b) => compareText(a.licence ?? '\uFFFF', b.licence ?? '\uFFFF')),
      refused: [...this.refused]
        .map(([reason, trajectories]) => ({ reason, trajectories }))
        .sort((a, b) => compareText(a.reason, b.reason)),
      files: [about.file],
    }
  }
}

/** Order by character code, the same in every locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
