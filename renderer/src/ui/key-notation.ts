/**
 * A key is written `F10`, `Shift+F11`, `Mod+1` (Ctrl, on a Mac Cmd), `Alt+ArrowLeft`, or as the character typed: `n`,
 * `?`. A capital letter is the letter with Shift held, whatever Caps Lock says: `N`.
 */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** A character as typed, but that a letter is capital only with Shift held: Caps Lock must not turn an act round. */
function typedKey({ key, shiftKey }: KeyboardEvent): string {
  const letter = shiftKey ? key.toUpperCase() : key.toLowerCase()
  return letter.length === 1 ? letter : key
}

/** Characters such as `[` that some keyboards have on AltGr, which Windows reports as Ctrl and Alt. */
function isByAltGr(event: KeyboardEvent): boolean {
  return event.key.length === 1 && event.getModifierState?.('AltGraph') === true
}

/** The event in the notation above. */
export function keyOf(event: KeyboardEvent): string {
  if (isByAltGr(event)) return event.key
  const mod = isMac ? event.metaKey : event.ctrlKey
  const plain = !mod && !event.altKey && !event.metaKey && !event.ctrlKey
  if (plain && event.key.length === 1) return typedKey(event)
  const parts: string[] = []
  if (mod) parts.push('Mod')
  if (isMac && event.ctrlKey) parts.push('Ctrl')
  if (!isMac && event.metaKey) parts.push('Meta')
  if (event.altKey) parts.push('Alt')
  if (event.shiftKey) parts.push('Shift')
  parts.push(event.key.length === 1 ? event.key.toLowerCase() : event.key)
  return parts.join('+')
}

const SHOWN: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Alt: isMac ? '⌥' : 'Alt',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
}

/** A key as people read it: `Ctrl+1`, `Shift+N`. */
export function showKey(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Shift+${key}`
  if (key.length === 1) return SHOWN[key] ?? key
  // The key itself may be a plus sign: `Mod++`.
  const [, held = '', last = ''] = /^((?:.+?\+)*)(.+)$/s.exec(key) ?? []
  return [...held.split('+').filter((part) => part !== ''), last]
    .map((part) => SHOWN[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+')
}
