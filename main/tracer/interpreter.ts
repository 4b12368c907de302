import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { type SandboxCommand, tracerDirOf } from './sandbox-command.ts'
import { createFrameReader, type SandboxFrame } from './sandbox-frames.ts'
import { killGroup } from './start-process.ts'
import type { RunListener, SourceFrame, TraceSource } from './trace-source.ts'

/** What the sandbox says of itself once it has proved to be powerless. */
export interface InterpreterInfo {
  readonly deno: string
  readonly pyodide: string
  readonly python: string
  readonly tracer: string
  /** [what was tried, how it ended, whether that was a refusal]. */
  readonly attempts: readonly (readonly [string, string, boolean])[]
}

/** One sandboxed Python, idle or running one program. */
export interface Interpreter extends TraceSource {
  readonly info: InterpreterInfo
  /** Kept when the process is gone. */
  readonly closed: Promise<void>
}

type SandboxProcess = ChildProcessByStdio<Writable, Readable, null>

const START_TIMEOUT_MS = 120_000

/** A process that is becoming an interpreter. */
export interface Launch {
  /** Kept when it has proved to be powerless; rejects with one plain sentence. */
  readonly ready: Promise<Interpreter>
  readonly kill: () => void
  /** Kept when the process is gone. */
  readonly closed: Promise<void>
}

/** Starts a process; to be killed by the caller whether or not it becomes ready. */
export function launchInterpreter(command: SandboxCommand): Launch {
  const child: SandboxProcess = spawn(command.file, [...command.args], {
    cwd: command.cwd,
    env: command.env,
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own: a Ctrl-C at the terminal is for us, who then end it and say so.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const link = linkTo(child)
  return { ready: becomeReady(child, link, command), kill: link.kill, closed: link.closed }
}

async function becomeReady(
  child: SandboxProcess,
  link: Link,
  command: SandboxCommand,
): Promise<Interpreter> {
  const { pyodideDir } = command.paths
  try {
    const nonce = newNonce()
    const frame = await firstFrame(link, nonce, {
      nonce,
      pyodideDir,
      tracerDir: tracerDirOf(command.paths),
      snapshot: command.snapshot,
    })
    const info = readReady(frame)
    return {
      info,
      pid: child.pid ?? 0,
      kill: link.kill,
      isAlive: link.isAlive,
      closed: link.closed,
      run: (job, listener) => {
        const runNonce = newNonce()
        link.listen(runNonce, listener)
        link.write({ nonce: runNonce, program: job })
      },
    }
  } catch (error) {
    link.kill()
    throw error
  }
}

function newNonce(): string {
  return randomBytes(16).toString('hex')
}

interface Link {
  readonly listen: (nonce: string, listener: RunListener) => void
  readonly write: (message: unknown) => void
  readonly kill: () => void
  readonly isAlive: () => boolean
  readonly closed: Promise<void>
}

/** Frames of the process, handed to whoever listens under their nonce; a foreign frame ends the process. */
function linkTo(child: SandboxProcess): Link {
  let nonce = ''
  let listener: RunListener | null = null
  let isAlive = true
  let isKilled = false
  const kill = () => {
    isKilled = true
    // As a group: bubblewrap that dies while it starts leaves its own child, which would hold our pipes for ever.
    killGroup(child)
    child.stdin.destroy()
  }
  const hand = async (frame: SandboxFrame): Promise<void> => {
    if (frame.nonce !== nonce || listener === null) throw new Error('foreign frame')
    await listener.onFrame(frame)
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const closed = pump(child.stdout, hand)
    .catch(() => undefined)
    .then(async () => {
      kill()
      await exited
      isAlive = false
      listener?.onClosed('The sandboxed interpreter ended')
    })
  // A process that dies under a write is reported by `closed`.
  child.stdin.on('error', () => undefined)
  return {
    closed,
    kill,
    isAlive: () => isAlive && child.exitCode === null && !isKilled,
    listen: (newNonce, newListener) => {
      nonce = newNonce
      listener = newListener
    },
    write: (message) => {
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
  }
}

/** Reads until the stream ends; waits for each frame's taker, which stops the process when its pipe is full. */
async function pump(stream: Readable, hand: (frame: SandboxFrame) => Promise<void>): Promise<void> {
  const reader = createFrameReader()
  for await (const bytes of stream) {
    const frames = reader.push(bytes)
    if (!frames.ok) throw new Error(frames.error)
    for (const frame of frames.value) await hand(frame)
  }
}

function firstFrame(link: Link, nonce: string, hello: unknown): Promise<SourceFrame> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('The sandbox did not start in time; close other programs and try again.'))
    }, START_TIMEOUT_MS)
    link.listen(nonce, {
      onFrame: (frame) => {
        clearTimeout(timer)
        resolve(frame)
      },
      onClosed: () => {
        clearTimeout(timer)
        reject(new Error('The sandbox ended while it started; run the set-up (npm ci) again.'))
      },
    })
    link.write(hello)
  })
}

function readReady(frame: SourceFrame): InterpreterInfo {
  if (frame.kind !== 'ready') {
    throw new Error('The sandbox could not load Python; run the set-up (npm ci) again.')
  }
  const info = JSON.parse(frame.payload.toString('utf8')) as InterpreterInfo
  const held = info.attempts.filter(([, , isRefused]) => !isRefused).map(([what]) => what)
  if (info.attempts.length < EXPECTED_ATTEMPTS || held.length > 0) {
    const what = held.length > 0 ? held.join(', ') : 'too little was tried'
    throw new Error(`The sandbox failed its own test (${what}); no program is run in it.`)
  }
  return info
}

/** How many ways out resources/sandbox tries; fewer means that the test itself is broken. */
const EXPECTED_ATTEMPTS = 19
