import { cleanup, fireEvent, render } from '@testing-library/react'
import { useMemo, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import '../../renderer/src/app/app.tsx'
import { VIEWS, viewCommand } from '../../renderer/src/app/views.ts'
import { KEY_PRESETS } from '../../renderer/src/state/key-presets.ts'
import {
  changeKeys,
  choosePreset,
  keymapAtom,
  keysOf,
  resetAllKeys,
} from '../../renderer/src/state/keymap.ts'
import { type CommandInfo, commandRows } from '../../renderer/src/ui/command-list.ts'
import { holdersOf, refusalOf } from '../../renderer/src/ui/key-rules.ts'
import { type KeyBinding, setKeymap, useKeys } from '../../renderer/src/ui/keys.ts'

const done: string[] = []

function Act({ id, keys, reason = null }: { id: string; keys: string; reason?: string | null }) {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [
      {
        id,
        keys: keys.split(' '),
        description: id,
        reason,
        run: () => void done.push(id),
        refuse: () => void done.push(`not ${id}`),
      },
    ],
    [id, keys, reason],
  )
  useKeys('Test', bindings)
  return null
}

/** A view whose keys work anywhere in it, and a pane in it with keys of its own. */
function ViewWithPane() {
  const view = useRef<HTMLElement>(null)
  useKeys(
    'View',
    useMemo(() => [{ keys: ['s'], description: 'view', run: () => void done.push('view') }], []),
    { within: view },
  )
  return (
    <main ref={view}>
      <button type="button">beside</button>
      <Pane />
    </main>
  )
}

function Pane() {
  const pane = useRef<HTMLElement>(null)
  useKeys(
    'Pane',
    useMemo(() => [{ keys: ['s'], description: 'pane', run: () => void done.push('pane') }], []),
    { within: pane },
  )
  return (
    <section ref={pane}>
      <button type="button">inside</button>
    </section>
  )
}

function press(key: string, more: object = {}, target: Element = document.body): void {
  fireEvent.keyDown(target, { key, bubbles: true, ...more })
}

const userKeymap = (id: string, own: readonly string[]): readonly string[] =>
  keysOf(keymapAtom.get(), id, own)

beforeEach(() => {
  done.length = 0
  resetAllKeys()
  choosePreset('vscode')
  setKeymap(userKeymap)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('keys of the user', () => {
  it('are in force instead of those a command has of itself, until they are reset', () => {
    render(<Act id="test.act" keys="F10 n" />)
    changeKeys({ 'test.act': ['x'] })
    press('n')
    press('F10')
    press('x')
    expect(done).toEqual(['test.act'])
    changeKeys({ 'test.act': null })
    press('n')
    expect(done).toEqual(['test.act', 'test.act'])
  })

  it('come before the preset, and stay when another is taken', () => {
    choosePreset('pycharm')
    expect(userKeymap('trace.step-over', ['F10', 'n'])).toEqual(['F8', 'n'])
    changeKeys({ 'trace.step-over': ['w'] })
    choosePreset('thonny')
    expect(userKeymap('trace.step-over', ['F10', 'n'])).toEqual(['w'])
    expect(userKeymap('trace.step-into', ['F11', 's'])).toEqual(['F7', 's'])
    resetAllKeys()
    expect(userKeymap('trace.step-over', ['F10', 'n'])).toEqual(['F6', 'n'])
  })

  it('work in a text field where the key writes nothing there', () => {
    const { container } = render(
      <>
        <Act id="test.act" keys="Mod+m" />
        <Act id="test.copy" keys="Mod+c" />
        <input />
      </>,
    )
    const field = container.querySelector('input') as Element
    press('m', { ctrlKey: true }, field)
    press('c', { ctrlKey: true }, field)
    expect(done).toEqual(['test.act'])
  })
})

describe('a key', () => {
  it('does what the innermost pane with the focus binds it to', () => {
    const { getByText } = render(<ViewWithPane />)
    press('s', {}, getByText('inside'))
    press('s', {}, getByText('beside'))
    expect(done).toEqual(['pane', 'view'])
  })

  it('of an act that is not possible only refuses', () => {
    render(<Act id="test.act" keys="x" reason="There is nothing to do." />)
    press('x')
    expect(done).toEqual(['not test.act'])
  })

  it('that a keyboard has on AltGr is the character it types', () => {
    render(<Act id="test.act" keys="[" />)
    const event = new KeyboardEvent('keydown', {
      key: '[',
      ctrlKey: true,
      altKey: true,
      bubbles: true,
    })
    Object.defineProperty(event, 'getModifierState', {
      value: (name: string) => name === 'AltGraph',
    })
    document.body.dispatchEvent(event)
    expect(done).toEqual(['test.act'])
  })
})

describe('a key for a command', () => {
  it('is refused with the reason where it belongs to the browser, the system or the page', () => {
    expect(refusalOf('Mod+w')).toBe('The browser or the system keeps Ctrl+W to itself.')
    expect(refusalOf('ArrowUp')).toBe('↑ moves within lists, trees and text.')
    for (const key of [
      'Tab',
      'Escape',
      'Enter',
      ' ',
      'Mod+c',
      'Mod+r',
      'Meta+n',
      'Dead',
      'Mod+-',
    ]) {
      expect(refusalOf(key), key).toMatch(/\.$/)
    }
    for (const key of ['F5', 'x', 'N', 'Mod+k', 'Alt+ArrowLeft', 'Backspace', '[', 'Mod+Shift+m']) {
      expect(refusalOf(key), key).toBe(null)
    }
  })
})

/** Every command of the workbench with the keys of a preset, as if no view was open. */
function commandsUnder(preset: string): readonly CommandInfo[] {
  choosePreset(preset)
  const views = { scope: 'Everywhere', bindings: VIEWS.map((v) => ({ ...viewCommand(v), run })) }
  return commandRows([{ ...views, within: undefined, isBehind: false }], userKeymap)
}

function run(): void {}

describe.each(KEY_PRESETS)('the preset $title', ({ id, keys }) => {
  it('gives no key to two commands that work at the same time', async () => {
    for (const { load } of VIEWS) await load()
    const commands = commandsUnder(id)
    const twice = commands.flatMap((command) =>
      command.keys.flatMap((key) =>
        holdersOf(key, command, commands).map((other) => `${key}: ${command.id} and ${other.id}`),
      ),
    )
    expect(commands.length).toBeGreaterThan(40)
    expect(twice).toEqual([])
  })

  it('names commands there are, but for breakpoints', async () => {
    for (const { load } of VIEWS) await load()
    const known = commandsUnder(id).map((command) => command.id)
    const unknown = Object.keys(keys).filter((command) => !known.includes(command))
    expect(unknown.filter((command) => command !== 'trace.toggle-breakpoint')).toEqual([])
  })
})
