import { type Atom, createAtom } from './atom.ts'

const PREFIX = 'workbench.'

/** `browser`: for every tab and from then on; `tab`: for this tab, over reloads. */
export type Keeper = 'browser' | 'tab'

function storageOf(keeper: Keeper): Storage {
  return keeper === 'browser' ? localStorage : sessionStorage
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(key: string, keeper: Keeper): unknown {
  try {
    return parse(storageOf(keeper).getItem(PREFIX + key))
  } catch {
    // Blocked storage only costs the remembered value.
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

/** Tells what another tab keeps under the key from now on; undefined where it no longer keeps anything. */
function listenToOtherTabs(key: string, told: (stored: unknown) => void): void {
  addEventListener('storage', (event) => {
    // Everything cleared has no key.
    const isMeant = event.key === PREFIX + key || event.key === null
    if (event.storageArea === localStorage && isMeant) told(parse(event.newValue))
  })
}

/**
 * An atom kept in the browser's storage. `accept` turns what was stored into a value, or null to start from `initial`.
 * What is kept for the browser follows other tabs, so that a change builds on theirs and does not take it back.
 */
export function createStoredAtom<T>(
  key: string,
  initial: T,
  accept: (stored: unknown) => T | null,
  keeper: Keeper = 'browser',
): Atom<T> {
  const atom = createAtom<T>(accept(read(key, keeper)) ?? initial)
  let isFollowing = false
  atom.subscribe(() => {
    if (!isFollowing) write(key, atom.get(), keeper)
  })
  if (keeper === 'browser') {
    listenToOtherTabs(key, (stored) => {
      isFollowing = true
      const followed = accept(stored) ?? initial
      atom.set(() => followed)
      isFollowing = false
    })
  }
  return atom
}
