import { type Focus, NO_FOCUS, type Place, placeAtom, VIEW_IDS, type ViewId } from './place.ts'

function isView(text: string | null): text is ViewId {
  return text !== null && (VIEW_IDS as readonly string[]).includes(text)
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The place as the fragment of an address, `#` included; what is not in focus is left out. */
export function formatPlace(place: Place): string {
  const params = new URLSearchParams({ view: place.view })
  for (const [key, value] of Object.entries(place.focus) as [keyof Focus, Focus[keyof Focus]][]) {
    if (value === true) params.set(key, '1')
    else if (value !== null && value !== false) params.set(key, String(value))
  }
  return `#${params}`
}

/** The place named by a fragment. Unknown words are ignored, so that an old link opens as far as it can. */
export function parsePlace(fragment: string): Place {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const view = params.get('view')
  return {
    view: isView(view) ? view : 'corpus',
    focus: {
      ...NO_FOCUS,
      trace: params.get('trace'),
      step: readNumber(params.get('step')),
      behind: params.get('behind') === '1',
      frame: readNumber(params.get('frame')),
      variable: params.get('variable'),
      trajectory: params.get('trajectory'),
      trajectoryStep: readNumber(params.get('trajectoryStep')),
    },
  }
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

/** Going through the rows of the corpus is one visit, however many traces come into focus. */
function isNewPlace(from: Place, to: Place): boolean {
  if (from.view !== to.view) return true
  return to.view !== 'corpus' && from.focus.trace !== to.focus.trace
}

/**
 * Keeps the address and the place equal, both ways. Another view or trace is an entry of the browser's own
 * history; anything less replaces the entry, because browsers refuse hundreds of entries in a row. They also refuse
 * too many replacements, so a key held down writes one now and then; a single step is written at once, and whatever
 * is left when the page goes.
 */
export function startUrlSync(): () => void {
  restoreLeft()
  let shown = parsePlace(location.hash)
  placeAtom.set(shown)
  let timer: ReturnType<typeof setTimeout> | null = null
  let late = false

  const replace = (): void => {
    late = false
    history.replaceState(null, '', formatPlace(shown))
  }
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
  const stop = placeAtom.subscribe(() => {
    const place = placeAtom.get()
    const fragment = formatPlace(place)
    if (fragment === formatPlace(shown)) return
    const isNew = isNewPlace(shown, place)
    if (isNew) flush()
    shown = place
    if (isNew) history.pushState(null, '', fragment)
    else replaceSoon()
  })
  const onPop = (): void => {
    late = false
    shown = parsePlace(location.hash)
    placeAtom.set(shown)
  }
  const onLeave = (): void => {
    if (!late) return
    noteLeft(location.hash, formatPlace(shown))
    replace()
  }
  addEventListener('popstate', onPop)
  addEventListener('pagehide', onLeave)
  return () => {
    stop()
    removeEventListener('popstate', onPop)
    removeEventListener('pagehide', onLeave)
    if (timer !== null) clearTimeout(timer)
  }
}
