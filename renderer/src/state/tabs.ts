import { inOneAct } from './atom.ts'
import { acceptCorpusPlace, type CorpusPlace, corpusPlaceAtom } from './corpus-place.ts'
import { leftFocusAtom, type Place, placeAtom } from './place.ts'
import { formatPlace, parsePlace } from './place-address.ts'
import { createStoredAtom } from './stored.ts'

/** A place beside others in the window, as it was left. What the tab in front shows now is in `placeAtom`. */
export interface Tab {
  /** Never that of another tab, be it closed. */
  readonly id: number
  /** Its place as the fragment of an address. */
  readonly at: string
  readonly corpus: CorpusPlace
}

interface ClosedTab {
  readonly tab: Tab
  /** Where it stood among the others. */
  readonly index: number
}

/** The tabs of the window in order, at least one; one is in front. */
export interface Tabs {
  readonly tabs: readonly Tab[]
  readonly front: number
  /** The last that were closed, the latest first. */
  readonly closed: readonly ClosedTab[]
}

/** Closed tabs that can be opened again. */
const KEPT_CLOSED = 10

function shownIn(id: number): Tab {
  return { id, at: formatPlace(placeAtom.get()), corpus: corpusPlaceAtom.get() }
}

function isRecord(stored: unknown): stored is Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null
}

function acceptTab(stored: unknown): Tab | null {
  if (!isRecord(stored)) return null
  const corpus = acceptCorpusPlace(stored.corpus)
  const { id, at } = stored
  if (!Number.isSafeInteger(id) || typeof at !== 'string' || corpus === null) return null
  return { id: Number(id), at, corpus }
}

function acceptClosed(stored: unknown): ClosedTab | null {
  if (!isRecord(stored)) return null
  const tab = acceptTab(stored.tab)
  return tab === null || !Number.isSafeInteger(stored.index)
    ? null
    : { tab, index: Number(stored.index) }
}

function acceptAll<T>(stored: unknown, accept: (one: unknown) => T | null): T[] {
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown) => accept(one) ?? [])
}

function acceptTabs(stored: unknown): Tabs | null {
  if (!isRecord(stored)) return null
  const tabs = acceptAll(stored.tabs, acceptTab)
  const closed = acceptAll(stored.closed, acceptClosed)
  const { front } = stored
  const ids = new Set([...tabs, ...closed.map(({ tab }) => tab)].map(({ id }) => id))
  const isWhole = ids.size === tabs.length + closed.length
  return isWhole && tabs.some(({ id }) => id === front)
    ? { tabs, front: Number(front), closed }
    : null
}

/** Kept over a reload; the address then says what the tab in front shows. */
export const tabsAtom = createStoredAtom<Tabs>(
  'tabs',
  { tabs: [shownIn(1)], front: 1, closed: [] },
  acceptTabs,
  'tab',
)

/** The tabs with the one in front as it is now. */
function tabsNow(): Tabs {
  const { tabs, front, closed } = tabsAtom.get()
  return { tabs: tabs.map((tab) => (tab.id === front ? shownIn(front) : tab)), front, closed }
}

function indexOf({ tabs }: Tabs, id: number): number {
  return tabs.findIndex((tab) => tab.id === id)
}

/** Brings a tab of `next` to the front: it shows what it did when it was left. */
function goToTab(next: Tabs, { id, at, corpus }: Tab): void {
  inOneAct(() => {
    tabsAtom.set({ ...next, front: id })
    leftFocusAtom.set(null)
    corpusPlaceAtom.set(corpus)
    placeAtom.set(parsePlace(at))
  })
}

/** Brings a tab to the front; one that is closed stays closed. */
export function showTab(id: number): void {
  const now = tabsNow()
  const tab = now.tabs.find((one) => one.id === id)
  if (tab !== undefined && id !== now.front) goToTab(now, tab)
}

/** Opens a tab after the one in front, which shows the same until `act` goes elsewhere in it. */
export function inNewTab(act: () => void = () => {}): void {
  inOneAct(() => {
    const now = tabsNow()
    const known = [...now.tabs, ...now.closed.map(({ tab }) => tab)].map(({ id }) => id)
    const id = Math.max(...known) + 1
    const tabs = now.tabs.toSpliced(indexOf(now, now.front) + 1, 0, shownIn(id))
    tabsAtom.set({ ...now, tabs, front: id })
    act()
  })
}

/** Closes a tab, the one in front where none is named; the last one stays. */
export function closeTab(id: number = tabsAtom.get().front): void {
  const now = tabsNow()
  const index = indexOf(now, id)
  const tab = now.tabs[index]
  const tabs = now.tabs.toSpliced(index, 1)
  if (tab === undefined || tabs.length === 0) return
  const next = { ...now, tabs, closed: [{ tab, index }, ...now.closed].slice(0, KEPT_CLOSED) }
  const neighbour = tabs[Math.min(index, tabs.length - 1)]
  if (id === now.front && neighbour !== undefined) goToTab(next, neighbour)
  else tabsAtom.set(next)
}

/** Opens the tab that was closed last again, where it stood. */
export function reopenTab(): void {
  const now = tabsNow()
  const [last, ...closed] = now.closed
  if (last === undefined) return
  goToTab({ ...now, tabs: now.tabs.toSpliced(last.index, 0, last.tab), closed }, last.tab)
}

/** Brings the tab beside the one in front to it; after the last comes the first. */
export function stepTab(by: 1 | -1): void {
  const { tabs, front } = tabsAtom.get()
  const index = indexOf(tabsAtom.get(), front) + by
  const next = tabs.at(index % tabs.length)
  if (next !== undefined) showTab(next.id)
}

/** Moves the tab in front among the others; at an end it stays. */
export function moveTab(by: 1 | -1): void {
  tabsAtom.set((now) => {
    const from = indexOf(now, now.front)
    const tab = now.tabs[from]
    const to = from + by
    if (tab === undefined || to < 0 || to >= now.tabs.length) return now
    return { ...now, tabs: now.tabs.toSpliced(from, 1).toSpliced(to, 0, tab) }
  })
}

/** The place of a tab that is not in front. */
export function placeOf({ at }: Tab): Place {
  return parsePlace(at)
}
