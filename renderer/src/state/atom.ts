import { useSyncExternalStore } from 'react'

/** One piece of interface state outside React: read it, replace it, be told when it changed. */
export interface Atom<T> {
  readonly get: () => T
  readonly set: (next: T | ((previous: T) => T)) => void
  /** Calls the listener after every change; the returned function stops that. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Listeners to be told when the act that is going on ends; null while none is. */
let told: Set<() => void> | null = null

/** Runs what changes several atoms as one act: who listens to them is told once, at its end. */
export function inOneAct(run: () => void): void {
  if (told !== null) {
    run()
    return
  }
  const act = new Set<() => void>()
  told = act
  try {
    run()
  } finally {
    told = null
    for (const listener of act) listener()
  }
}

export function createAtom<T>(initial: T): Atom<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      const replaced = typeof next === 'function' ? (next as (previous: T) => T)(value) : next
      if (Object.is(replaced, value)) return
      value = replaced
      for (const listener of [...listeners]) {
        if (told === null) listener()
        else told.add(listener)
      }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The atom's value; the component renders again when it changes. */
export function useAtom<T>(atom: Pick<Atom<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(atom.subscribe, atom.get)
}

/** A part of the atom's value; `select` must return the same object while nothing it reads has changed. */
export function useAtomPart<T, Part>(atom: Atom<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(atom.subscribe, () => select(atom.get()))
}
