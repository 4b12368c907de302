/** Colours of everything drawn on a canvas. Read from the page's tokens, so that light and dark are one source. */
export interface Palette {
  readonly background: string
  readonly text: string
  readonly dim: string
  readonly guide: string
  readonly focusRow: string
  readonly hoverRow: string
  readonly accent: string
  readonly call: string
  readonly line: string
  readonly return: string
  readonly exception: string
  readonly added: string
  readonly removed: string
  readonly changed: string
  readonly profile: string
  readonly breakpoint: string
  readonly label: string
  /** Of predictions. */
  readonly right: string
  readonly wrong: string
}

/** The token each colour is read from. */
export const PALETTE_TOKENS: Readonly<Record<keyof Palette, string>> = {
  background: '--surface',
  text: '--text',
  dim: '--text-dim',
  guide: '--border',
  focusRow: '--selection',
  hoverRow: '--hover',
  accent: '--accent',
  call: '--event-call',
  line: '--event-line',
  return: '--event-return',
  exception: '--event-exception',
  added: '--diff-added',
  removed: '--diff-removed',
  changed: '--diff-changed',
  profile: '--profile',
  breakpoint: '--breakpoint',
  label: '--role-event',
  right: '--good',
  wrong: '--bad',
}

/** The palette from a lookup of tokens, for example a computed style's getPropertyValue. */
export function readPalette(read: (token: string) => string): Palette {
  const entries = Object.entries(PALETTE_TOKENS).map(([name, token]) => [name, read(token).trim()])
  return Object.fromEntries(entries) as unknown as Palette
}
