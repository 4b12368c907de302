import { parentPort, workerData } from 'node:worker_threads'

/**
 * Runs a built Electron entry in a thread that looks like a utility process: `process.parentPort` whose messages
 * are events with `data` and `ports`, and ports in the manner of Electron's.
 */

/** @param {import('node:worker_threads').MessagePort} port */
function electronPort(port) {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event, listener) =>
      port.on(event, event === 'message' ? (data) => listener({ data, ports: [] }) : listener),
    start: () => port.start(),
    close: () => port.close(),
  }
}

const listen = (add) => (event, listener) =>
  add(event, ({ data, ports }) => listener({ data, ports: ports.map(electronPort) }))

Object.assign(process, {
  parentPort: {
    postMessage: (message) => parentPort.postMessage(message),
    on: listen((event, listener) => parentPort.on(event, listener)),
    once: listen((event, listener) => parentPort.once(event, listener)),
  },
})
process.argv = [...process.argv.slice(0, 2), ...workerData.args]
await import(workerData.file)
