import { createAtom } from '../../state/atom.ts'

/** Numbers of the decisions made in this window, oldest first, and the store they are in. */
interface OwnActs {
  readonly store: string
  readonly acts: readonly number[]
}

/** Kept for the tab, so that a reload forgets nothing and another tab is not meant. */
const KEY = 'workbench.label.acts'
const MOST_KEPT = 1000
const NONE: readonly number[] = []

function isActs(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((act) => Number.isSafeInteger(act))
}

function readOwnActs(): OwnActs {
  try {
    const { store, acts } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    if (typeof store === 'string' && isActs(acts)) return { store, acts }
  } catch {
    // Blocked or damaged storage only costs what was made before the reload.
  }
  return { store: '', acts: NONE }
}

export const ownActsAtom = createAtom(readOwnActs())
ownActsAtom.subscribe(() => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ownActsAtom.get()))
  } catch {
    // A full or blocked storage only costs the way back after a reload.
  }
})

/** Decisions of this window in this store, oldest first. */
export function ownActsIn(store: string): readonly number[] {
  const own = ownActsAtom.get()
  return own.store === store ? own.acts : NONE
}

export function addOwnAct(store: string, act: number): void {
  ownActsAtom.set({ store, acts: [...ownActsIn(store), act].slice(-MOST_KEPT) })
}

export function dropOwnAct(act: number): void {
  ownActsAtom.set((own) => ({ ...own, acts: own.acts.filter((one) => one !== act) }))
}
