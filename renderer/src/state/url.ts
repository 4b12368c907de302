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
  for (const [key, value] of Object.entries(place.focus) as [
    keyof Focus,
    string | number | null,
  ][]) {
    if (value !== null) params.set(key, String(value))
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

/** Going through the rows of the corpus is one visit, however many traces come into focus. */
function isNewPlace(from: Place, to: Place): boolean {
  if (from.view !== to.view) return true
  return to.view !== 'corpus' && from.focus.trace !== to.focus.trace
}

/**
 * Keeps the address and the place equal, both ways. Another view or trace is an entry of the browser's own
 * history; anything less replaces the entry, because browsers refuse hundreds of entries in a row.
 */
export function startUrlSync(): () => void {
  let shown = parsePlace(location.hash)
  placeAtom.set(shown)
  let timer: ReturnType<typeof setTimeout> | null = null

  const replaceSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      history.replaceState(null, '', formatPlace(placeAtom.get()))
    }, 120)
  }
  const stop = placeAtom.subscribe(() => {
    const place = placeAtom.get()
    const fragment = formatPlace(place)
    if (fragment === formatPlace(shown)) return
    if (isNewPlace(shown, place)) history.pushState(null, '', fragment)
    else replaceSoon()
    shown = place
  })
  const onPop = (): void => {
    shown = parsePlace(location.hash)
    placeAtom.set(shown)
  }
  addEventListener('popstate', onPop)
  return () => {
    stop()
    removeEventListener('popstate', onPop)
    if (timer !== null) clearTimeout(timer)
  }
}
