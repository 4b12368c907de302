import { type Atom, createAtom } from './atom.ts'

const PREFIX = 'workbench.'

function read(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // Blocked or damaged storage only costs the remembered value.
    return undefined
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // A full or blocked storage only costs the remembered value.
  }
}

/** An atom kept in localStorage. `accept` turns what was stored into a value, or null to start from `initial`. */
export function createStoredAtom<T>(
  key: string,
  initial: T,
  accept: (stored: unknown) => T | null,
): Atom<T> {
  const atom = createAtom<T>(accept(read(key)) ?? initial)
  atom.subscribe(() => write(key, atom.get()))
  return atom
}
