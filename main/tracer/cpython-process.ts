import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { constants, release } from 'node:os'
import type { CpythonCommand } from './cpython-command.ts'
import { readPipes } from './process-pipes.ts'
import { killGroup, startProcess, TRACE_DESCRIPTOR } from './start-process.ts'
import { makeTemporaryFolder } from './temporary-folders.ts'
import type { RunListener, TracerJob, TraceSource } from './trace-source.ts'

/** A Python that runs one program. */
export interface CpythonProcess extends TraceSource {
  /** Kept when the process is gone and what it wrote has been taken. */
  readonly closed: Promise<void>
}

/** Starts a Python that waits for its job. */
export async function startCpython(
  command: CpythonCommand,
  hashSeed: number,
): Promise<CpythonProcess> {
  const { programDir, filter } = command
  const folder = programDir === null ? await makeTemporaryFolder('program') : null
  const args = [...command.argsFor(hashSeed), String(TRACE_DESCRIPTOR)]
  const options = { cwd: folder ?? '/', env: command.envFor(hashSeed), filter }
  const { child, emptied } = startProcess(command.file, args, options)
  const closed = Promise.withResolvers<void>()
  const exited = waitFor(child)
  let isAlive = true
  const run = async (job: TracerJob, listener: RunListener): Promise<void> => {
    const path = job.path ?? (programDir === null ? job.file : `${programDir}/${job.file}`)
    child.stdin?.end(JSON.stringify({ ...job, path, rlimits: limitsOf(job, command) }))
    const pipes = readPipes(child, listener)
    const how = await exited
    isAlive = false
    killGroup(child)
    await pipes.drain()
    await emptied()
    if (folder !== null) await rm(folder, { recursive: true, force: true })
    listener.onClosed(how)
    closed.resolve()
  }
  return {
    info: command,
    pid: child.pid ?? 0,
    run: (job, listener) => void run(job, listener).catch(closed.reject),
    kill: () => killGroup(child),
    isAlive: () => isAlive,
    closed: closed.promise,
  }
}

/** Resolves with half a sentence on how the process ended. */
function waitFor(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('Python could not be started and ended'))
    child.once('exit', (status, signal) => {
      const name = signal ?? signalOf((status ?? 0) - FROM_A_SIGNAL)
      if (status === NO_READER) resolve('The program closed the tracer’s pipe')
      else if (name === null) resolve(`Python ended with status ${status}`)
      else resolve(`Python was ended by ${name}`)
    })
  })
}

/** As resources/tracer/ndtracer/process.py ends when its lines are not taken. */
const NO_READER = 74
/** Bubblewrap tells of a signal as a shell does. */
const FROM_A_SIGNAL = 128

function signalOf(number: number): string | null {
  const entry = Object.entries(constants.signals).find(([, value]) => value === number)
  return entry?.[0] ?? null
}

const GIB = 1024 ** 3
const MIB = 1024 ** 2
/** Since then a user's processes outside do not count inside, where the limit would else be passed from the start. */
const COUNTS_APART = [5, 14] as const

/** Limits of the system's own, set before the program starts; CPU time only ends what our clock cannot any more. */
export function limitsOf(
  job: Pick<TracerJob, 'timeoutSeconds' | 'root'>,
  command: CpythonCommand,
): Record<string, number> {
  const always = { CORE: 0, CPU: Math.ceil(2 * job.timeoutSeconds) + 15 }
  if (command.programDir === null) return always
  // Libraries of a project map more than they use.
  const memory = job.root === undefined ? 2 * GIB : 8 * GIB
  const walled = {
    ...always,
    AS: memory,
    FSIZE: 64 * MIB,
    NOFILE: job.root === undefined ? 256 : 1024,
  }
  return countsProcessesApart() ? { ...walled, NPROC: 256 } : walled
}

function countsProcessesApart(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return major > COUNTS_APART[0] || (major === COUNTS_APART[0] && minor >= COUNTS_APART[1])
}
