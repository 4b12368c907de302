import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useAtom } from '../../state/atom.ts'
import { KEY_PRESETS } from '../../state/key-presets.ts'
import { choosePreset, keymapAtom, presetOf, resetAllKeys } from '../../state/keymap.ts'
import { closeOverlay } from '../../state/overlay.ts'
import { Button } from '../../ui/button.tsx'
import type { CommandInfo } from '../../ui/command-list.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { showKey } from '../../ui/key-notation.ts'
import { useCommands } from '../../ui/keys.ts'
import { CommandKeys } from './command-keys.tsx'
import { type Recorder, useRecorder } from './use-recorder.ts'

const PRESETS = KEY_PRESETS.map(({ id, title }) => ({ value: id, text: title }))
/** Closing what is open is no choice. */
const FIXED = new Set(['jobs.close'])

function hasWords(command: CommandInfo, text: string): boolean {
  const { scope, description, keys } = command
  const whole = `${scope} ${description} ${keys.map(showKey).join(' ')}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word))
}

function byScope(commands: readonly CommandInfo[]): ReadonlyMap<string, readonly CommandInfo[]> {
  const groups = new Map<string, CommandInfo[]>()
  for (const command of commands) {
    const group = groups.get(command.scope)
    if (group === undefined) groups.set(command.scope, [command])
    else group.push(command)
  }
  return groups
}

const ROW_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }
const BUTTON_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

function buttonsOf(row: Element | undefined | null): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('button') ?? [])]
}

/** The button that an arrow key leads to from another: in its row, or the last of a row above or below. */
function nextButton(from: Element, key: string): HTMLElement | null {
  const row = from.closest('[data-command]')
  const buttons = buttonsOf(row)
  const along = BUTTON_STEPS[key]
  if (along !== undefined) return buttons[buttons.indexOf(from as HTMLElement) + along] ?? null
  const rows = [...(row?.closest('.command-list')?.querySelectorAll('[data-command]') ?? [])]
  const step = ROW_STEPS[key]
  return step === undefined || row === null
    ? null
    : (buttonsOf(rows[rows.indexOf(row) + step]).at(-1) ?? null)
}

interface CommandListProps {
  readonly shown: readonly CommandInfo[]
  readonly commands: readonly CommandInfo[]
  readonly recorder: Recorder
}

/** Commands by where they work: one stop of the Tab key, in which the arrow keys move. */
function CommandList({ shown, commands, recorder }: CommandListProps) {
  const { changed } = useAtom(keymapAtom)
  const [at, setAt] = useState<string | null>(null)
  const current = shown.some(({ id }) => id === at) ? at : (shown[0]?.id ?? null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    const next = nextButton(event.target, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
  }
  return (
    <section
      className="command-list"
      aria-label="Commands and their keys"
      onKeyDown={onKeyDown}
      onFocus={({ target }) =>
        setAt(target.closest<HTMLElement>('[data-command]')?.dataset.command ?? null)
      }
    >
      {[...byScope(shown)].map(([scope, rows]) => (
        <section key={scope} aria-label={scope}>
          <h3>{scope}</h3>
          <ul>
            {rows.map((command) => (
              <CommandKeys
                key={command.id}
                command={command}
                commands={commands}
                changed={changed[command.id ?? ''] !== undefined}
                recorder={recorder}
                current={command.id === current}
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** Which keys do what: a preset, and for each command keys of the user's own. */
export function KeysDialog() {
  const all = useCommands()
  const keymap = useAtom(keymapAtom)
  const preset = presetOf(keymap)
  const [text, setText] = useState('')
  const body = useRef<HTMLDivElement>(null)
  const commands = useMemo(() => all.filter(({ id }) => id !== null && !FIXED.has(id)), [all])
  const recorder = useRecorder(all)
  const shown = commands.filter((command) => hasWords(command, text.trim()))
  const count = Object.keys(keymap.changed).length
  const onFilterKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    body.current?.querySelector<HTMLElement>('.key-button[tabindex="0"]')?.focus()
  }
  return (
    <Dialog label="Change the keys" className="keys-dialog" onClose={closeOverlay} header={null}>
      <div className="keys-tools">
        <TextField
          label="Filter"
          type="search"
          data-autofocus
          placeholder="Filter, for example  step  or  F10"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onFilterKey}
        />
        <Select
          label="Preset"
          options={PRESETS}
          value={preset.id}
          onChange={(event) => choosePreset(event.target.value)}
        />
        <Button
          // A disabled button would lose the keyboard focus.
          aria-disabled={count === 0}
          hint={
            count === 0
              ? 'No key has been changed.'
              : 'Every command has the keys of the preset again'
          }
          onClick={resetAllKeys}
        >
          Reset all
        </Button>
      </div>
      <p className="keys-about muted">{preset.about} The rest is the same in every preset.</p>
      <div className="keys-body" ref={body}>
        {shown.length === 0 ? (
          <EmptyState text="No command has these words in its name, its keys or where it works." />
        ) : (
          <CommandList shown={shown} commands={all} recorder={recorder} />
        )}
      </div>
    </Dialog>
  )
}
