import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type CommandInfo, commandRows, listenToDeclarations } from './command-list.ts'
import { keyOf } from './key-notation.ts'

/**
 * One act and the keys that do it, in the notation of key-notation.ts. It is listed in the palette and the key sheet
 * while its component is mounted; what `declareCommands` told of before is listed always.
 */
export interface KeyBinding {
  /** Stable name, `trace.step-into`: what has one can be given other keys by the user. */
  readonly id?: string
  /** Keys it has of itself; none for an act of the palette alone. */
  readonly keys: readonly string[]
  /** What it does: `Step over`. */
  readonly description: string
  readonly run: () => void
  /** Why it is not possible now, one sentence; its key says it. */
  readonly reason?: string | null
  /** What its key does while it is not possible, in place of saying the reason. */
  readonly refuse?: () => void
  /** It is what is in force now, such as the theme. */
  readonly current?: boolean
}

export interface KeyOptions {
  /** Only reacts while the keyboard focus is inside this element, or on nothing. */
  readonly within?: RefObject<HTMLElement | null>
}

export interface Registration {
  readonly scope: string
  bindings: readonly KeyBinding[]
  readonly within: RefObject<HTMLElement | null> | undefined
  /** Its keys work from within its pane alone, and the palette lists others in their stead. */
  readonly isBehind: boolean
}

/**
 * Whether what is drawn below is the one of two alike that the keyboard was not in last: keys pressed on nothing and
 * the palette mean the other one.
 */
export const KeysBehind = createContext(false)

/** Keys in force of a command that has these of itself. */
export type Keymap = (id: string, own: readonly string[]) => readonly string[]

const registrations: Registration[] = []
const listeners = new Set<() => void>()
let keymap: Keymap = (_, own) => own
let rows: readonly CommandInfo[] | null = null
let sayRefusal: (reason: string) => void = () => {}

const TEXT_INPUTS = /^(text|search|url|tel|email|password|number|date|time|)$/

/** Whether typing there writes text: a text field, or an editor that can be written in. */
export function isTextEntry(target: EventTarget | null | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.test(target.type)
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target.closest('[contenteditable]:not([contenteditable="false"])') !== null
}

// Keys that stay useful while text is written; everything else belongs to the field.
const WORKS_IN_TEXT =
  /^(Shift\+|Mod\+|Alt\+)*F\d{1,2}$|^Mod\+(Shift\+)?[^acvxyz]$|^(Mod|Ctrl)\+(Shift\+)?Tab$|^Alt\+(Shift\+)?Page(Up|Down)$/

/** Nothing to write in any field, so a form takes it from all of them. */
const SUBMITS = /^Mod\+(Shift\+)?Enter$/

function reaches(registration: Registration, target: EventTarget | null): boolean {
  const element = registration.within?.current
  if (element === undefined || element === null) return registration.within === undefined
  const isOnNothing = target === document.body && !registration.isBehind
  return isOnNothing || (target instanceof Node && element.contains(target))
}

/** How deep in the page the pane lies whose keys these are; 0 for keys of no pane that has the focus. */
function depthOf({ within }: Registration, target: EventTarget | null): number {
  const pane = within?.current
  if (pane === null || pane === undefined || !(target instanceof Node) || !pane.contains(target)) {
    return 0
  }
  let depth = 1
  for (let above = pane.parentElement; above !== null; above = above.parentElement) depth += 1
  return depth
}

/** What a key is bound to: the innermost pane with the focus comes first, then what was mounted last. */
function bindingOf(key: string, target: EventTarget | null): KeyBinding | undefined {
  return registrations
    .filter((registration) => reaches(registration, target))
    .reverse()
    .sort((a, b) => depthOf(b, target) - depthOf(a, target))
    .flatMap(({ bindings }) => bindings)
    .find((binding) => keysInForce(binding).includes(key))
}

/** What has the focus in a popover is in front of the page, as a dialog is. */
function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[popover]') !== null
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const key = keyOf(event)
  const works = WORKS_IN_TEXT.test(key)
  if (isTextEntry(event.composedPath()[0]) && !works && !SUBMITS.test(key)) return
  // A dialog in front keeps the keys to itself.
  const inFront = document.querySelector('dialog[open]') !== null
  if ((inFront || isInPopover(event.target)) && !works) return
  const binding = bindingOf(key, event.target)
  if (binding === undefined) return
  // What the browser would do instead, such as to read the page anew, is not wanted in a dialog either.
  event.preventDefault()
  if (inFront) return
  if (canRun(binding)) binding.run()
  else refuse(binding)
}

function refuse({ reason = null, refuse: own }: KeyBinding): void {
  if (own !== undefined) own()
  else if (reason !== null) sayRefusal(reason)
}

function canRun({ reason = null }: KeyBinding): boolean {
  return reason === null
}

function announce(): void {
  rows = null
  for (const listener of listeners) listener()
}

listenToDeclarations(announce)

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
 * Binds keys while the component is mounted; the latest mounted wins where two bind the same key, and a pane that has
 * the focus before a view. `scope` is the heading in the key sheet: `Everywhere`, or the name of a view or pane.
 */
export function useKeys(
  scope: string,
  bindings: readonly KeyBinding[],
  options: KeyOptions = {},
): void {
  const registration = useRef<Registration | null>(null)
  const { within } = options
  const isBehind = useContext(KeysBehind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new bindings do not register anew, a pane in front does
  useEffect(() => {
    const entry: Registration = { scope, bindings, within, isBehind }
    registration.current = entry
    return register(entry)
  }, [scope, within, isBehind])
  useEffect(() => {
    if (registration.current !== null) registration.current.bindings = bindings
    announce()
  }, [bindings])
}

/** Sets which keys the user wants for which command; in force at once. */
export function setKeymap(next: Keymap): void {
  keymap = next
  announce()
}

/** Sets how a key says why its command cannot run. */
export function setRefusal(say: (reason: string) => void): void {
  sayRefusal = say
}

function keysInForce({ id, keys }: Pick<KeyBinding, 'id' | 'keys'>): readonly string[] {
  return id === undefined ? keys : keymap(id, keys)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function listRows(): readonly CommandInfo[] {
  rows ??= commandRows(registrations, keymap)
  return rows
}

/** Every command known: those that were declared, and those bound now. */
export function useCommands(): readonly CommandInfo[] {
  return useSyncExternalStore(subscribe, listRows)
}

/** A lookup of the keys in force of a command, for tooltips: `useKeysOf()({ id, keys })`. */
export function useKeysOf(): (command: Pick<KeyBinding, 'id' | 'keys'>) => readonly string[] {
  useSyncExternalStore(subscribe, () => keymap)
  return keysInForce
}
