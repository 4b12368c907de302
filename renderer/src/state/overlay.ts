import { createAtom } from './atom.ts'

/** What lies in front of the view; one at a time. */
export type Overlay =
  /** `text`: what the field begins with, `>` for commands. */
  | { readonly name: 'palette'; readonly text: string }
  | { readonly name: 'sheet' | 'keys' | 'search' | 'models' }

export const overlayAtom = createAtom<Overlay | null>(null)

export function openOverlay(overlay: Overlay): void {
  overlayAtom.set(overlay)
}

export function closeOverlay(): void {
  overlayAtom.set(null)
}
