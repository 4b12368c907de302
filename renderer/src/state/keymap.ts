import { KEY_PRESETS, type KeyAssignments, type KeyPreset } from './key-presets.ts'
import { createStoredAtom } from './stored.ts'

/** Which keys the user wants: a preset, and on top of it what was changed one by one. */
export interface Keymap {
  readonly preset: string
  readonly changed: KeyAssignments
}

const DEFAULT_PRESET = 'vscode'

function acceptKeymap(stored: unknown): Keymap | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { preset, changed } = stored as { preset?: unknown; changed?: unknown }
  const entries = typeof changed === 'object' && changed !== null ? Object.entries(changed) : []
  const kept = entries.filter(
    (entry): entry is [string, string[]] =>
      Array.isArray(entry[1]) && entry[1].every((key) => typeof key === 'string' && key !== ''),
  )
  return {
    preset: KEY_PRESETS.some(({ id }) => id === preset) ? String(preset) : DEFAULT_PRESET,
    changed: Object.fromEntries(kept),
  }
}

export const keymapAtom = createStoredAtom<Keymap>(
  'keys',
  { preset: DEFAULT_PRESET, changed: {} },
  acceptKeymap,
)

export function presetOf({ preset }: Keymap): KeyPreset {
  const found = KEY_PRESETS.find(({ id }) => id === preset) ?? KEY_PRESETS[0]
  if (found === undefined) throw new Error('There is no preset of keys.')
  return found
}

/** Keys of a command: the user's own, else the preset's, else those it has of itself. */
export function keysOf(keymap: Keymap, id: string, own: readonly string[]): readonly string[] {
  return keymap.changed[id] ?? presetOf(keymap).keys[id] ?? own
}

/** Takes another preset; what was changed one by one stays. */
export function choosePreset(preset: string): void {
  keymapAtom.set((keymap) => ({ ...keymap, preset }))
}

/** Gives commands other keys, none where the list is empty; null gives back those of the preset. */
export function changeKeys(changes: Readonly<Record<string, readonly string[] | null>>): void {
  keymapAtom.set((keymap) => {
    const changed = Object.entries({ ...keymap.changed, ...changes }).filter(
      (entry): entry is [string, readonly string[]] => entry[1] !== null,
    )
    return { ...keymap, changed: Object.fromEntries(changed) }
  })
}

/** Every command has the keys of the preset again. */
export function resetAllKeys(): void {
  keymapAtom.set((keymap) => ({ ...keymap, changed: {} }))
}
