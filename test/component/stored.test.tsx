import { beforeEach, describe, expect, it } from 'vitest'
import { createStoredAtom, type Keeper } from '../../renderer/src/state/stored.ts'

type Names = readonly string[]

function acceptNames(stored: unknown): Names | null {
  return Array.isArray(stored) && stored.every((one) => typeof one === 'string') ? stored : null
}

let made = 0

/** An atom of a key of its own, as it is after a start. */
function newAtom(keeper: Keeper = 'browser') {
  const key = `names.${made++}`
  return { key: `workbench.${key}`, atom: createStoredAtom<Names>(key, [], acceptNames, keeper) }
}

/** What the browser does in every other tab when one of them has written. */
function tellOfOtherTab(storage: Storage, key: string, text: string | null): void {
  if (text === null) storage.removeItem(key)
  else storage.setItem(key, text)
  dispatchEvent(new StorageEvent('storage', { key, newValue: text, storageArea: storage }))
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('an atom kept for the browser', () => {
  it('writes onto what another tab wrote since, not over it', () => {
    const { key, atom } = newAtom()
    tellOfOtherTab(localStorage, key, '["theirs"]')
    expect(atom.get()).toEqual(['theirs'])
    atom.set((names) => [...names, 'ours'])
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual(['theirs', 'ours'])
  })

  it('does not write back what it follows, or two tabs would answer each other', () => {
    const { key } = newAtom()
    const text = ' ["theirs"] '
    tellOfOtherTab(localStorage, key, text)
    expect(localStorage.getItem(key)).toBe(text)
  })

  it.each(['[1]', '{', null])('starts again where %s is kept, which it does not accept', (text) => {
    const { key, atom } = newAtom()
    atom.set(['ours'])
    tellOfOtherTab(localStorage, key, text)
    expect(atom.get()).toEqual([])
  })

  it('does not take what a tab keeps for itself under the same key', () => {
    const { key, atom } = newAtom()
    atom.set(['ours'])
    tellOfOtherTab(sessionStorage, key, '["theirs"]')
    expect(atom.get()).toEqual(['ours'])
  })

  it('starts again where everything was cleared, and leaves other keys alone', () => {
    const { atom } = newAtom()
    atom.set(['ours'])
    tellOfOtherTab(localStorage, 'workbench.other', '["theirs"]')
    expect(atom.get()).toEqual(['ours'])
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))
    expect(atom.get()).toEqual([])
  })
})

it('an atom kept for the tab is that of the tab', () => {
  const { key, atom } = newAtom('tab')
  atom.set(['ours'])
  tellOfOtherTab(localStorage, key, '["theirs"]')
  expect(atom.get()).toEqual(['ours'])
})
