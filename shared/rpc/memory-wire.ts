import type { Wire } from './wire.ts'

interface End {
  readonly listeners: ((message: unknown) => void)[]
  readonly closeListeners: (() => void)[]
  closed: boolean
}

function newEnd(): End {
  return { listeners: [], closeListeners: [], closed: false }
}

function closeEnd(end: End): void {
  if (end.closed) return
  end.closed = true
  for (const listener of end.closeListeners) listener()
}

/** Two ends of a connection inside one process. Messages are copied through JSON so that nothing is shared. */
export function createMemoryWires(): readonly [Wire, Wire] {
  const ends = [newEnd(), newEnd()] as const
  const wireOf = (own: End, other: End): Wire => ({
    post: (message) => {
      const text = JSON.stringify(message)
      if (own.closed) return
      // A microtask keeps the order and the asynchrony of a real wire.
      void Promise.resolve().then(() => {
        if (other.closed) return
        for (const listener of other.listeners) listener(JSON.parse(text))
      })
    },
    onMessage: (listener) => void own.listeners.push(listener),
    onClose: (listener) => {
      if (own.closed) void Promise.resolve().then(listener)
      else own.closeListeners.push(listener)
    },
    close: () => {
      closeEnd(own)
      // What was posted before still arrives, as on a real wire.
      void Promise.resolve().then(() => closeEnd(other))
    },
  })
  return [wireOf(ends[0], ends[1]), wireOf(ends[1], ends[0])]
}
