import { availableParallelism } from 'node:os'
import type { LoopPolicy, RecordScope, ValuePolicy } from '../../shared/contract/recording.ts'
import type { Backend } from '../../shared/trace/wire-records.ts'
import type { CollectedTests, Within } from './collect-tests.ts'
import { type Interpreter, launchInterpreter } from './interpreter.ts'
import { createInterpreterPool, type InterpreterPool } from './interpreter-pool.ts'
import { prepareSandboxCommand, type SandboxCommand, type SandboxPaths } from './sandbox-command.ts'
import { type RecordSink, runTrace } from './trace-run.ts'

export type { RecordSink } from './trace-run.ts'

/** One program to run: its source text, and what to run of it. */
export interface TracedProgram {
  readonly code: string
  /** Expression evaluated after the program's body, which alone is traced then; null traces the body. */
  readonly entry: string | null
  /** What the program reads from standard input; nothing when absent. */
  readonly stdin?: string
  /** Name the program sees as its own file; its last part is used. */
  readonly fileName: string
  /** Instead of an entry: a test of a project, run by pytest from the project's own folder (cpython only). */
  readonly test?: ProjectTest
}

/** A test in a project; absolute paths, and its pytest node id relative to the project. */
export interface ProjectTest {
  readonly root: string
  readonly path: string
  readonly nodeId: string
}

export interface TraceLimits {
  /** Most events; recording stops with `step_limit` after them. */
  readonly maxSteps: number
  /** Wall time of the program, not counting time spent waiting for the records to be taken. */
  readonly timeoutSeconds: number
  /** Most bytes printed on both streams together. */
  readonly outputBytes: number
  /** Further budgets and choices of a recording (shared/contract/recording.ts). */
  readonly cpuSeconds?: number | null
  readonly maxBytes?: number | null
  readonly maxDepth?: number | null
  readonly valueCharacters?: number
  readonly values?: ValuePolicy
  readonly loops?: LoopPolicy
  readonly scope?: RecordScope
  readonly backend?: 'auto' | Backend
  /** What Python's string hashes start from (cpython only); default: 0. */
  readonly hashSeed?: number
}

/** What records traces. */
export interface TracerAbout {
  readonly engine: string
  /** The walls around the program, in words. */
  readonly sandbox: string
  readonly pythonVersion: string
  readonly tracerVersion: string
}

/** What recorded a trace, and how long it took. */
export interface TraceRun extends TracerAbout {
  readonly wallMs: number
}

export interface Tracer {
  /** Programs at once. */
  readonly width: number
  /** Starts a sandbox if there is none yet; rejects, in one sentence, when none can be started. */
  readonly describe: () => Promise<TracerAbout>
  /**
   * Runs a program and hands over its records in batches, the last one ending with an `end` record. Whatever
   * the program does is told by that record; rejects only when cancelled, when the sink rejects, or when no
   * sandbox can be started (in one sentence).
   */
  readonly trace: (
    program: TracedProgram,
    limits: TraceLimits,
    onRecords: RecordSink,
    signal?: AbortSignal,
  ) => Promise<TraceRun>
  /**
   * The project's tests that the selectors (`FILE::TEST`, files, folders, relative to it) name. Rejects in one sentence
   * where that cannot be found out, within so many seconds.
   */
  readonly collectTests: (selectors: readonly string[], within: Within) => Promise<CollectedTests>
  /** Kills what runs; resolves when no process is left. */
  readonly close: () => Promise<void>
}

export interface TracerOptions extends SandboxPaths {
  /** Programs at once; default: cores − 1, at least 1. */
  readonly workers?: number
  /** Whether bubblewrap is put around Deno where it works; default: yes. */
  readonly bubblewrap?: boolean
}

interface Parts {
  readonly command: SandboxCommand
  readonly pool: InterpreterPool
}

/** A tracer; processes start with the first program. Close it to end them. */
export function createTracer(options: TracerOptions): Tracer {
  const workers = options.workers ?? Math.max(1, availableParallelism() - 1)
  let parts: Promise<Parts> | null = null
  let isClosed = false

  const assembled = (): Promise<Parts> => {
    if (isClosed) throw new Error('The tracer is closed; nothing more is recorded.')
    parts ??= assemble(options, workers)
    // A missing part may be there at the next attempt.
    parts.catch(() => {
      parts = null
    })
    return parts
  }

  const describe = async (): Promise<TracerAbout> => {
    const { pool, command } = await assembled()
    const { interpreter, release } = await pool.acquire(undefined)
    release(Promise.resolve(true))
    return aboutOf(interpreter, command)
  }

  const trace = async (
    ...[program, limits, onRecords, signal]: Parameters<Tracer['trace']>
  ): Promise<TraceRun> => {
    const { pool, command } = await assembled()
    const { interpreter, release } = await pool.acquire(signal)
    try {
      const { code, entry, stdin } = program
      const job = { ...limits, code, entry, stdin: stdin ?? '', file: fileOf(program) }
      const { wallMs, isReusable } = await runTrace(interpreter, job, onRecords, signal)
      release(isReusable)
      return { ...aboutOf(interpreter, command), wallMs }
    } catch (error) {
      release(Promise.resolve(false))
      throw error
    }
  }

  const close = async () => {
    isClosed = true
    const started = await parts?.catch(() => null)
    await started?.pool.close()
    await started?.command.dispose()
  }

  const collectTests = () =>
    Promise.reject(new Error('Tests are recorded with the cpython engine only; choose that.'))

  return { width: workers, describe, trace, collectTests, close }
}

async function assemble(options: TracerOptions, workers: number): Promise<Parts> {
  const command = await prepareSandboxCommand(options, options.bubblewrap ?? true)
  return { command, pool: createInterpreterPool(workers, () => launchInterpreter(command)) }
}

function aboutOf(interpreter: Interpreter, command: SandboxCommand): TracerAbout {
  const { deno, pyodide, python, tracer } = interpreter.info
  const outside = command.bubblewrapVersion
  const walls = [`deno ${deno}`, 'no permissions']
  if (outside !== null) walls.push(`bubblewrap ${outside}`)
  return {
    engine: `pyodide ${pyodide}`,
    sandbox: walls.join(', '),
    pythonVersion: python,
    tracerVersion: tracer,
  }
}

const MAX_FILE_NAME = 100

/** A bare file name that cannot leave the program's folder. */
export function fileOf(program: TracedProgram): string {
  const last = program.fileName.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(0, MAX_FILE_NAME)
  return /^[. ]*$/.test(plain) ? 'main.py' : plain
}
