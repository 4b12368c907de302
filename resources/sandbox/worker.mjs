// Holds one Pyodide interpreter without any permission and runs one program after another in it.
import { attemptEverything, removeGlobals, revokeAll } from './powers.mjs'
import { importTracer, startPyodide } from './runtime.mjs'

const MEMORY_CAP = 512 * 1024 * 1024
const PAGE = 65_536

const { stdout, version, readFileSync } = Deno
const denoVersion = version.deno
const encoder = new TextEncoder()
let nonce = ''
let rawRoom = 0
let tracer = null
let isDead = false

function writeAll(bytes) {
  let rest = bytes
  while (rest.length > 0) rest = rest.subarray(stdout.writeSync(rest))
}

/** One frame: the run's nonce, what it is, its length in bytes, then that many bytes. */
function send(kind, bytes) {
  writeAll(encoder.encode(`${nonce} ${kind} ${bytes.length}\n`))
  writeAll(bytes)
}

function sendJson(kind, value) {
  send(kind, encoder.encode(JSON.stringify(value)))
}

/** What a program wrote past Python's own streams; one byte too many tells the host that its limit is passed. */
function takeRaw(kind) {
  return (buffer) => {
    if (isDead) return buffer.length
    const kept = buffer.subarray(0, Math.min(buffer.length, rawRoom))
    rawRoom -= kept.length
    if (kept.length > 0) send(kind, kept.slice())
    return buffer.length
  }
}

/** Called by the tracer with bytes; they are read where they are, in the interpreter's memory. */
function write(chunk) {
  const view = chunk.getBuffer('u8')
  send('trace', view.data)
  view.release()
  chunk.destroy()
}

function capMemory() {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MEMORY_CAP) throw new RangeError('out of memory')
    return grow.call(this, pages)
  }
}

/** Pyodide reports its own death on the console, and then prints its stack as if the program had. */
function watchConsole() {
  const { console } = globalThis
  for (const name of Object.keys(console)) {
    if (typeof console[name] === 'function') console[name] = () => {}
  }
  console.error = (text) => {
    isDead ||= String(text).startsWith('Pyodide has suffered a fatal error')
  }
}

async function load(hello) {
  capMemory()
  watchConsole()
  const memory = hello.snapshot === null ? {} : { _loadSnapshot: readFileSync(hello.snapshot) }
  const pyodide = await startPyodide(hello.pyodideDir, memory)
  pyodide.setStdout({ write: takeRaw('stdout') })
  pyodide.setStderr({ write: takeRaw('stderr') })
  const sandbox = importTracer(pyodide, hello.tracerDir)
  tracer = { run: sandbox.run, restore: sandbox.restore }
  return { pyodide, sandbox }
}

let hello = null
let loaded = null

async function prepare(message) {
  hello = message
  nonce = message.nonce
  loaded = await load(message)
  self.postMessage('loaded')
}

/** The main thread has no permissions left; once this one has none either, nothing may succeed. */
async function prove() {
  const { pyodide, sandbox } = loaded
  await revokeAll()
  const attempts = await attemptEverything(`${hello.pyodideDir}/pyodide.mjs`)
  const left = removeGlobals()
  attempts.push(['remove globals', left.join(' ') || 'removed', left.length === 0])
  const [python, tracerVersion] = sandbox.prepare().split(' ')
  for (const attempt of JSON.parse(sandbox.attempts())) attempts.push(attempt)
  const versions = { deno: denoVersion, pyodide: pyodide.version, python, tracer: tracerVersion }
  sendJson('ready', { ...versions, attempts })
}

function run(job) {
  nonce = job.nonce
  rawRoom = job.program.outputBytes + 1
  try {
    tracer.run(JSON.stringify(job.program), write)
    const unfit = tracer.restore() ?? null
    if (isDead) throw new Error('dead')
    sendJson('done', { unfit })
  } catch (error) {
    isDead = true
    // The text goes to a log at most: it may hold what a program made of it.
    sendJson('fatal', { reason: String(error?.name).slice(0, 100) })
  }
}

// A socket opened by a program ends in a rejected promise of the runtime's own; it is no reason to end.
self.addEventListener('unhandledrejection', (event) => event.preventDefault())

function fail(error) {
  sendJson('failed', { reason: String(error?.message ?? error).slice(0, 1000) })
}

self.onmessage = (event) => {
  const message = event.data
  if (message.program !== undefined) run(message)
  else if (message.revoked === true) prove().catch(fail)
  else prepare(message).catch(fail)
}
