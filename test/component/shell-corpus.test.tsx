import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { corpusFilterAtom, levelSortAtom } from '../../renderer/src/views/corpus/corpus-state.ts'
import { openShell, programs, user } from './shell-bench.tsx'

beforeEach(() => {
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  corpusFilterAtom.set('')
  levelSortAtom('trace').set([])
  toastsAtom.set([])
})
afterEach(cleanup)

describe('the corpus', () => {
  it('filters, says what is wrong with a filter under it, and keeps the rows until it is right', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.keyboard('/')
    await user.keyboard('evnts > 3')
    // The form of saved views, which no style hides here, says so too.
    const [refusal] = await screen.findAllByRole('alert')
    expect(refusal?.textContent).toBe(
      'A trace has no name "evnts" (character 1); did you mean events? To search for it as text, put it in quotes.',
    )
    expect(programs()).toHaveLength(3)
    await user.clear(screen.getByRole('combobox', { name: 'Query' }))
    await user.keyboard('"bet"')
    await waitFor(() => expect(programs()).toEqual(['beta']))
    expect(screen.getByTestId('corpus-count').textContent).toBe('1 of 3')
  })

  it('goes from the filter to the first row it keeps by ArrowDown, even before that is read', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.keyboard('/"gam"{ArrowDown}')
    await waitFor(() => expect(placeAtom.get().focus.trace).toBe('t_gamma'))
    expect(document.activeElement).toBe(screen.getByRole('grid'))
    await user.keyboard('{Enter}')
    expect(placeAtom.get().view).toBe('trace')
  })

  it('offers to take off the condition that removed every row', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.type(screen.getByRole('combobox', { name: 'Query' }), '"nothing-like-it"')
    await user.click(await screen.findByRole('button', { name: 'Clear the filter' }))
    await waitFor(() => expect(programs()).toHaveLength(3))
  })

  it('sorts by a header and opens the row in focus with Enter', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'Events' }))
    await waitFor(() => expect(programs()).toEqual(['alpha', 'gamma', 'beta']))
    act(() => screen.getByRole('grid').focus())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(placeAtom.get()).toEqual({ view: 'trace', focus: { ...NO_FOCUS, trace: 't_gamma' } })
  })

  it('asks a new store’s user to record a program', async () => {
    await openShell({ rows: [] })
    await user.click(await screen.findByRole('button', { name: 'Record a program…' }))
    await screen.findByLabelText('Python code')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Paste the program here, or open its file.',
    )
    await user.type(screen.getByLabelText('Python code'), 'x = 1')
    await user.keyboard('{Control>}7{/Control}{Control>}8{/Control}')
    expect(await screen.findByDisplayValue('x = 1')).toBeTruthy()
  })
})
