import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { formatPlace, parsePlace } from '../../renderer/src/state/place-address.ts'
import { giveElementsASize } from './mount.tsx'
import {
  currentRow,
  openTrace,
  output,
  PRINTS,
  shifted,
  standing,
  variables,
} from './trace-page.tsx'

giveElementsASize()
const user = userEvent.setup()

beforeEach(() => document.body.focus())
afterEach(cleanup)

describe('states in the trace view', () => {
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

  it('shows the locals of the caller that is picked in the call stack', async () => {
    await openTrace(4)
    await waitFor(() => expect(variables()).toEqual(['x 1']))
    await user.click(within(screen.getByRole('list', { name: /Call stack/ })).getByText('main'))
    await waitFor(() => expect(variables()).toEqual(['n 1', 'x 1']))
    expect(placeAtom.get().focus).toMatchObject({ step: 4, frame: 0 })
  })
})
