import { type MouseEvent, useEffect, useRef } from 'react'
import { changeKeys } from '../../state/keymap.ts'
import { Button } from '../../ui/button.tsx'
import type { CommandInfo } from '../../ui/command-list.ts'
import { Icon } from '../../ui/icon.tsx'
import { showKey } from '../../ui/key-notation.ts'
import { holdersOf, nameOf } from '../../ui/key-rules.ts'
import type { Recorder } from './use-recorder.ts'

interface CommandKeysProps {
  readonly command: CommandInfo
  readonly commands: readonly CommandInfo[]
  /** The user has given it other keys than the preset does. */
  readonly changed: boolean
  readonly recorder: Recorder
  /** Its buttons are where the Tab key stops in the list. */
  readonly current: boolean
}

/** Sentences about keys that another command has as well, as a preset under the user's own keys may bring about. */
function clashes(command: CommandInfo, commands: readonly CommandInfo[]): readonly string[] {
  return command.keys.flatMap((key) => {
    const others = holdersOf(key, command, commands)
    return others.length === 0
      ? []
      : `${showKey(key)} also does ${others.map(nameOf).join(' and ')}.`
  })
}

/** A command with its keys: each can be pressed anew, and one more added. */
export function CommandKeys({ command, commands, changed, recorder, current }: CommandKeysProps) {
  const { recording, start, onKeyDown, stop } = recorder
  const own = recording?.command.id === command.id ? recording : null
  const tabIndex = current ? 0 : -1
  const isRecorded = (key: string | null): boolean => own !== null && own.key === key
  const awaited = own?.taken == null ? 'press a key' : showKey(own.taken.key)
  const said = own === null ? clashes(command, commands).join(' ') : ''
  const buttonOf = (key: string | null, index: number) => (
    <button
      // By its place: a key that is changed or taken away leaves the focus on the button.
      key={index}
      type="button"
      className="key-button"
      tabIndex={tabIndex}
      aria-pressed={isRecorded(key)}
      aria-label={`${isRecorded(key) ? awaited : key === null ? 'Add a key' : showKey(key)}: ${command.description}`}
      title={key === null ? 'Add a key' : 'Press it to record another key in its place'}
      onClick={() => start(command, key)}
      onKeyDown={isRecorded(key) ? onKeyDown : undefined}
      onBlur={isRecorded(key) && own?.taken === null ? stop : undefined}
    >
      {isRecorded(key) ? <kbd className="key-awaited">{awaited}</kbd> : null}
      {isRecorded(key) ? null : key === null ? (
        <Icon name="plus" size={12} />
      ) : (
        <kbd>{showKey(key)}</kbd>
      )}
    </button>
  )
  return (
    <li className="command-keys" data-command={command.id}>
      <span className="command-name">{command.description}</span>
      <span className="command-buttons">
        {changed ? (
          <button
            type="button"
            className="text-button"
            tabIndex={tabIndex}
            aria-label={`Reset the keys of ${command.description}`}
            title="Gives it the keys of the preset again"
            onClick={(event) => {
              focusKey(event.currentTarget)
              changeKeys({ [command.id ?? '']: null })
            }}
          >
            Reset
          </button>
        ) : null}
        {[...command.keys, null].map((key, index) => buttonOf(key, index))}
      </span>
      {own === null ? null : <RecordingNote recorder={recorder} />}
      {said === '' ? null : <span className="field-error">{said}</span>}
    </li>
  )
}

/** Gives the focus back to the keys of a command's row: to that being recorded, else to the first. */
function focusKey(from: Element): void {
  const row = from.closest('[data-command]')
  const key =
    row?.querySelector<HTMLElement>('.key-button[aria-pressed="true"]') ??
    row?.querySelector<HTMLElement>('.key-button')
  key?.focus()
}

function RecordingNote({ recorder }: { recorder: Recorder }) {
  const { recording, takeOver, stop } = recorder
  const isTaken = recording?.taken != null
  const take = useRef<HTMLButtonElement>(null)
  const thenBack = (act: () => void) => (event: MouseEvent) => {
    focusKey(event.currentTarget)
    act()
  }
  useEffect(() => {
    if (isTaken) take.current?.focus()
  }, [isTaken])
  return (
    <span className="command-note" role="alert">
      {recording?.say}
      {isTaken ? (
        <>
          <Button ref={take} onClick={thenBack(takeOver)}>
            Take it from there
          </Button>
          <Button onClick={thenBack(stop)}>Leave it there</Button>
        </>
      ) : null}
    </span>
  )
}
