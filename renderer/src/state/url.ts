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
  addEventListener('popstate', onPop)
  // A reload goes to the address as it is before the page is left.
  addEventListener('beforeunload', flush)
  addEventListener('pagehide', flush)
  return () => {
    stop()
    removeEventListener('popstate', onPop)
    removeEventListener('beforeunload', flush)
    removeEventListener('pagehide', flush)
    if (timer !== null) clearTimeout(timer)
  }
}
