import type { Signal } from '../../shared/rpc/wire.ts'
import type { Reads } from './read-types.ts'
import type { Writes } from './write-types.ts'

export interface ReadOptions {
  /** Gives the read up; a reader already busy with it is ended and replaced. */
  readonly signal?: Signal
  /** Milliseconds after which the reader is ended and the read rejected; 5000 unless given. */
  readonly deadlineMs?: number
}

/** A store as those see it that only read. */
export type StoreReads = Pick<Store, 'read'>

/**
 * One workspace file, as the services and jobs see it. Every failure is a ServiceError whose message is one plain
 * sentence: `bad-input`, `not-found`, `conflict`, `cancelled` (the signal), `unavailable` (deadline, closed,
 * read-only, a lost process) or `failed`.
 */
export interface Store {
  /** Runs a read in a killable process; reads never block each other for long, nor a write. */
  readonly read: <K extends keyof Reads>(
    name: K,
    input: Reads[K]['input'],
    options?: ReadOptions,
  ) => Promise<Reads[K]['output']>
  /** Runs a write as one transaction; settles after the commit reached the disk. */
  readonly write: <K extends keyof Writes>(
    name: K,
    input: Writes[K]['input'],
  ) => Promise<Writes[K]['output']>
  /** The file that is read: a copy of the workspace where its place lets nobody read it as it is. */
  readonly path: string
  /** Why nothing can be written, in one sentence, or null. */
  readonly readOnlyReason: string | null
  /** Lets queued writes finish, ends every reader, and closes the file. */
  readonly close: () => Promise<void>
}
