import type { SandboxFrame } from './sandbox-frames.ts'

/** A job for the tracer package; see resources/tracer/ndtracer/program.py. */
export interface TracerJob {
  readonly code: string
  readonly entry: string | null
  /** Bare name of the program's file. */
  readonly file: string
  /** Of a test, which is run from its project: absolute paths of its file and of the project, and its pytest node id. */
  readonly path?: string
  readonly root?: string
  readonly test?: string
  readonly maxSteps: number
  readonly timeoutSeconds: number
  readonly outputBytes: number
  readonly cpuSeconds?: number | null
}

/** A piece of what the tracer or the program wrote. */
export type SourceFrame = Omit<SandboxFrame, 'nonce'>

/** Receives a run's frames in order; the next one waits until this one's promise is kept. */
export interface RunListener {
  readonly onFrame: (frame: SourceFrame) => void | Promise<void>
  /** The process is gone, or sent what it must not; no more frames come. `how` is half a sentence. */
  readonly onClosed: (how: string) => void
}

/** A process that can run a program: what a trace is read from. */
export interface TraceSource {
  readonly info: { readonly python: string; readonly tracer: string }
  readonly pid: number
  /** Starts a program; one at a time. */
  readonly run: (job: TracerJob, listener: RunListener) => void
  readonly kill: () => void
  readonly isAlive: () => boolean
}
