import type { Interpreter, Launch } from './interpreter.ts'

const PROGRAMS_PER_INTERPRETER = 200

/** An interpreter of its own for the length of one program. */
export interface Lease {
  readonly interpreter: Interpreter
  /** Gives it back; it is used again only if `isReusable`. */
  readonly release: (isReusable: boolean) => void
}

export interface InterpreterPool {
  /** Waits for a free place and a ready interpreter; rejects when none can be started or the pool closes. */
  readonly acquire: (signal: AbortSignal | undefined) => Promise<Lease>
  /** Kills all; resolves when no process is left. */
  readonly close: () => Promise<void>
}

interface Waiter {
  readonly grant: () => void
  readonly refuse: (reason: unknown) => void
}

/** At most `size` interpreters run programs at once; one more is kept ready or starting. */
export function createInterpreterPool(size: number, launch: () => Launch): InterpreterPool {
  const uses = new WeakMap<Interpreter, number>()
  const alive = new Set<Launch>()
  const ready: Promise<Interpreter>[] = []
  const waiters: Waiter[] = []
  let busy = 0
  let isClosed = false

  const start = (): Promise<Interpreter> => {
    const one = launch()
    alive.add(one)
    void one.closed.then(() => alive.delete(one))
    return one.ready
  }

  const takeReady = async (): Promise<Interpreter> => {
    for (;;) {
      const one = await (ready.shift() ?? start())
      if (isClosed) throw closedError()
      if (one.isAlive()) return one
    }
  }

  const keep = (spare: Promise<Interpreter>) => {
    spare.catch(() => {
      const at = ready.indexOf(spare)
      if (at >= 0) ready.splice(at, 1)
    })
    ready.push(spare)
  }

  const keepSpare = () => {
    if (!isClosed && ready.length === 0) keep(start())
  }

  const leave = () => {
    busy--
    waiters.shift()?.grant()
  }

  const giveBack = (one: Interpreter, isReusable: boolean) => {
    const isFit = isReusable && one.isAlive() && (uses.get(one) ?? 0) < PROGRAMS_PER_INTERPRETER
    if (isFit && !isClosed && ready.length <= size) ready.unshift(Promise.resolve(one))
    else one.kill()
    leave()
  }

  const acquire = async (signal: AbortSignal | undefined): Promise<Lease> => {
    await enter(signal)
    const taken = takeReady()
    try {
      const interpreter = await unlessAborted(taken, signal)
      uses.set(interpreter, (uses.get(interpreter) ?? 0) + 1)
      keepSpare()
      let isHeld = true
      const release = (isReusable: boolean) => {
        if (isHeld) giveBack(interpreter, isReusable)
        isHeld = false
      }
      return { interpreter, release }
    } catch (error) {
      // One that is still starting becomes the spare; a cancelled job does not wait for it.
      if (signal?.aborted) keep(taken)
      leave()
      throw error
    }
  }

  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (isClosed) return Promise.reject(closedError())
    if (busy < size) {
      busy++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        grant: () => {
          signal?.removeEventListener('abort', cancel)
          busy++
          resolve()
        },
        refuse: reject,
      }
      const cancel = () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      waiters.push(waiter)
    })
  }

  const close = async () => {
    isClosed = true
    for (const waiter of waiters.splice(0)) waiter.refuse(closedError())
    for (const one of alive) one.kill()
    await Promise.all([...alive].map((one) => one.closed))
  }

  return { acquire, close }
}

function closedError(): Error {
  return new Error('The tracer is closed; nothing more is recorded.')
}

/** The promise, or the signal's reason as soon as it is aborted. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(signal.reason)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}
