import { type Focus, NO_FOCUS, type Place, VIEW_IDS, type ViewId } from './place.ts'

function isView(text: string | null): text is ViewId {
  return text !== null && (VIEW_IDS as readonly string[]).includes(text)
}

function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Keys of a pinned focus begin with it. */
const PIN = 'pin.'

function writeFocus(params: URLSearchParams, focus: Focus, prefix: string): void {
  for (const [key, value] of Object.entries(focus) as [keyof Focus, Focus[keyof Focus]][]) {
    if (value === true) params.set(prefix + key, '1')
    else if (value !== null && value !== false) params.set(prefix + key, String(value))
  }
}

/** The place as the fragment of an address, `#` included; what is not in focus is left out. */
export function formatPlace(place: Place): string {
  return `#${placeParams(place)}`
}

/** A place as parameters of an address. */
export function placeParams(place: Place): URLSearchParams {
  const params = new URLSearchParams({ view: place.view })
  writeFocus(params, place.focus, '')
  if (place.pin !== undefined) writeFocus(params, place.pin, PIN)
  return params
}

function readFocus(params: URLSearchParams, prefix: string): Focus {
  const read = (key: keyof Focus): string | null => params.get(prefix + key)
  return {
    ...NO_FOCUS,
    trace: read('trace'),
    step: readNumber(read('step')),
    behind: read('behind') === '1',
    frame: readNumber(read('frame')),
    variable: read('variable'),
    trajectory: read('trajectory'),
    trajectoryStep: readNumber(read('trajectoryStep')),
  }
}

/** The place named by a fragment. Unknown words are ignored, so that an old link opens as far as it can. */
export function parsePlace(fragment: string): Place {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const view = params.get('view')
  const pin = readFocus(params, PIN)
  return {
    view: isView(view) ? view : 'corpus',
    focus: readFocus(params, ''),
    // A comparison is one of traces: without one there is nothing pinned.
    ...(pin.trace === null ? {} : { pin }),
  }
}
