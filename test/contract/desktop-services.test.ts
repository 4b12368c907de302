import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FromServices } from '../../main/hosts/node/services-messages.ts'
import { type Process, superviseServices } from '../../main/hosts/node/supervisor.ts'
import { contract } from '../../shared/contract/index.ts'
import { createClient } from '../../shared/rpc/client.ts'
import type { Wire } from '../../shared/rpc/wire.ts'

// The desktop's built services and worker entries, run for real with threads in the place of utility processes.

let folder: string
const workers: Worker[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-desktop-'))
})
afterAll(async () => {
  for (const worker of workers) await worker.terminate()
  rmSync(folder, { recursive: true })
})

function startProcess(entry: string, args: readonly string[]): Process<MessagePort> {
  const file = pathToFileURL(resolve('dist/electron', `${entry}.js`)).href
  const worker = new Worker(resolve('test/support/utility-process.mjs'), {
    workerData: { file, args },
  })
  workers.push(worker)
  return {
    postMessage: (data, ports = []) => worker.postMessage({ data, ports }, ports),
    on: (event: 'message' | 'exit', listener: (message: FromServices) => void) =>
      worker.on(event, listener),
    kill: () => void worker.terminate(),
  }
}

function portWire(port: MessagePort): Wire {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on('message', listener),
    onClose: (listener) => void port.on('close', listener),
    close: () => port.close(),
  }
}

function startDesktop(store: string) {
  const events: string[] = []
  const supervisor = superviseServices<MessagePort>(
    {
      start: (what, args) => startProcess(what, args),
      channel: () => {
        const { port1, port2 } = new MessageChannel()
        return [port1, port2]
      },
      pickFolder: async () => folder,
      reveal: () => {},
      secrets: { get: async () => null, set: async () => {} },
      onRestart: () => void events.push('restart'),
      onFailure: (message) => void events.push(message),
    },
    ['--store', store],
  )
  const openPage = () => {
    const { port1, port2 } = new MessageChannel()
    supervisor.serve(port1)
    return createClient(contract, portWire(port2))
  }
  return { supervisor, openPage, events }
}

describe('the services of the desktop', () => {
  test('serve pages over ports, read through a process they asked for, and stop in good order', async () => {
    const store = join(folder, 'workbench.db')
    copyFileSync(resolve('dist/samples/workbench.db'), store)
    const { supervisor, openPage, events } = startDesktop(store)
    const [page, other] = [openPage(), openPage()]
    const window = { where: '', sort: null, offset: 0, limit: 10 }
    const [traces, about] = await Promise.all([
      page.call('trace.page', window),
      other.call('host.describe', {}),
    ])
    expect(traces.rows).toHaveLength(10)
    const capabilities = { reveal: true, pickFolder: true }
    expect(about).toMatchObject({ host: 'electron', store, readOnly: false, capabilities })
    expect(await page.call('host.pickFolder', {})).toMatchObject({ path: folder })
    const exited = once(workers[0] as Worker, 'exit')
    await new Promise<void>((done) => supervisor.stop(done))
    await exited
    expect(events).toEqual([])
  })
})
