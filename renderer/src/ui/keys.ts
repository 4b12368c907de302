import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * One act and the keys that do it. A key is `F10`, `Shift+F11`, `Mod+1` (Ctrl, on a Mac Cmd), `Alt+ArrowLeft`, or
 * a character as typed: `n`, `?`. A capital letter is the letter with Shift held, whatever Caps Lock says: `N`.
 */
export interface KeyBinding {
  readonly keys: readonly string[]
  /** What it does, for the key sheet: `Step over`. */
  readonly description: string
  readonly run: (event: KeyboardEvent) => void
  /** False while the act is not possible: the key then does nothing. */
  readonly enabled?: boolean
}

export interface KeyOptions {
  /** Only reacts while the keyboard focus is inside this element, or on nothing. */
  readonly within?: RefObject<HTMLElement | null>
}

interface Registration {
  readonly scope: string
  bindings: readonly KeyBinding[]
  readonly within: RefObject<HTMLElement | null> | undefined
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const registrations: Registration[] = []
const listeners = new Set<() => void>()
let sheet: readonly KeyGroup[] = []

const TEXT_INPUTS = /^(text|search|url|tel|email|password|number|date|time|)$/

/** Whether typing there writes text: a text field, or an editor that can be written in. */
export function isTextEntry(target: EventTarget | null | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.test(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target.closest('[contenteditable]:not([contenteditable="false"])') !== null
}

/** A character as typed, but that a letter is capital only with Shift held: Caps Lock must not turn an act round. */
function typedKey({ key, shiftKey }: KeyboardEvent): string {
  const letter = shiftKey ? key.toUpperCase() : key.toLowerCase()
  return letter.length === 1 ? letter : key
}

/** The event in the notation of KeyBinding. */
export function keyOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const plain = !mod && !event.altKey && !event.metaKey && !event.ctrlKey
  if (plain && event.key.length === 1) return typedKey(event)
  const parts: string[] = []
  if (mod) parts.push('Mod')
  if (isMac && event.ctrlKey) parts.push('Ctrl')
  if (event.altKey) parts.push('Alt')
  if (event.shiftKey) parts.push('Shift')
  parts.push(event.key.length === 1 ? event.key.toLowerCase() : event.key)
  return parts.join('+')
}

// Keys that stay useful while text is written; everything else belongs to the field.
const WORKS_IN_TEXT = /^(Shift\+|Mod\+|Alt\+)*F\d{1,2}$|^Mod\+(Shift\+)?\d$|^Mod\+(Shift\+)?[bjkp]$/

/** Nothing to write in any field, so a form takes it from all of them. */
const SUBMITS = /^Mod\+(Shift\+)?Enter$/

function reaches(registration: Registration, target: EventTarget | null | undefined): boolean {
  const element = registration.within?.current
  if (element === undefined || element === null) return registration.within === undefined
  return target === document.body || (target instanceof Node && element.contains(target))
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const key = keyOf(event)
  const target = event.composedPath()[0]
  if (isTextEntry(target) && !WORKS_IN_TEXT.test(key) && !SUBMITS.test(key)) return
  // A dialog in front keeps the keys to itself, but for those that switch views.
  const dialog = document.querySelector('dialog[open]')
  if (dialog !== null && !WORKS_IN_TEXT.test(key)) return
  for (const registration of [...registrations].reverse()) {
    if (!reaches(registration, event.target)) continue
    const binding = registration.bindings.find((entry) => entry.keys.includes(key))
    if (binding === undefined) continue
    event.preventDefault()
    if (binding.enabled !== false) binding.run(event)
    return
  }
}

function register(registration: Registration): () => void {
  if (registrations.length === 0) addEventListener('keydown', onKeyDown)
  registrations.push(registration)
  announce()
  return () => {
    registrations.splice(registrations.indexOf(registration), 1)
    if (registrations.length === 0) removeEventListener('keydown', onKeyDown)
    announce()
  }
}

/**
 * Binds keys while the component is mounted; the latest mounted wins where two bind the same key. `scope` is the
 * heading in the key sheet: `Everywhere`, or the name of a view or pane.
 */
export function useKeys(
  scope: string,
  bindings: readonly KeyBinding[],
  options: KeyOptions = {},
): void {
  const registration = useRef<Registration | null>(null)
  const { within } = options
  useEffect(() => {
    const entry: Registration = { scope, bindings: [], within }
    registration.current = entry
    return register(entry)
  }, [scope, within])
  useEffect(() => {
    if (registration.current !== null) registration.current.bindings = bindings
    announce()
  }, [bindings])
}

export interface KeyGroup {
  readonly scope: string
  readonly rows: readonly { readonly keys: readonly string[]; readonly description: string }[]
}

function announce(): void {
  const groups = new Map<string, Map<string, { keys: readonly string[]; description: string }>>()
  for (const { scope, bindings } of registrations) {
    const rows = groups.get(scope) ?? new Map()
    groups.set(scope, rows)
    for (const { keys, description } of bindings) rows.set(description, { keys, description })
  }
  const next = [...groups].map(([scope, rows]) => ({ scope, rows: [...rows.values()] }))
  if (JSON.stringify(next) === JSON.stringify(sheet)) return
  sheet = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Every binding now in force, by scope. */
export function useKeySheet(): readonly KeyGroup[] {
  return useSyncExternalStore(subscribe, () => sheet)
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
  return key
    .split('+')
    .map((part) => SHOWN[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+')
}
