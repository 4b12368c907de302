import { type Atom, createAtom } from './atom.ts'

const PREFIX = 'workbench.'

/** `browser`: for every tab and from then on; `tab`: for this tab, over reloads. */
export type Keeper = 'browser' | 'tab'

function storageOf(keeper: Keeper): Storage {
  return keeper === 'browser' ? localStorage : sessionStorage
}

function read(key: string, keeper: Keeper): unknown {
  try {
    const text = storageOf(keeper).getItem(PREFIX + key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // Blocked or damaged storage only costs the remembered value.
    return undefined
  }
}

function write(key: string, value: unknown, keeper: Keeper): void {
  try {
    storageOf(keeper).setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // A full or blocked storage only costs the remembered value.
  }
}

/** An atom kept in the browser's storage. `accept` turns what was stored into a value, or null to start from `initial`. */
export function createStoredAtom<T>(
  key: string,
  initial: T,
  accept: (stored: unknown) => T | null,
  keeper: Keeper = 'browser',
): Atom<T> {
  const atom = createAtom<T>(accept(read(key, keeper)) ?? initial)
  atom.subscribe(() => write(key, atom.get(), keeper))
  return atom
}
