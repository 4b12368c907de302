import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { TraceView } from '../../renderer/src/views/trace/trace-view.tsx'
import { giveElementsASize, mount } from './mount.tsx'
import { createRecordingHost, TRACE } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

async function openTrace(step: number): Promise<void> {
  const { session } = await createRecordingHost()
  placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: TRACE, step } })
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
    await user.keyboard('N')
    expect(standing()).toContain('event 2 ')
    expect(standing()).toContain('behind its call')
    await user.keyboard('S')
    expect(standing()).toContain('event 5 · return')
    await user.keyboard('O')
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
    await user.keyboard('N')
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
