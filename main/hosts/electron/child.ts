import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// A worker entry speaks through `process.send` and `message`, as under Node's fork; here a port stands in.
process.parentPort.once('message', ({ ports: [port] }) => {
  if (port === undefined) process.exit(1)
  process.send = (message: unknown) => {
    port.postMessage(message)
    return true
  }
  port.on('message', ({ data }) => process.emit('message', data, undefined))
  port.on('close', () => process.exit(0))
  const [entry, ...args] = process.argv.slice(2)
  process.argv = [...process.argv.slice(0, 2), ...args]
  const file = join(import.meta.dirname, '../main', `${entry}.js`)
  void import(pathToFileURL(file).href).then(() => port.start())
})
