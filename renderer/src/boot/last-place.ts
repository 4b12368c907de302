import type { Session } from '../api/session.ts'
import { placeAtom } from '../state/place.ts'
import { formatPlace, parsePlace } from '../state/place-address.ts'

const WRITE_MS = 500

function keyOf(store: string): string {
  return `workbench.place.${store}`
}

function storeOf({ queryClient }: Session): string | null {
  const host = queryClient.getQueryData<{ readonly store: string }>(['host', 'describe'])
  return host?.store ?? null
}

function read(store: string): string | null {
  try {
    return localStorage.getItem(keyOf(store))
  } catch {
    // Blocked storage only costs the remembered place.
    return null
  }
}

function write(store: string): void {
  try {
    localStorage.setItem(keyOf(store), formatPlace(placeAtom.get()))
  } catch {
    // As above.
  }
}

/**
 * Remembers the last place of each store, and goes there once connected where the address named none: the address
 * that the workbench prints. To be called before anything is drawn.
 */
export function startLastPlace(session: Session, isNamed: boolean): void {
  let isOpened = false
  session.onStatus(() => {
    const store = storeOf(session)
    if (isOpened || store === null || session.status().state !== 'open') return
    isOpened = true
    const last = isNamed ? null : read(store)
    if (last !== null) placeAtom.set(parsePlace(last))
    else write(store)
    const remember = (): void => write(storeOf(session) ?? store)
    // A key held down moves the focus many times a second.
    let isDue = false
    placeAtom.subscribe(() => {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        remember()
      }, WRITE_MS)
    })
    addEventListener('pagehide', remember)
  })
}
