import { availableParallelism } from 'node:os'
import { collectTests } from './collect-tests.ts'
import { type CpythonCommand, type CpythonOptions, prepareCpython } from './cpython-command.ts'
import { startCpython } from './cpython-process.ts'
import { runTrace } from './trace-run.ts'
import type { TracerJob } from './trace-source.ts'
import { fileOf, type TraceRun, type Tracer, type TracerAbout } from './tracer.ts'
import { createTurnstile } from './turnstile.ts'

export interface CpythonTracerOptions extends CpythonOptions {
  /** Programs at once; default: cores − 1, at least 1. */
  readonly workers?: number
}

/** A tracer whose programs each run in a fresh process of a Python of the user's. Close it to end them. */
export function createCpythonTracer(options: CpythonTracerOptions): Tracer {
  const workers = options.workers ?? Math.max(1, availableParallelism() - 1)
  const turnstile = createTurnstile(workers)
  const running = new Set<{ readonly kill: () => void; readonly closed: Promise<void> }>()
  let command: Promise<CpythonCommand> | null = null
  let isClosed = false

  const prepared = (): Promise<CpythonCommand> => {
    if (isClosed) throw closedError()
    command ??= prepareCpython(options)
    // A missing part may be there at the next attempt.
    command.catch(() => {
      command = null
    })
    return command
  }

  const runOne = async (
    ...[job, hashSeed, sink, signal]: [TracerJob, number, ...SinkAndSignal]
  ): Promise<number> => {
    const source = await startCpython(await prepared(), hashSeed)
    running.add(source)
    if (isClosed) source.kill()
    try {
      const { wallMs } = await runTrace(source, job, sink, signal)
      return wallMs
    } finally {
      // Not before nothing of it is left.
      await source.closed
      running.delete(source)
    }
  }

  const trace = async (
    ...[program, limits, onRecords, signal]: Parameters<Tracer['trace']>
  ): Promise<TraceRun> => {
    const about = aboutOf(await prepared())
    await turnstile.enter(signal)
    try {
      const { hashSeed = 0, ...budgets } = limits
      const { code, entry, stdin, test } = program
      const place =
        test === undefined ? {} : { path: test.path, root: test.root, test: test.nodeId }
      const job = { ...budgets, code, entry, stdin: stdin ?? '', file: fileOf(program), ...place }
      return { ...about, wallMs: await runOne(job, hashSeed, onRecords, signal) }
    } finally {
      turnstile.leave()
    }
  }

  const collect: Tracer['collectTests'] = async (selectors, within) => {
    const { project } = options
    if (project == null) throw new Error('No project was named whose tests could be collected.')
    return collectTests(await prepared(), { project, selectors }, within)
  }

  const close = async () => {
    isClosed = true
    turnstile.close(closedError())
    for (const one of running) one.kill()
    await Promise.all([...running].map((one) => one.closed))
  }

  return {
    width: workers,
    describe: async () => aboutOf(await prepared()),
    trace,
    collectTests: collect,
    close,
  }
}

type SinkAndSignal = [sink: Parameters<Tracer['trace']>[2], signal: AbortSignal | undefined]

function aboutOf({ python, tracer, sandbox }: CpythonCommand): TracerAbout {
  return {
    engine: `cpython ${python}`,
    sandbox,
    pythonVersion: python,
    tracerVersion: tracer,
  }
}

function closedError(): Error {
  return new Error('The tracer is closed; nothing more is recorded.')
}
