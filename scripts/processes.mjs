import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { nodeBinary, root } from './paths.mjs'
import { watchStarter } from './starter.mjs'

/**
 * Environment of everything we start: the pinned Node and the installed commands first on the PATH, and where the
 * user was, as npm tells it, from where paths are meant.
 */
export function childEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const first = [join(root, 'node_modules', 'node', 'bin'), join(root, 'node_modules', '.bin')]
  const INIT_CWD = process.env.INIT_CWD ?? process.cwd()
  return { ...process.env, INIT_CWD, [key]: [...first, process.env[key] ?? ''].join(delimiter) }
}

/**
 * All processes under `pid`, deepest last; empty where the system cannot say.
 * @param {number} pid
 * @returns {number[]}
 */
function descendants(pid) {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const children = new Map()
  for (const line of (listed.stdout ?? '').split('\n')) {
    const [own = 0, parent] = line.trim().split(/\s+/).map(Number)
    if (own > 0) children.set(parent, [...(children.get(parent) ?? []), own])
  }
  /** @type {number[]} */
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

/**
 * Whether a process runs. One that ended but was never asked for its status does not.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return true
  }
}

const GRACE_MS = 5000
/** npm passes on a Ctrl-C that the terminal has already sent to everyone: one press arrives several times. */
const SAME_PRESS_MS = 500

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {import('node:child_process').StdioOptions} [stdio]
 * @property {boolean} [channel] adds an IPC channel, by which the program notices when we are killed
 * @property {boolean} [shell] for commands that Windows runs only through its shell
 * @property {number} [graceMs] how long it may take to stop; 0 waits for ever
 */

/**
 * Runs a program to its end and answers its exit status (128 + signal number when it was killed).
 * A stop signal to us is passed on once; a second press, or a program that does not stop within the grace
 * time, ends it and all it started by force.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number, stopped: boolean }>}
 */
export function run(command, args, options = {}) {
  const { env = childEnvironment(), channel = false, shell = false, graceMs = GRACE_MS } = options
  const stdio = channel
    ? /** @type {import('node:child_process').StdioOptions} */ ([0, 1, 2, 'ipc'])
    : (options.stdio ?? 'inherit')
  return new Promise((resolve, reject) => {
    const child = start(command, args, { env, stdio, shell })
    const stopping = passSignals(child, graceMs)
    child.on('error', (error) => {
      stopping.settle()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      stopping.settle()
      resolve({ status: code ?? 128 + signalNumber(signal), stopped: stopping.wanted() })
    })
  })
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {import('node:child_process').ChildProcess}
 */
function start(command, args, options) {
  const child = spawn(command, args, { cwd: root, ...options })
  child.channel?.unref()
  return child
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Passes stop signals on to the child until `settle`, which also ends what a stopped child left behind.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} graceMs
 */
function passSignals(child, graceMs) {
  const pid = child.pid ?? 0
  let stoppedAt = 0
  /** @type {number[]} */
  let below = []
  const force = () => {
    if (child.exitCode === null && child.signalCode === null) killTree(pid)
  }
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    if (stoppedAt > 0) {
      if (Date.now() - stoppedAt > SAME_PRESS_MS) force()
      return
    }
    stoppedAt = Date.now()
    below = process.platform === 'win32' ? [] : descendants(pid)
    // Windows gives a Ctrl-C to every program of the console by itself; a signal from us would kill it.
    if (process.platform !== 'win32') child.kill(signal)
    if (graceMs > 0) setTimeout(force, graceMs).unref()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  // Never a second press: the same Ctrl-C may have reached us directly.
  const unwatch = watchStarter((signal) => stoppedAt === 0 && stop(signal))
  return {
    wanted: () => stoppedAt > 0,
    settle: () => {
      unwatch()
      for (const signal of SIGNALS) process.off(signal, stop)
      if (stoppedAt > 0) for (const one of below) signalProcess(one, 'SIGKILL')
    },
  }
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return constants.signals[signal ?? 'SIGHUP'] ?? 1
}

/** By itself Node lets young objects take 64 MB of each thread before it looks at them; here most die at once. */
const NODE_FLAGS = ['--max-semi-space-size=8']

/**
 * Runs a JavaScript file with the pinned Node.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNode(args, options) {
  return run(nodeBinary, [...NODE_FLAGS, ...args], options)
}

/**
 * Starts a JavaScript file with the pinned Node in the background; `stop` ends it in good order.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function startNode(args, env) {
  const child = start(nodeBinary, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
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
