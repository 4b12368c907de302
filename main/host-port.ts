import type { Wire } from '../shared/rpc/wire.ts'

/** A process of ours that can be killed at a deadline and replaced. */
export interface Child {
  readonly wire: Wire
  /** Ends the process at once; its wire then closes. */
  readonly kill: () => void
}

export const CHILD_ENTRIES = ['reader', 'model'] as const
export type ChildEntry = (typeof CHILD_ENTRIES)[number]

/**
 * Where the user's keys for servers are kept: each for one origin, which is scheme, host and port. They go from here
 * into requests to that origin and nowhere else.
 */
export interface Secrets {
  /** How they are kept, in one sentence for the user who gives one. */
  readonly keptHow: string
  readonly get: (origin: string) => Promise<string | null>
  /** Null forgets it. Rejects with one sentence where it cannot be kept. */
  readonly set: (origin: string, secret: string | null) => Promise<void>
}

/** What the services need of the program that hosts them (architecture.md 1.4). */
export interface HostPort {
  readonly kind: 'web' | 'electron' | 'cli'
  /** Starts the named worker entry as a process; `args` reach it as `process.argv` from index 2. */
  readonly fork: (entry: ChildEntry, args: readonly string[]) => Child
  /** Shows a path in the system's file manager; null where the host cannot. */
  readonly reveal: ((path: string) => Promise<void>) | null
  /** The system's folder dialog; null where the host has none. */
  readonly pickFolder: (() => Promise<string | null>) | null
  readonly secrets: Secrets
  readonly log: (level: 'info' | 'warning' | 'error', message: string) => void
}

/** Where everything is; absolute paths, made by the host. */
export interface AppConfig {
  readonly storePath: string
  /** Store to start from when `storePath` does not exist yet: the sample project; null starts empty. */
  readonly sampleStorePath: string | null
  /** List of the models that this user added on this machine. */
  readonly modelsPath: string
  readonly appVersion: string
  /** Folder of built Node entries, `writer.js` and `reader.js` among them. */
  readonly entriesDir: string
  /** Folder of the built page. */
  readonly rendererDir: string
  /** `resources/` of the project: the tracer package, the sandbox script, samples. */
  readonly resourcesDir: string
  readonly denoPath: string
  readonly pyodideDir: string
  /** Folder of the memory that sandboxed interpreters begin with; null where there is none. */
  readonly snapshotsDir: string | null
}
