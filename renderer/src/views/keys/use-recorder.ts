import { type KeyboardEvent, useState } from 'react'
import { changeKeys } from '../../state/keymap.ts'
import type { CommandInfo } from '../../ui/command-list.ts'
import { keyOf, showKey } from '../../ui/key-notation.ts'
import { holdersOf, isModifier, nameOf, refusalOf } from '../../ui/key-rules.ts'

/** A key of a command that is being recorded anew; `key` is null for one more. */
export interface Recording {
  readonly command: CommandInfo
  readonly key: string | null
  /** One sentence about what was pressed or is to be pressed. */
  readonly say: string
  /** What was pressed, while other commands have it. */
  readonly taken: { readonly key: string; readonly from: readonly CommandInfo[] } | null
}

/** The command's keys with the pressed one in the place of the old, or as one more; never twice. */
function withKey({ command, key: old }: Recording, key: string): readonly string[] {
  if (key === old) return command.keys
  const keys = command.keys.filter((own) => own !== key)
  return old === null ? [...keys, key] : keys.map((own) => (own === old ? key : own))
}

function beginning(key: string | null): string {
  return key === null
    ? 'Press the key it should have as well. Esc leaves it as it is.'
    : `Press the key it should have instead. Delete takes ${showKey(key)} away, Esc leaves it as it is.`
}

export interface Recorder {
  readonly recording: Recording | null
  readonly start: (command: CommandInfo, key: string | null) => void
  readonly stop: () => void
  /** Takes every key while one is recorded. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Gives the command the key that others have, and takes it from them. */
  readonly takeOver: () => void
}

/** What a pressed key leads to: the recording goes on with a sentence, or is done (null). */
function press(recording: Recording, key: string, commands: readonly CommandInfo[]) {
  const { command, key: old } = recording
  const id = command.id ?? ''
  if (key === 'Escape') return null
  if (key === 'Delete' && old !== null) {
    changeKeys({ [id]: command.keys.filter((own) => own !== old) })
    return null
  }
  const refused = refusalOf(key)
  if (refused !== null) return { ...recording, say: `${refused} Press another key.`, taken: null }
  const from = holdersOf(key, command, commands)
  if (from.length > 0) {
    const names = from.map(nameOf).join(' and ')
    return { ...recording, say: `${showKey(key)} already does ${names}.`, taken: { key, from } }
  }
  changeKeys({ [id]: withKey(recording, key) })
  return null
}

/** Records a key for a command: refuses what no command may have, and says which command has a key already. */
export function useRecorder(commands: readonly CommandInfo[]): Recorder {
  const [recording, setRecording] = useState<Recording | null>(null)
  return {
    recording,
    start: (command, key) => setRecording({ command, key, say: beginning(key), taken: null }),
    stop: () => setRecording(null),
    onKeyDown: (event) => {
      if (recording === null) return
      event.preventDefault()
      event.stopPropagation()
      if (isModifier(event.key)) return
      setRecording(press(recording, keyOf(event.nativeEvent), commands))
    },
    takeOver: () => {
      if (recording?.taken == null) return
      const { key, from } = recording.taken
      const others = from.map(({ id, keys }) => [id ?? '', keys.filter((own) => own !== key)])
      changeKeys({
        ...Object.fromEntries(others),
        [recording.command.id ?? '']: withKey(recording, key),
      })
      setRecording(null)
    },
  }
}
