import { Worker } from 'node:worker_threads'
import { ModelHost } from '../runtime/local/model-host.ts'
import { type FromModel, isToModel, type LoadModel } from '../runtime/local/protocol.ts'

/**
 * Process entry: one model, asked over `process.send`. The process exists to be killed: a pass of a graph cannot be
 * stopped otherwise, and its memory comes back whole.
 */

/** Looks from beside at how much memory the process takes, which a pass that takes ever more cannot. */
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads')
  let most = workerData
  parentPort.on('message', (more) => { most = more })
  setInterval(() => {
    if (process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL')
  }, 50)
`

/** Ends the process where it takes too much; once the model is loaded, what is kept of prompts may be there too. */
function watchMemory({ mostMemory, cacheBytes }: LoadModel): { loaded: () => void } {
  const watcher = new Worker(WATCH, { eval: true, workerData: mostMemory })
  watcher.unref()
  return { loaded: () => watcher.postMessage(mostMemory + cacheBytes) }
}

function start(): void {
  process.on('disconnect', () => process.exit(0))
  // A stop signal reaches the whole group; the parent ends us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  let watch = { loaded: () => {} }
  const reply = (message: FromModel): void => {
    if (message.t === 'loaded') watch.loaded()
    process.send?.(message)
  }
  const host = new ModelHost(reply)
  process.on('message', (message: unknown) => {
    if (!isToModel(message)) return
    if (message.t === 'load') watch = watchMemory(message)
    host.hear(message)
  })
  reply({ t: 'ready' })
}

start()
