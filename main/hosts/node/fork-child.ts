import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Wire } from '../../../shared/rpc/wire.ts'
import type { Child, ChildEntry } from '../../host-port.ts'

const running = new Set<ChildProcess>()
let exitHooked = false

/** No child outlives us, however we end short of being killed; then the closed channel ends it. */
function track(child: ChildProcess): void {
  if (!exitHooked) {
    exitHooked = true
    process.once('exit', () => {
      for (const one of running) one.kill('SIGKILL')
    })
  }
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** Starts `<entriesDir>/<entry>.js` in a process of its own; its stdout goes to our stderr. */
export function forkChild(entriesDir: string, entry: ChildEntry, args: readonly string[]): Child {
  const child = fork(join(entriesDir, `${entry}.js`), args, {
    execArgv: [],
    serialization: 'json',
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  track(child)
  return { wire: childWire(child), kill: () => void child.kill('SIGKILL') }
}

function childWire(child: ChildProcess): Wire {
  let closed = false
  const closeListeners: (() => void)[] = []
  const close = (): void => {
    if (closed) return
    closed = true
    if (child.connected) child.disconnect()
    for (const listener of closeListeners) listener()
  }
  child.on('disconnect', close)
  child.on('exit', close)
  child.on('error', close)
  return {
    post: (message) => {
      // The callback takes the error of a child that just died; `exit` then closes the wire.
      if (!closed && child.connected) child.send(message as object, () => {})
    },
    onMessage: (listener) => void child.on('message', listener),
    onClose: (listener) => {
      if (closed) queueMicrotask(listener)
      else closeListeners.push(listener)
    },
    close,
  }
}
