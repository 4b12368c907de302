import { LEVELS } from '../../../shared/query/fields.ts'
import { inOneAct } from './atom.ts'
import {
  corpusPlaceAtom,
  differsInQuery,
  formatList,
  type ListPlace,
  listShown,
  parseList,
  sameList,
  showList,
  understoodList,
  WRITING_MS,
} from './corpus-place.ts'
import {
  type EvaluatePlace,
  evaluatePlaceAtom,
  formatEvaluate,
  parseEvaluate,
} from './evaluate-place.ts'
import { type Place, placeAtom, VIEW_IDS } from './place.ts'
import { parsePlace, placeParams } from './place-address.ts'
import { showTab, tabsAtom } from './tabs.ts'
import { showToast } from './toasts.ts'

/** What an address names: a place, and what the corpus lists or the Evaluate view shows where that is the view. */
export interface Address {
  readonly place: Place
  /** Null where the address says nothing of it. */
  readonly list: ListPlace | null
  /** Absent where the address says nothing of it. */
  readonly evaluated?: EvaluatePlace
}

/** What is shown now. */
export function addressNow(): Address {
  const place = placeAtom.get()
  if (place.view === 'evaluate') return { place, list: null, evaluated: evaluatePlaceAtom.get() }
  return { place, list: place.view === 'corpus' ? listShown() : null }
}

/** Shows what an address names. */
export function goTo({ place, list, evaluated }: Address): void {
  inOneAct(() => {
    if (list !== null && place.view === 'corpus') showList(list)
    if (evaluated !== undefined) evaluatePlaceAtom.set(evaluated)
    placeAtom.set(place)
  })
}

/** An address as a fragment, `#` included. */
export function formatAddress({ place, list, evaluated }: Address): string {
  const params = placeParams(place)
  if (list !== null) formatList(params, list)
  if (evaluated !== undefined) formatEvaluate(params, evaluated)
  return `#${params}`
}

/** What a fragment names. Unknown words are ignored, so that an old link opens as far as it can. */
export function parseAddress(fragment: string): Address {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const place = parsePlace(fragment)
  const evaluated = place.view === 'evaluate' ? parseEvaluate(params) : null
  return { place, list: parseList(params), ...(evaluated === null ? {} : { evaluated }) }
}

/** Words of a link that stand for one of a few, and are none of them. */
function unknownWords(fragment: string): string[] {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const words = [
    ['view', VIEW_IDS],
    ['level', LEVELS],
  ] as const
  return words.flatMap(([name, known]) => {
    const word = params.get(name)
    if (word === null || (known as readonly string[]).includes(word)) return []
    return [`The link’s ${name} ${word} is none of ${known.join(', ')}; it was left out.`]
  })
}

interface OpenedLink {
  readonly address: Address
  readonly isWhole: boolean
}

/** Shows what a link names; what of it is not understood is left out and told. */
export function openLink(fragment: string): OpenedLink {
  const { place, list, ...rest } = parseAddress(fragment)
  const read = list === null ? { list, leftOut: [] } : understoodList(list)
  const leftOut = [...unknownWords(fragment), ...read.leftOut]
  const address = { place, list: read.list, ...rest }
  goTo(address)
  for (const sentence of leftOut) showToast(sentence)
  return { address, isWhole: leftOut.length === 0 }
}

/** Takes the token out of a fragment: the token, and the fragment without it. */
export function takeToken(fragment: string): { token: string | null; rest: string } {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const token = params.get('token')
  params.delete('token')
  const rest = params.toString()
  return { token, rest: rest === '' ? '' : `#${rest}` }
}

const LEFT = 'workbench.left'

/** Notes what the address of a page that goes should have been. */
function noteLeft(written: string, meant: string): void {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify([written, meant]))
  } catch {
    // Blocked storage only costs the last moment's steps.
  }
}

/**
 * A reload asks for the address as it was when the reload began, so that what is written while the page goes comes
 * too late; it was noted. Any other way to a page means the address it names.
 */
function restoreLeft(): void {
  let left: unknown = null
  try {
    left = JSON.parse(sessionStorage.getItem(LEFT) ?? 'null')
    sessionStorage.removeItem(LEFT)
  } catch {
    return
  }
  const [navigation] = performance.getEntriesByType('navigation')
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload') return
  if (!Array.isArray(left) || left[0] !== location.hash) return
  history.replaceState(null, '', String(left[1]))
}

/** Browsers allow some 200 writes in 30 seconds. */
const WRITE_EVERY_MS = 160

/** Going through the rows of one list is one visit, however many traces come into focus. */
function isNewPlace(from: Address, to: Address, isWriting: boolean): boolean {
  if (from.place.view !== to.place.view) return true
  if (from.place.pin?.trace !== to.place.pin?.trace) return true
  if (from.list === null || to.list === null) {
    return to.place.view !== 'corpus' && from.place.focus.trace !== to.place.focus.trace
  }
  if (sameList(from.list, to.list)) return false
  return !(isWriting && differsInQuery(from.list, to.list))
}

/** What an entry of the browser's history notes beside its address: the tab that was in front. */
interface EntryState {
  readonly tab: number
}

/** Brings the tab of an entry to the front; one that is closed, or was of another page, is nowhere to go to. */
function showTabOf(state: Partial<EntryState> | null): void {
  if (typeof state?.tab === 'number') showTab(state.tab)
}

/**
 * Keeps the address and what the tab in front shows equal, both ways. Another tab, view, trace or list of the corpus is
 * an entry of the browser's own history; anything less replaces the entry, because browsers refuse hundreds of entries
 * in a row. They also refuse too many replacements, so a key held down writes one now and then; a single step is
 * written at once, and whatever is left when the page goes.
 */
export function startUrlSync(): () => void {
  restoreLeft()
  const first = openLink(location.hash)
  let shown = first.address
  let tab = tabsAtom.get().front
  let timer: ReturnType<typeof setTimeout> | null = null
  let late = false
  let going = false
  let writtenAt = Number.NEGATIVE_INFINITY

  const replace = (): void => {
    late = false
    history.replaceState({ tab } satisfies EntryState, '', formatAddress(shown))
  }
  const settle = (isWhole: boolean): void => {
    if (isWhole) history.replaceState({ tab } satisfies EntryState, '')
    else replace()
  }
  settle(first.isWhole)
  const replaceSoon = (): void => {
    if (timer !== null) {
      late = true
      return
    }
    replace()
    timer = setTimeout(() => {
      timer = null
      if (late) replaceSoon()
    }, WRITE_EVERY_MS)
  }
  const flush = (): void => {
    if (late) replace()
  }
  const follow = (): void => {
    if (going) return
    const next = addressNow()
    const fragment = formatAddress(next)
    const { front } = tabsAtom.get()
    if (front === tab && fragment === formatAddress(shown)) return
    const now = performance.now()
    const isNew = front !== tab || isNewPlace(shown, next, now - writtenAt < WRITING_MS)
    if (shown.list?.where !== next.list?.where) writtenAt = now
    if (isNew) flush()
    shown = next
    tab = front
    if (isNew) history.pushState({ tab } satisfies EntryState, '', fragment)
    else replaceSoon()
  }
  const stops = [placeAtom, corpusPlaceAtom, evaluatePlaceAtom, tabsAtom].map(({ subscribe }) =>
    subscribe(follow),
  )
  const onPop = ({ state }: PopStateEvent): void => {
    late = false
    going = true
    showTabOf(state)
    const { address, isWhole } = openLink(location.hash)
    going = false
    shown = address
    tab = tabsAtom.get().front
    settle(isWhole)
  }
  const onLeave = (): void => {
    if (!late) return
    noteLeft(location.hash, formatAddress(shown))
    replace()
  }
  addEventListener('popstate', onPop)
  addEventListener('pagehide', onLeave)
  return () => {
    for (const stop of stops) stop()
    removeEventListener('popstate', onPop)
    removeEventListener('pagehide', onLeave)
    if (timer !== null) clearTimeout(timer)
  }
}
