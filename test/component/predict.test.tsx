import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { giveElementsASize } from './mount.tsx'
import { cellsOf, INVERSE, openPredict, stepRows } from './predict-bench.tsx'

beforeAll(giveElementsASize)
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const user = userEvent.setup()

const WRONG_VALUES = ['replay-with-faults', 'wrong_value=0.3', 'next-state'] as const

async function steps(): Promise<HTMLElement> {
  return screen.findByRole('listbox', { name: 'Steps' })
}

/** The number of the state in focus. */
function shownState(): string {
  return screen.getByRole('heading', { name: /^State \d+/ }).textContent ?? ''
}

describe('the Predict view', () => {
  it('holds what a run predicted beside what was recorded, and goes from one divergence to the next', async () => {
    await openPredict({ runs: [WRONG_VALUES] })
    await steps()
    await waitFor(() => expect(stepRows().some((row) => row.includes('wrong'))).toBe(true))
    await user.keyboard('d')
    await screen.findByText(/^Wrong: wrong value at /)
    const first = shownState()
    const refuted = document.querySelector('[data-standing="different"]')
    expect(refuted?.textContent).toContain('refuted')
    // The engine's mark stands by every value: it is no model's belief.
    expect(refuted?.textContent ?? '').toMatch(/no model|refuted/)
    expect(screen.getAllByText(/replayed from the recording/).length).toBeGreaterThan(0)
    await user.keyboard('d')
    await waitFor(() => expect(shownState()).not.toBe(first))
    await user.keyboard('{Shift>}D{/Shift}')
    await waitFor(() => expect(shownState()).toBe(first))
    await user.keyboard(',')
    await screen.findByText(/^Right: the recorded state/)
  })

  it('shows three states of each variable, changes in the direction of travel', async () => {
    await openPredict({ runs: [['replay-with-faults', 'wrong_value=0', 'next-state']] })
    await steps()
    await user.keyboard('....')
    await waitFor(() => expect(shownState()).toBe('State 4'))
    await waitFor(() => expect(cellsOf('out')[2]).toContain('[]'))
    const [, before, real, predicted, standing] = cellsOf('out')
    expect(before).toBe('')
    expect(real).toContain('added')
    expect(predicted).toContain('[]')
    expect(standing).toContain('verified')
    expect(cellsOf('Line')[3]).toMatch(/^3: /)
  })

  it('steps the model by the debugger’s keys, on a branch where the way goes on otherwise', async () => {
    await openPredict({ engine: 'next-line' })
    await steps()
    await user.keyboard('s')
    await screen.findByText(/wrote$/)
    expect(screen.queryByRole('region', { name: 'Branches' })).toBeNull()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Step over' }).getAttribute('aria-disabled')).toBe(
        'false',
      ),
    )
    await user.keyboard('n')
    const branches = await screen.findByRole('region', { name: 'Branches' })
    expect(within(branches).getByRole('button', { pressed: true }).textContent).toContain(
      'step_over at state 1',
    )
    // The recorded run follows: over the call it is after it.
    await waitFor(() => expect(cellsOf('Line')[2]).toMatch(/^9: /))
    expect(stepRows()).toHaveLength(3)
    await user.keyboard('b')
    await waitFor(() => expect(stepRows().length).toBeGreaterThan(10))
  })

  it('asks for a kept prediction again from its row, and says that it is the same', async () => {
    await openPredict({ engine: 'replay-with-faults' })
    await steps()
    await user.keyboard('s')
    await user.click(await screen.findByRole('button', { name: 'Ask again' }))
    await waitFor(() =>
      expect(toastsAtom.get().map(({ text }) => text)).toContain(
        'Asked again from its row: the same answer, letter for letter.',
      ),
    )
  })

  it('says why an action cannot be taken', async () => {
    await openPredict({ engine: 'next-line' })
    await steps()
    const line = screen.getByRole('button', { name: 'Run to the chosen line' })
    await waitFor(() => expect(line.title).toMatch(/Choose a line of code/))
    expect(line.getAttribute('aria-disabled')).toBe('true')
  })

  it('fed back, marks where the rollout leaves the recording and what follows from that', async () => {
    await openPredict({ engine: 'next-line' })
    await steps()
    await user.keyboard('f..')
    await waitFor(() => expect(shownState()).toBe('State 2'))
    await user.keyboard('a')
    await waitFor(() => expect(stepRows().some((row) => row.includes('diverges'))).toBe(true))
    await user.keyboard('.a')
    await waitFor(() => expect(stepRows().some((row) => row.includes('after an error'))).toBe(true))
    // From the recorded state the step is asked for too, and then one knows whose error it is.
    await user.keyboard('fa')
    await screen.findByText(/wrote$/)
    await user.keyboard('f')
    await waitFor(() => expect(stepRows().some((row) => /caused|own error/.test(row))).toBe(true))
  })

  it('goes on from a state changed by hand on a branch, where nothing is held against the recording', async () => {
    await openPredict({ engine: 'next-line' })
    await steps()
    await user.keyboard('...')
    await waitFor(() => expect(cellsOf('xs')[2]).toContain('[1, 2]'))
    await user.keyboard('e')
    const dialog = await screen.findByRole('dialog', { name: 'Change this state by hand' })
    const field = within(dialog).getByRole('textbox', { name: 'Value of xs' })
    await user.clear(field)
    await user.type(field, '[[7, 8]')
    await user.click(within(dialog).getByRole('button', { name: 'Go on from here' }))
    await screen.findByText(/This state was changed by hand/)
    expect(cellsOf('xs')[3]).toContain('[7, 8]')
    await user.keyboard('n')
    await screen.findByText('Nothing was recorded after a state that was changed by hand.')
    expect(cellsOf('xs')[1]).toBe('[7, 8]')
    expect(document.querySelector('[data-variable="xs"]')?.textContent).toContain('unchecked')
    await user.keyboard('b')
    await waitFor(() => expect(stepRows().length).toBeGreaterThan(10))
  })

  it('marks every value backwards as inferred, under a band, and keeps the unknown unknown', async () => {
    await openPredict({
      trajectory: INVERSE,
      runs: [['replay-with-faults', 'wrong_value=0.5', 'next-state']],
    })
    await steps()
    expect(screen.getByText(/Inverse: values are inferred/)).toBeTruthy()
    await user.keyboard('.')
    await screen.findByText(/wrote$/)
    expect(cellsOf('ys')[3]).toBe('? unknown')
    const marks = [...document.querySelectorAll('.three-way tbody [data-trust]')]
    expect(marks.length).toBeGreaterThan(0)
    expect(new Set(marks.map((mark) => mark.getAttribute('data-trust')))).toEqual(
      new Set(['inferred']),
    )
    await screen.findByText(/what is unknown stays unknown/)
    // The key of the direction begins the other way here, and leads back.
    await user.keyboard('i')
    await waitFor(() => expect(screen.queryByText(/Inverse: values/)).toBeNull())
    expect(placeAtom.get().focus.trajectory).toBeNull()
    await user.keyboard('i')
    await waitFor(() => expect(placeAtom.get().focus.trajectory).toBe(INVERSE))
  })

  it('without a model offers a baseline; what is not predicted is predicted, or the whole by a run', async () => {
    const { store } = await openPredict()
    await steps()
    await user.click(await screen.findByRole('button', { name: /^Use the baseline/ }))
    await screen.findByText(/This is the start/)
    await user.keyboard('.')
    await screen.findByText('Not predicted yet.')
    // What was recorded is there before anything was predicted.
    await waitFor(() => expect(cellsOf('Line')[2]).toMatch(/^8: /))
    await user.click(screen.getByRole('button', { name: 'Predict the whole way' }))
    await screen.findByText(/wrote$/)
    const { rows } = await store.read('runPage', { offset: 0, limit: 10 })
    expect(rows).toMatchObject([
      { engine: 'replay-with-faults', suite: 'next-state', trajectories: 1 },
    ])
    await waitFor(() =>
      expect(stepRows().every((row) => !row.includes('Not predicted'))).toBe(true),
    )
  })

  it('labels the step in focus by a digit, and steps on with no trajectory from where the Trace view is', async () => {
    const { store, trace } = await openPredict({ runs: [WRONG_VALUES] })
    await steps()
    await user.keyboard('.3')
    await waitFor(async () => {
      const { labels } = await store.read('trajectoryGet', { trajectory: 'j_forward' })
      expect(labels).toEqual([{ step: 0, class: 'wrong_value' }])
    })
    await user.keyboard('t')
    await screen.findByRole('grid', { name: 'Trajectories' })
    await user.click(await screen.findByRole('button', { name: /^Step the model from event/ }))
    await waitFor(() => expect(placeAtom.get().focus).toMatchObject({ trace, trajectory: null }))
    await waitFor(() => expect(stepRows()).toHaveLength(1))
  })
})
