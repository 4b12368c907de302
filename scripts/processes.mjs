import { spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { nodeBinary, root } from './paths.mjs'
import { watchStarter } from './starter.mjs'

/** Environment of everything we start: the pinned Node and the installed commands first on the PATH. */
export function childEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const first = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin')]
  return { ...process.env, [key]: [...first, process.env[key] ?? ''].join(delimiter) }
}

/** All processes under `pid`, deepest last; empty where the system cannot say. */
function descendants(pid) {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = new Map()
  for (const line of (listed.stdout ?? '').split('\n')) {
    const [own, parent] = line.trim().split(/\s+/).map(Number)
    if (own > 0) children.set(parent, [...(children.get(parent) ?? []), own])
  }
  const found = []
  for (const queue = [pid]; queue.length > 0; ) {
    for (const child of children.get(queue.shift()) ?? []) {
      found.push(child)
      queue.push(child)
    }
  }
  return found
}

function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Ends a process and everything it started, however deep and in whichever process group. */
export function killTree(pid) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore' })
    return
  }
  const all = [pid, ...descendants(pid)]
  for (const one of all) signalProcess(one, 'SIGKILL')
}

const GRACE_MS = 5000
/** npm passes on a Ctrl-C that the terminal has already sent to everyone: one press arrives several times. */
const SAME_PRESS_MS = 500

/**
 * Runs a program to its end and answers its exit status (128 + signal number when it was killed).
 * A stop signal to us is passed on once; a second press, or a program that does not stop within the grace
 * time, ends it and all it started by force. With `channel` the program has an IPC channel, by which it
 * notices when we are killed.
 */
export function run(
  command,
  args,
  { env = childEnvironment(), stdio = 'inherit', ...options } = {},
) {
  const { channel = false, graceMs = GRACE_MS, forward = true, ...rest } = options
  const io = channel ? ['inherit', 'inherit', 'inherit', 'ipc'] : stdio
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: io, ...rest })
    child.channel?.unref()
    let stoppedAt = 0
    let below = []
    const stop = (signal) => {
      const now = Date.now()
      if (stoppedAt > 0) {
        if (now - stoppedAt > SAME_PRESS_MS) force()
        return
      }
      stoppedAt = now
      below = process.platform === 'win32' ? [] : descendants(child.pid)
      if (forward) child.kill(signal)
      if (graceMs > 0) setTimeout(force, graceMs).unref()
    }
    const force = () => {
      if (child.exitCode === null && child.signalCode === null) killTree(child.pid)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, stop)
    // Never a second press: the same Ctrl-C may have reached us directly.
    const unwatch = watchStarter((signal) => stoppedAt === 0 && stop(signal))
    const settle = () => {
      unwatch()
      for (const signal of signals) process.off(signal, stop)
    }
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      settle()
      // What the program started and left behind when it was stopped.
      for (const pid of stoppedAt > 0 ? below : []) signalProcess(pid, 'SIGKILL')
      resolve({ status: code ?? 128 + signalNumber(signal), stopped: stoppedAt > 0 })
    })
  })
}

function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }[signal] ?? 1
}

/** Runs a JavaScript file with the pinned Node. */
export function runNode(args, options) {
  return run(nodeBinary, args, options)
}

/** Starts a JavaScript file with the pinned Node in the background; `stop` ends it in good order. */
export function startNode(
  args,
  { env = childEnvironment(), stdio = ['inherit', 'inherit', 'inherit'] } = {},
) {
  const child = spawn(nodeBinary, args, { cwd: root, env, stdio: [...stdio, 'ipc'] })
  child.channel?.unref()
  const ended = new Promise((resolve) => child.on('exit', resolve))
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => killTree(child.pid), GRACE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}
