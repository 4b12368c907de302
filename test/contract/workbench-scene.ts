import type { WorkbenchContract } from '../../shared/contract/index.ts'
import type { GivenProgram } from '../../shared/contract/recording.ts'
import type { CallName, GivenOf, OutputOf } from '../../shared/rpc/contract.ts'
import type { ErrorCode } from '../../shared/rpc/wire.ts'
import type { Bench, WorkbenchClient } from './workbench-bench.ts'

/** What a case may use: the bench, one client on one wire, and what was made before. */
export interface Scene {
  readonly bench: Bench
  readonly client: WorkbenchClient
  /** Different for each wire, so that what one writes does not meet what another wrote. */
  readonly wire: number
  readonly program: GivenProgram
  readonly trace: string
  readonly trajectory: string
  readonly job: string
  readonly exported: string
}

export type Bad = readonly [input: unknown, code: ErrorCode, message: RegExp]

/** A good input of a call, what must come of it, and bad inputs. */
export interface Case<K extends CallName<WorkbenchContract>> {
  readonly input: (
    scene: Scene,
  ) => GivenOf<WorkbenchContract[K]> | Promise<GivenOf<WorkbenchContract[K]>>
  readonly check: (output: OutputOf<WorkbenchContract[K]>, scene: Scene) => unknown
  readonly bad: readonly Bad[]
}

/** Cases of some of the contract's calls. */
export type Cases<K extends CallName<WorkbenchContract>> = { readonly [Name in K]: Case<Name> }

export const page = { offset: 0, limit: 500 }
export const notObject: Bad = [[], 'bad-input', /is not valid/]
export const badPage: Bad = [{ offset: -1, limit: 1 }, 'bad-input', /at offset/]
export const bigPage: Bad = [{ offset: 0, limit: 501 }, 'bad-input', /at limit/]
