import type { Interpreter, Launch } from './interpreter.ts'
import { createTurnstile } from './turnstile.ts'

const PROGRAMS_PER_INTERPRETER = 200
/** From here on an interpreter counts as no spare: small programs use one up faster than another starts. */
const PROGRAMS_BEFORE_SUCCESSOR = 100

/** An interpreter of its own for the length of one program. */
export interface Lease {
  readonly interpreter: Interpreter
  /** Frees the place at once; the interpreter is used again if `isReusable` comes true, else killed. */
  readonly release: (isReusable: Promise<boolean>) => void
}

export interface InterpreterPool {
  /** Waits for a free place and a ready interpreter; rejects when none can be started or the pool closes. */
  readonly acquire: (signal: AbortSignal | undefined) => Promise<Lease>
  /** Kills all; resolves when no process is left. */
  readonly close: () => Promise<void>
}

/** How soon an interpreter in line can begin: now, in milliseconds, in seconds. */
const IDLE = 0
const RESTORING = 1
const STARTING = 2

interface Place {
  readonly interpreter: Promise<Interpreter>
  /** Programs it has run. */
  readonly used: number
  delay: typeof IDLE | typeof RESTORING | typeof STARTING
}

/** At most `size` interpreters run programs at once; one more, not too worn, is kept ready or starting. */
export function createInterpreterPool(size: number, launch: () => Launch): InterpreterPool {
  const uses = new WeakMap<Interpreter, number>()
  const alive = new Set<Launch>()
  const line: Place[] = []
  const turnstile = createTurnstile(size)
  let isClosed = false

  const start = (): Promise<Interpreter> => {
    const one = launch()
    alive.add(one)
    void one.closed.then(() => alive.delete(one))
    return one.ready
  }

  const drop = (place: Place) => {
    const at = line.indexOf(place)
    if (at >= 0) line.splice(at, 1)
  }

  const keep = (place: Place) => {
    line.push(place)
    place.interpreter.then(
      (one) => {
        place.delay = IDLE
        if (one.isAlive()) return
        drop(place)
        keepSpare()
      },
      () => drop(place),
    )
  }

  const keepSpare = () => {
    const hasSpare = line.some((place) => place.used < PROGRAMS_BEFORE_SUCCESSOR)
    if (!isClosed && !hasSpare) keep({ interpreter: start(), used: 0, delay: STARTING })
  }

  const takeReady = async (): Promise<Interpreter> => {
    for (;;) {
      const place = line.reduce<Place | null>(soonest, null)
      if (place !== null) drop(place)
      const one = await (place?.interpreter ?? start())
      if (isClosed) throw closedError()
      if (one.isAlive()) return one
    }
  }

  /** Puts it back in line at once: while it is put in order, the next program runs in another one. */
  const giveBack = (one: Interpreter, isReusable: Promise<boolean>) => {
    const used = uses.get(one) ?? 0
    const restored = isReusable.then((isFit) => {
      const isWorn = used >= PROGRAMS_PER_INTERPRETER
      if (!isFit || isWorn || isClosed || line.length > size + 2) one.kill()
      return one
    })
    keep({ interpreter: restored, used, delay: RESTORING })
    turnstile.leave()
  }

  const acquire = async (signal: AbortSignal | undefined): Promise<Lease> => {
    await turnstile.enter(signal)
    const taken = takeReady()
    try {
      const interpreter = await unlessAborted(taken, signal)
      uses.set(interpreter, (uses.get(interpreter) ?? 0) + 1)
      keepSpare()
      let isHeld = true
      const release = (isReusable: Promise<boolean>) => {
        if (isHeld) giveBack(interpreter, isReusable)
        isHeld = false
      }
      return { interpreter, release }
    } catch (error) {
      // One that is still starting becomes the spare; a cancelled job does not wait for it.
      if (signal?.aborted) keep({ interpreter: taken, used: 0, delay: STARTING })
      turnstile.leave()
      throw error
    }
  }

  const close = async () => {
    isClosed = true
    turnstile.close(closedError())
    for (const one of alive) one.kill()
    await Promise.all([...alive].map((one) => one.closed))
  }

  return { acquire, close }
}

/** The one that can begin first; of equals the most worn, so that a fresh one is left when that ends. */
function soonest(best: Place | null, place: Place): Place {
  if (best === null || place.delay < best.delay) return place
  return place.delay === best.delay && place.used > best.used ? place : best
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
