import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useMemo, useRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { showKey } from '../../renderer/src/ui/key-notation.ts'
import {
  isTextEntry,
  type KeyBinding,
  KeysBehind,
  setRefusal,
  useCommands,
  useKeys,
} from '../../renderer/src/ui/keys.ts'

afterEach(cleanup)

const done: string[] = []

interface PaneProps {
  readonly name: string
  readonly keys: readonly string[]
  readonly reason?: string | null
  readonly scoped?: boolean
}

function Pane({ name, keys, reason = null, scoped = false }: PaneProps) {
  const pane = useRef<HTMLElement>(null)
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [{ keys, description: `Do ${name}`, reason, run: () => void done.push(name) }],
    [keys, name, reason],
  )
  useKeys(name, bindings, scoped ? { within: pane } : {})
  return (
    <section ref={pane}>
      <button type="button">{name}</button>
    </section>
  )
}

function Refused({ binding }: { binding: Partial<KeyBinding> }) {
  const bindings = useMemo<readonly KeyBinding[]>(
    () => [{ keys: ['l'], description: 'Do it', run: () => void done.push('run'), ...binding }],
    [binding],
  )
  useKeys('Pane', bindings)
  return null
}

function press(target: Element, key: string, modifiers: object = {}): void {
  fireEvent.keyDown(target, { key, bubbles: true, ...modifiers })
}

function newKeys(): void {
  done.length = 0
}

function Sheet() {
  const rows = useCommands().filter(({ bound }) => bound)
  const shown = rows.map(({ scope, keys, description }) => ({ scope, keys, description }))
  return <p data-testid="sheet">{JSON.stringify(shown)}</p>
}

describe('the key registry', () => {
  it('does what a letter is bound to, and nothing after the pane is gone', () => {
    newKeys()
    const { unmount } = render(<Pane name="step" keys={['n', 'F10']} />)
    press(document.body, 'n')
    press(document.body, 'F10')
    unmount()
    press(document.body, 'n')
    expect(done).toEqual(['step', 'step'])
  })

  it('says why a command cannot run, unless the command says it in its own way', () => {
    newKeys()
    setRefusal((reason) => void done.push(`said ${reason}`))
    const { rerender } = render(<Refused binding={{ reason: 'There is no loop.' }} />)
    press(document.body, 'l')
    rerender(<Refused binding={{ reason: 'None.', refuse: () => void done.push('own') }} />)
    press(document.body, 'l')
    expect(done).toEqual(['said There is no loop.', 'own'])
    setRefusal(() => {})
  })

  it('leaves letters, digits and editing keys to text fields, but not function keys and view keys', () => {
    newKeys()
    render(
      <>
        <Pane name="step" keys={['n', '1', 'Backspace', 'ArrowLeft', '?', 'Mod+z']} />
        <Pane name="function" keys={['F10', 'Shift+F11', 'Mod+1']} />
        <input aria-label="line" />
        <textarea aria-label="lines" />
        <select aria-label="choice" />
        <input aria-label="box" type="checkbox" />
        {/* An editor: CodeMirror's content is an element that can be edited. */}
        <div data-testid="editor" contentEditable suppressContentEditableWarning>
          <p>code</p>
        </div>
      </>,
    )
    const fields = [
      ...['line', 'lines', 'choice'].map((name) => screen.getByLabelText(name)),
      screen.getByText('code'),
    ]
    for (const field of fields) {
      for (const key of ['n', '1', 'Backspace', 'ArrowLeft', '?']) press(field, key)
      press(field, 'z', { ctrlKey: true })
    }
    expect(done).toEqual([])
    press(screen.getByLabelText('line'), 'F10')
    press(screen.getByLabelText('line'), 'F11', { shiftKey: true })
    press(screen.getByLabelText('line'), '1', { ctrlKey: true })
    expect(done).toEqual(['function', 'function', 'function'])
    press(screen.getByLabelText('box'), 'n')
    expect(done.at(-1)).toBe('step')
  })

  it('tells capital from small letters, and letters from shortcuts', () => {
    newKeys()
    render(
      <>
        <Pane name="forward" keys={['n']} />
        <Pane name="back" keys={['N']} />
      </>,
    )
    press(document.body, 'N', { shiftKey: true })
    press(document.body, 'n', { ctrlKey: true })
    press(document.body, 'n')
    expect(done).toEqual(['back', 'forward'])
  })

  it('takes a letter for capital by Shift, not by Caps Lock', () => {
    newKeys()
    render(
      <>
        <Pane name="forward" keys={['n']} />
        <Pane name="back" keys={['N']} />
        <Pane name="sheet" keys={['?']} />
      </>,
    )
    press(document.body, 'N')
    press(document.body, 'n', { shiftKey: true })
    press(document.body, '?', { shiftKey: true })
    expect(done).toEqual(['forward', 'back', 'sheet'])
  })

  it('keeps a pane’s keys to the pane', () => {
    newKeys()
    render(
      <>
        <Pane name="tree" keys={['w']} scoped />
        <Pane name="other" keys={['x']} />
      </>,
    )
    press(screen.getByRole('button', { name: 'other' }), 'w')
    expect(done).toEqual([])
    press(screen.getByRole('button', { name: 'tree' }), 'w')
    press(document.body, 'w')
    expect(done).toEqual(['tree', 'tree'])
  })

  it('means the one in front of two alike by a key pressed on nothing, whichever that is now', () => {
    newKeys()
    const both = (behind: string) => (
      <>
        {['left', 'right'].map((name) => (
          <KeysBehind key={name} value={name === behind}>
            <Pane name={name} keys={['j']} scoped />
          </KeysBehind>
        ))}
      </>
    )
    const { rerender } = render(both('right'))
    press(document.body, 'j')
    press(screen.getByRole('button', { name: 'right' }), 'j')
    expect(done).toEqual(['left', 'right'])
    rerender(both('left'))
    press(document.body, 'j')
    press(screen.getByRole('button', { name: 'left' }), 'j')
    expect(done).toEqual(['left', 'right', 'right', 'left'])
  })

  it('gives a key to the latest pane, and to nobody else while that cannot act', () => {
    newKeys()
    render(
      <>
        <Pane name="below" keys={['e']} />
        <Pane name="above" keys={['e']} reason="Not now." />
      </>,
    )
    press(document.body, 'e')
    expect(done).toEqual([])
  })

  it('stays out of an open dialog', () => {
    newKeys()
    render(
      <>
        <Pane name="step" keys={['n', 'F5']} />
        <dialog open>
          <button type="button">inside</button>
        </dialog>
      </>,
    )
    press(screen.getByRole('button', { name: 'inside' }), 'n')
    press(screen.getByRole('button', { name: 'inside' }), 'F5')
    expect(done).toEqual([])
  })

  it('gets no letters from within a popover, which lies in front, and yet what works in text', () => {
    newKeys()
    render(
      <>
        <Pane name="step" keys={['n', 'F10']} />
        <div popover="auto">
          <button type="button">inside</button>
        </div>
      </>,
    )
    const inside = document.querySelector('[popover] button') as Element
    press(inside, 'n')
    expect(done).toEqual([])
    press(inside, 'F10')
    press(document.body, 'n')
    expect(done).toEqual(['step', 'step'])
  })

  it('lists every binding with its description', () => {
    render(
      <>
        <Pane name="step" keys={['n', 'F10']} />
        <Sheet />
      </>,
    )
    expect(JSON.parse(screen.getByTestId('sheet').textContent ?? '')).toEqual([
      { scope: 'step', keys: ['n', 'F10'], description: 'Do step' },
    ])
  })
})

describe('keys in words', () => {
  it('shows keys as people name them', () => {
    expect(['Mod++', '+', 'Mod+Shift+p'].map(showKey)).toEqual(['Ctrl++', '+', 'Ctrl+Shift+P'])
    expect(['N', 'Alt+ArrowLeft', 'Mod+1', 'Shift+F11', '?', ' '].map(showKey)).toEqual([
      'Shift+N',
      'Alt+←',
      'Ctrl+1',
      'Shift+F11',
      '?',
      'Space',
    ])
  })

  it('takes an editor that is only read for no text field', () => {
    render(<p contentEditable={false}>read</p>)
    expect(isTextEntry(screen.getByText('read'))).toBe(false)
  })
})
