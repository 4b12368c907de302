import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Focus, NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { formatPlace, parsePlace } from '../../renderer/src/state/url.ts'
import { TraceView } from '../../renderer/src/views/trace/trace-view.tsx'
import { giveElementsASize, mount } from './mount.tsx'
import { createRecordingHost, TRACE } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

/** `y = g(x)` where g prints on its line, and what `return y` of main prints while it is left. */
const PRINTS = {
  detail: { stdout: 'in g\nafter g\nleaving\n', stdoutBytes: 21 },
  output: { afterSeq: [4, 5, 6], length: [5, 8, 8] },
}

/** Parts of the output with the sign of what is printed (+), printed now (>) or later (-). */
function output(): string[] {
  return [...document.querySelectorAll('.piece')].map((piece) => {
    const sign = piece.classList.contains('later') ? '-' : '+'
    return `${piece.classList.contains('now') ? '>' : ''}${sign} ${piece.textContent}`
  })
}

async function openTrace(step: number, more: Partial<Focus> = {}, host = {}): Promise<void> {
  const { session } = await createRecordingHost(host)
  placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: TRACE, step, ...more } })
  mount(session, <TraceView />)
  await screen.findByRole('treegrid')
  await waitFor(() => expect(standing()).toContain(`event ${step} `))
}

function standing(): string {
  return document.querySelector('.standing')?.textContent ?? ''
}

/** Rows of the variables table as sign, name and value. */
function variables(): string[] {
  return [...document.querySelectorAll('.variables tbody tr')].map((row) => {
    const cell = (name: string): string =>
      row.querySelector(`.${name}`)?.firstChild?.textContent ?? ''
    const value = row.querySelector('.value-text')?.textContent ?? ''
    return `${cell('sign')} ${cell('name')} ${value}`.trim()
  })
}

/** A letter with Shift held, as a keyboard sends it. */
function shifted(letter: string): string {
  return `{Shift>}${letter.toUpperCase()}{/Shift}`
}

function command(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}

function currentRow(): HTMLElement {
  const grid = screen.getByRole('treegrid')
  const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  if (row === null) throw new Error('The grid names no row')
  return row
}

beforeEach(() => document.body.focus())
afterEach(cleanup)

describe('trace view', () => {
  it('steps into, over and out by keys, and back by the same letters with Shift', async () => {
    await openTrace(2)
    await user.keyboard('s')
    expect(standing()).toContain('event 3 · call · line 6 · g')
    await user.keyboard('o')
    expect(standing()).toContain('event 5 · return')
    await user.keyboard('n')
    expect(standing()).toContain('event 6 · line · line 4 · main')
    await user.keyboard(shifted('n'))
    expect(standing()).toContain('event 2 after its call')
    await user.keyboard(shifted('s'))
    expect(standing()).toContain('event 5 · return')
    await user.keyboard(shifted('o'))
    expect(standing()).toContain('event 3 · call')
    await user.keyboard('<')
    expect(standing()).toContain('event 2 ')
    await user.keyboard('>')
    expect(standing()).toContain('event 3 ')
    await user.keyboard('{F10}{F11}')
    expect(standing()).toContain('event 5 ')
  })

  it('ends at the exit, from which only the way back is open', async () => {
    await openTrace(4)
    await user.keyboard('c')
    expect(standing()).toBe('exit normal')
    expect(placeAtom.get().focus.step).toBe(8)
    expect(screen.getByText('result')).toBeTruthy()
    expect(currentRow().textContent).toBe('exit normal')
    const into = command('Step into')
    expect(into.getAttribute('aria-disabled')).toBe('true')
    expect(into.title).toContain('The program has ended here')
    await user.keyboard('s')
    expect(standing()).toBe('exit normal')
    await user.keyboard(shifted('n'))
    expect(standing()).toContain('event 7 · return')
  })

  it('says in the tooltip why an action is not possible', async () => {
    await openTrace(0)
    expect(command('Step back over').title).toContain('This is the first state')
    expect(command('Run to the chosen line').title).toContain('Choose a source line first')
    expect(command('Step over').title).toBe('Step over (step_over) — F10 or n')
  })

  it('marks what changed in the direction of travel', async () => {
    await openTrace(1)
    await waitFor(() => expect(variables()).toEqual(['n 1']))
    await user.keyboard('.')
    await waitFor(() => expect(variables()).toEqual(['n 1', '+ x 1']))
    await user.keyboard(',')
    await waitFor(() => expect(variables()).toEqual(['n 1', '− x 1']))
  })

  it.each([
    ['a step out of the call', 5, 's'],
    ['the rows of the tree', 4, '{ArrowDown}{ArrowDown}'],
  ])('marks the same after %s as after a reload', async (_, from, keys) => {
    await openTrace(from)
    await user.keyboard(keys)
    expect(standing()).toContain('event 6 ')
    await waitFor(() => expect(variables()).toContain('+ y 2'))
    cleanup()
    await openTrace(6)
    await waitFor(() => expect(variables()).toEqual(['n 1', 'x 1', '+ y 2']))
  })

  it('never marks what the frame did not show before', async () => {
    await openTrace(4)
    await user.keyboard('<')
    expect(standing()).toContain('event 2 ')
    await waitFor(() => expect(variables()).toEqual(['n 1', '+ x 1']))
  })

  it('marks everything as new at a call, however it is reached', async () => {
    await openTrace(2)
    await user.keyboard('s')
    await waitFor(() => expect(variables()).toEqual(['+ x 1']))
    cleanup()
    await openTrace(3)
    await waitFor(() => expect(variables()).toEqual(['+ x 1']))
  })

  it('keeps in the address that it stands after a call, and shows it', async () => {
    await openTrace(6)
    await user.keyboard(shifted('n'))
    await waitFor(() => expect(variables()).toEqual(['n 1', 'x 1', '− y 2']))
    expect(currentRow().textContent).toContain('after its call')
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain('after its call')
    const address = formatPlace(placeAtom.get())
    cleanup()
    await openTrace(2, parsePlace(address).focus)
    expect(standing()).toContain('event 2 after its call')
    await user.keyboard(shifted('n'))
    expect(standing()).toContain('event 2 · line')
    expect(currentRow().textContent).not.toContain('after its call')
    // Both stops are one state, so that nothing changed from the first to the second.
    await waitFor(() => expect(variables()).toEqual(['n 1', 'x 1']))
    cleanup()
    await openTrace(2, parsePlace(address).focus)
    await user.keyboard(shifted('s'))
    expect(standing()).toContain('event 5 · return')
  })

  it('stands before the calls of a line that is clicked, and of one that made none', async () => {
    await openTrace(2, { behind: true })
    screen.getByRole('treegrid').focus()
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(standing()).toContain('event 2 · line')
    cleanup()
    await openTrace(1, { behind: true })
    expect(standing()).toContain('event 1 · line')
  })

  it('is not turned round by Caps Lock', async () => {
    await openTrace(2)
    fireEvent.keyDown(document.body, { key: 'S', shiftKey: false })
    await waitFor(() => expect(standing()).toContain('event 3 '))
    fireEvent.keyDown(document.body, { key: 's', shiftKey: true })
    await waitFor(() => expect(standing()).toContain('event 2 '))
  })

  it('says how far it is in events that exist', async () => {
    await openTrace(4)
    const slider = screen.getByRole('slider')
    expect(slider.getAttribute('aria-valuetext')).toBe('Event 4; the last is 7')
    await user.keyboard('c')
    expect(slider.getAttribute('aria-valuetext')).toBe('exit normal')
  })

  it('gives the keyboard to the tree when it opens, and takes it from nobody', async () => {
    await openTrace(3)
    expect(document.activeElement).toBe(screen.getByRole('treegrid'))
    cleanup()
    const opener = document.body.appendChild(document.createElement('button'))
    opener.focus()
    await openTrace(3)
    expect(document.activeElement).toBe(opener)
    opener.remove()
  })

  it('shows the value of the variable in the address again after a reload', async () => {
    await openTrace(2)
    await waitFor(() => expect(variables()).toContain('+ x 1'))
    await user.dblClick(within(screen.getByRole('table')).getByText('x'))
    expect(screen.getByLabelText('Value of x')).toBeTruthy()
    const { focus } = placeAtom.get()
    cleanup()
    await openTrace(2, focus)
    expect(await screen.findByLabelText('Value of x')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close the value' }))
    expect(screen.queryByLabelText('Value of x')).toBeNull()
  })

  it('shows what was printed up to the event, and goes to the event that printed', async () => {
    await openTrace(4, {}, PRINTS)
    await waitFor(() => expect(output()).toEqual(['>- in g', '- after g', '- leaving']))
    await user.keyboard('s')
    expect(output()).toEqual(['+ in g', '- after g', '- leaving'])
    expect(screen.getByText(/1 of 3 prints so far/)).toBeTruthy()
    await user.keyboard('s')
    expect(output()).toEqual(['+ in g', '+ after g', '>- leaving'])
    // g has returned when the line that called it prints.
    await user.click(screen.getByText('after g'))
    expect(standing()).toContain('event 2 · line')
    expect(output()).toEqual(['- in g', '>- after g', '- leaving'])
    await user.keyboard('{End}')
    expect(output()).toEqual(['+ in g', '+ after g', '+ leaving'])
  })

  it('goes through what was printed by Enter and Shift+Enter', async () => {
    await openTrace(3, {}, PRINTS)
    await waitFor(() => expect(output()).toHaveLength(3))
    screen.getByLabelText('What the program printed').focus()
    await user.keyboard('{Enter}')
    expect(standing()).toContain('event 4 ')
    await user.keyboard('{Enter}')
    expect(standing()).toContain('event 6 ')
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(standing()).toContain('event 2 ')
  })

  it('says at a call that going back to the call goes up', async () => {
    await openTrace(3)
    expect(command('Back to the call').title).toContain('This is the call itself')
    await user.keyboard('s')
    expect(command('Back to the call').title).not.toContain('This is the call itself')
  })

  it('shows the locals of the caller that is picked in the call stack', async () => {
    await openTrace(4)
    await waitFor(() => expect(variables()).toEqual(['x 1']))
    await user.click(within(screen.getByRole('list', { name: /Call stack/ })).getByText('main'))
    await waitFor(() => expect(variables()).toEqual(['n 1', 'x 1']))
    expect(placeAtom.get().focus).toMatchObject({ step: 4, frame: 0 })
  })

  it('moves, collapses and expands by the keys of a treegrid', async () => {
    await openTrace(3)
    const grid = screen.getByRole('treegrid')
    grid.focus()
    expect(currentRow().getAttribute('aria-level')).toBe('2')
    expect(currentRow().textContent).toContain('call, line 6: def g(x):')
    await user.keyboard('{ArrowLeft}')
    expect(currentRow().getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowLeft}')
    expect(currentRow().getAttribute('aria-expanded')).toBe('false')
    expect(grid.getAttribute('aria-rowcount')).toBe('6')
    await user.keyboard('{ArrowDown}')
    expect(standing()).toContain('event 6 ')
    await user.keyboard('{ArrowUp}*')
    expect(grid.getAttribute('aria-rowcount')).toBe('9')
    await user.keyboard('{Enter}')
    expect(standing()).toContain('event 3 ')
  })

  it('opens again what a step leads into', async () => {
    await openTrace(2)
    await user.click(screen.getByText('Collapse all'))
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('6')
    await user.keyboard('s')
    expect(currentRow().textContent).toContain('def g(x):')
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('9')
  })

  it('says what is missing in words', async () => {
    const { session } = await createRecordingHost()
    placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: 't_gone' } })
    mount(session, <TraceView />)
    expect(await screen.findByText('There is no trace t_gone.')).toBeTruthy()
  })
})
