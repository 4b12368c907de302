import type { Wire } from './wire.ts'

/** Two ends of a connection inside one process. Messages are copied through JSON so that nothing is shared. */
export function createMemoryWires(): readonly [Wire, Wire] {
  const ends = [newEnd(), newEnd()] as const
  let closed = false
  const close = (): void => {
    if (closed) return
    closed = true
    for (const end of ends) for (const listener of end.closeListeners) listener()
  }
  const wireOf = (own: End, other: End): Wire => ({
    post: (message) => {
      const text = JSON.stringify(message)
      // A microtask keeps the order and the asynchrony of a real wire.
      void Promise.resolve().then(() => {
        if (!closed) for (const listener of other.listeners) listener(JSON.parse(text))
      })
    },
    onMessage: (listener) => void own.listeners.push(listener),
    onClose: (listener) => void own.closeListeners.push(listener),
    close,
  })
  return [wireOf(ends[0], ends[1]), wireOf(ends[1], ends[0])]
}

interface End {
  readonly listeners: ((message: unknown) => void)[]
  readonly closeListeners: (() => void)[]
}

function newEnd(): End {
  return { listeners: [], closeListeners: [] }
}
