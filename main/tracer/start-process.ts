import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './process-probe.ts'

/** Descriptor on which the tracer finds the pipe for its lines. */
export const TRACE_DESCRIPTOR = 3
const INFO_DESCRIPTOR = 4
const FILTER_DESCRIPTOR = 5

/** Arguments that tell bubblewrap of the pipes that `startProcess` gives it. */
export const PIPE_ARGUMENTS = [
  '--info-fd',
  String(INFO_DESCRIPTOR),
  '--seccomp',
  String(FILTER_DESCRIPTOR),
]

/** How to start a process, with bubblewrap around it or without. */
export interface StartOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** System calls that bubblewrap refuses; null where there is no bubblewrap. */
  readonly filter: Buffer | null
}

export interface Started {
  readonly child: ChildProcess
  /** After its exit: kept when nothing that it started inside of its walls is left. */
  readonly emptied: () => Promise<void>
}

/** Starts a process with pipes for its standard streams and its trace, as a group of its own. */
export function startProcess(
  file: string,
  args: readonly string[],
  { cwd, env, filter }: StartOptions,
): Started {
  const pipes = filter === null ? 4 : 6
  const child = spawn(file, [...args], {
    cwd,
    env,
    stdio: Array<'pipe'>(pipes).fill('pipe'),
    // Killed as a group, and a Ctrl-C at the terminal is for us alone.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  // A process that dies under a write is told of by its end.
  child.stdin?.on('error', () => undefined)
  if (filter === null) return { child, emptied: async () => undefined }
  const streams: readonly unknown[] = child.stdio
  const wall = streams[FILTER_DESCRIPTOR] as Writable
  wall.on('error', () => undefined)
  wall.end(filter)
  const info = readAll(streams[INFO_DESCRIPTOR] as Readable)
  return { child, emptied: async () => untilGone(firstInside(await info)) }
}

async function readAll(stream: Readable): Promise<string> {
  let text = ''
  try {
    for await (const bytes of stream) text += bytes
  } catch {
    // Closed under us; what came before counts.
  }
  return text
}

/** The process whose end takes along all others inside; null when bubblewrap ended before it. */
function firstInside(info: string): number | null {
  const pid = /"child-pid": (\d+)/.exec(info)?.[1]
  return pid === undefined ? null : Number(pid)
}

const LOOK_MS = 5
const MOST_LOOKS = 400

/** The system ends it only after all others. */
async function untilGone(pid: number | null): Promise<void> {
  for (let look = 0; pid !== null && look < MOST_LOOKS && isRunning(pid); look++)
    await sleep(LOOK_MS)
}

/** Ends the process and what it started; bubblewrap takes along whatever left the group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
