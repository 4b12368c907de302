/** Lets at most so many in at once, the others in order of arrival. */
export interface Turnstile {
  /** Resolves with a place; rejects with the signal's reason, or with what it was closed with. */
  readonly enter: (signal: AbortSignal | undefined) => Promise<void>
  /** Gives a place back. */
  readonly leave: () => void
  /** Turns away all who wait and all who come. */
  readonly close: (reason: Error) => void
}

interface Waiter {
  readonly grant: () => void
  readonly refuse: (reason: unknown) => void
}

export function createTurnstile(size: number): Turnstile {
  const waiters: Waiter[] = []
  let free = size
  let closedWith: Error | null = null

  const wait = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = () => signal?.removeEventListener('abort', cancel)
      const waiter: Waiter = {
        grant: () => {
          stop()
          resolve()
        },
        refuse: (reason) => {
          stop()
          reject(reason)
        },
      }
      const cancel = () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        waiter.refuse(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      waiters.push(waiter)
    })

  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted()
    if (closedWith !== null) throw closedWith
    if (free === 0) return wait(signal)
    free--
  }

  const leave = () => {
    const next = waiters.shift()
    if (next === undefined) free++
    else next.grant()
  }

  const close = (reason: Error) => {
    closedWith = reason
    for (const waiter of waiters.splice(0)) waiter.refuse(reason)
  }

  return { enter, leave, close }
}
