import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Breadcrumb } from '../../renderer/src/app/breadcrumb.tsx'
import { NO_FOCUS, placeAtom, setFocus } from '../../renderer/src/state/place.ts'
import { TraceView } from '../../renderer/src/views/trace/trace-view.tsx'
import { giveElementsASize, mount } from './mount.tsx'
import { SOURCE, TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'
import { command, currentRow, openTrace, shifted, standing } from './trace-page.tsx'

giveElementsASize()
const user = userEvent.setup()

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

  it('shows the file that the state in focus is in, and names it', async () => {
    const other = {
      path: 'src/other.py',
      source: '\n\n\n\n\ndef g(x):\n    return x + 1  # other\n',
    }
    const own = { path: 'tests/test_a.py', source: SOURCE.replace('return y', 'return y  # own') }
    await openTrace(2, {}, { files: [own, other], detail: { program: own.path } })
    const shown = () => document.querySelector('.source-path')?.textContent
    const code = () => document.querySelector('.code-view')?.shadowRoot?.textContent ?? ''
    await waitFor(() => expect(code()).toContain('# own'))
    expect(shown()).toBe(own.path)
    expect(standing()).toContain('event 2 · line · line 3 · main · test_a.py')
    await user.keyboard('s')
    await waitFor(() => expect(code()).toContain('# other'))
    expect(shown()).toBe(other.path)
    expect(code()).not.toContain('# own')
    expect(standing()).toContain('line 6 · g · other.py')
    // Rows that change in quick succession are told when they rest.
    await waitFor(() =>
      expect(screen.getAllByRole('gridcell').map((cell) => cell.textContent)).toContainEqual(
        expect.stringContaining('line 7: return x + 1  # other'),
      ),
    )
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

  it('calls the exit exit in the path of the focus, not an event that does not exist', async () => {
    const { session } = await createRecordingHost()
    placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: TRACE, step: 7 } })
    mount(session, <Breadcrumb />)
    expect(await screen.findByText('add-one')).toBeTruthy()
    expect(screen.getByText('event 7')).toBeTruthy()
    act(() => setFocus({ step: 8 }))
    expect(screen.getByText('exit')).toBeTruthy()
    expect(screen.queryByText('event 8')).toBeNull()
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

  it('says at a call that going back to the call goes up', async () => {
    await openTrace(3)
    expect(command('Back to the call').title).toContain('This is the call itself')
    await user.keyboard('s')
    expect(command('Back to the call').title).not.toContain('This is the call itself')
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
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
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
