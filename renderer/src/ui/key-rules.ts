import type { CommandInfo } from './command-list.ts'
import { showKey } from './key-notation.ts'

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'Fn']

/** Whether an event's key is one that is held with another. */
export function isModifier(key: string): boolean {
  return MODIFIERS.includes(key)
}

/** Keys that no command may take, and why. */
const RESERVED: readonly (readonly [RegExp, (shown: string) => string])[] = [
  [
    /(^|\+)(Unidentified|Dead|Process|Compose)$/,
    () => 'The browser does not tell which key this is, so it cannot be bound.',
  ],
  [/(^|\+)Meta\+|(^|\+)OS$/, () => 'Keys with the system key belong to the system.'],
  [/(^|\+)Tab$/, () => 'Tab moves from one control to the next.'],
  [/(^|\+)Escape$/, () => 'Esc closes what is open and leaves a field.'],
  [
    /^(Shift\+)?(Enter| )$/,
    (shown) => `${shown} presses the button or opens the row that has the focus.`,
  ],
  [/(^|\+)Delete$/, () => 'Delete takes a key away, here.'],
  [
    /^((Shift|Mod)\+)*(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/,
    (shown) => `${shown} moves within lists, trees and text.`,
  ],
  [
    /^Mod\+(Shift\+)?[acvxyz]$/,
    (shown) => `${shown} belongs to copying, pasting, choosing and undoing text.`,
  ],
  [
    /^Mod\+(Shift\+)?[wtnq]$|^Alt\+F4$|^Mod\+(Shift\+)?(i|l)$|^F12$/,
    (shown) => `The browser or the system keeps ${shown} to itself.`,
  ],
  [/^Mod\+(Shift\+)?r$/, (shown) => `${shown} reads the page anew.`],
  [/^Mod\+(Shift\+)?[-+=_0]$/, (shown) => `${shown} makes the page larger or smaller.`],
]

/** Why a key cannot be given to a command, one sentence; null when it can. */
export function refusalOf(key: string): string | null {
  const [, why] = RESERVED.find(([pattern]) => pattern.test(key)) ?? []
  return why === undefined ? null : why(showKey(key))
}

function areaOf({ id }: CommandInfo): string | undefined {
  return id?.split('.')[0]
}

function isEverywhere({ scope }: CommandInfo): boolean {
  return scope === 'Everywhere'
}

/** Whether keys of both can be meant at the same time: of one view, or where one of them works everywhere. */
function meet(a: CommandInfo, b: CommandInfo): boolean {
  if (isEverywhere(a) || isEverywhere(b)) return true
  return a.scope === b.scope || (areaOf(a) !== undefined && areaOf(a) === areaOf(b))
}

/** The other commands that have the key and work where this one does. */
export function holdersOf(
  key: string,
  command: CommandInfo,
  commands: readonly CommandInfo[],
): readonly CommandInfo[] {
  return commands.filter(
    (other) => other.id !== command.id && other.keys.includes(key) && meet(other, command),
  )
}

/** A command with its place, in a sentence: `“Step over” (Trace)`. */
export function nameOf({ description, scope }: CommandInfo): string {
  return `“${description}” (${scope})`
}
