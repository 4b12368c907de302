import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstStepAtom } from '../../renderer/src/state/first-steps.ts'
import { closeOverlay } from '../../renderer/src/state/overlay.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { corpusFilterAtom, levelSortAtom } from '../../renderer/src/views/corpus/corpus-state.ts'
import { openShell, programs, runningJob, traceRow, user } from './shell-bench.tsx'

beforeEach(() => {
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  corpusFilterAtom.set('')
  levelSortAtom('trace').set([])
  toastsAtom.set([])
})
afterEach(cleanup)

describe('the shell', () => {
  it('shows the rows, their count, and the store’s name', async () => {
    await openShell()
    await waitFor(() => expect(programs()).toEqual(['alpha', 'beta', 'gamma']))
    expect(screen.getByTestId('corpus-count').textContent).toBe('3 of 3')
    expect(screen.getByTestId('status-store').textContent).toBe('work.ndw')
    expect(screen.getByTestId('status-rows').textContent).toBe('3 of 3 traces')
    await waitFor(() => expect(document.documentElement.dataset.idle).toBe('true'))
  })

  it('shows a newcomer what to do next, until it is done or dismissed for good', async () => {
    firstStepAtom.set('open')
    await openShell()
    expect(await screen.findByText(/Choose a trace and press Enter \(↓/)).toBeTruthy()
    act(() => placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: 't_alpha', step: 0 } }))
    expect(await screen.findByText(/Press F10 to step over/)).toBeTruthy()
    act(() => placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: 't_alpha', step: 4 } }))
    expect(await screen.findByText(/to step back/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/to step back/)).toBeNull()
    expect(firstStepAtom.get()).toBe('done')
  })

  it('opens views by their keys', async () => {
    await openShell()
    await user.keyboard('{Control>}7{/Control}')
    expect(placeAtom.get().view).toBe('exports')
    expect(await screen.findByRole('heading', { name: 'Export trajectories' })).toBeTruthy()
    await user.keyboard('{Control>}1{/Control}')
    expect(placeAtom.get().view).toBe('corpus')
  })

  it('reads a list again when its area changes', async () => {
    const services = await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    services.rows = [...services.rows, traceRow('delta', 5)]
    services.announce({ area: 'trace', id: 't_delta' })
    await waitFor(() => expect(programs()).toContain('delta'))
  })

  it('follows a job from the status bar, and cancels it', async () => {
    const services = await openShell({ jobs: [runningJob()] })
    await user.click(await screen.findByTestId('status-jobs'))
    const card = await screen.findByRole('article', { name: 'Record 9 programs' })
    expect(card.textContent).toContain('3 of 9')
    await user.click(within(card).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(card.dataset.state).toBe('cancelled'))
    expect(services.jobs[0]?.state).toBe('cancelled')
    expect(card.textContent).toContain('it left nothing behind')
    expect(toastsAtom.get()).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary', { name: 'Jobs' })).toBe(null)
    expect(document.activeElement).toBe(screen.getByTestId('status-jobs'))
  })

  it('tells of a job that ends where nothing shows it', async () => {
    const services = await openShell({ jobs: [runningJob()] })
    await waitFor(() => expect(document.documentElement.dataset.jobs).toBe('1'))
    services.jobs = [{ ...runningJob(), state: 'failed', error: 'The disk is full.' }]
    services.announce({ area: 'job', id: 'k_1' })
    await waitFor(() =>
      expect(toastsAtom.get().at(-1)?.text).toBe('Record 9 programs: The disk is full.'),
    )
    expect(document.documentElement.dataset.jobs).toBe('0')
  })

  it('says why nothing can be written, and records nothing then', async () => {
    await openShell({ readOnlyReason: 'The store is newer than this workbench.' })
    expect(await screen.findByText('The store is newer than this workbench.')).toBeTruthy()
    const record = await screen.findByRole<HTMLButtonElement>('button', { name: 'Record…' })
    expect(record.disabled).toBe(true)
  })

  it('points a newcomer at no trace where there is none', async () => {
    firstStepAtom.set('open')
    const services = await openShell({ rows: [] })
    await waitFor(() => expect(document.documentElement.dataset.idle).toBe('true'))
    await waitFor(() => expect(screen.queryByText(/Choose a trace and press Enter/)).toBeNull())
    services.rows = [traceRow('alpha', 1)]
    services.announce({ area: 'trace', id: 't_alpha' })
    expect(await screen.findByText(/Choose a trace and press Enter/)).toBeTruthy()
  })
})

describe('the palette', () => {
  it('has run what was chosen by the time the next key can be typed', async () => {
    await openShell()
    await user.keyboard('{Control>}k{/Control}change the keys')
    const field = screen.getByRole('combobox', { name: 'Commands' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Change the keys' })).toBeTruthy()
    act(closeOverlay)
  })
})

describe('a lost connection', () => {
  it('is said in one sentence, keeps the rows on screen, and is mended by Reconnect', async () => {
    const services = await openShell()
    await waitFor(() => expect(programs()).toHaveLength(3))
    act(() => services.wires[0]?.close())
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The connection to the workbench was lost.',
    )
    expect(programs()).toHaveLength(3)
    services.rows = [traceRow('omega', 1)]
    await user.click(screen.getByRole('button', { name: 'Reconnect' }))
    await waitFor(() => expect(programs()).toEqual(['omega']))
    expect(screen.queryByRole('alert')).toBe(null)
  })

  it('that never was is a page with the reason', async () => {
    const services = await openShell({ refusal: 'The workbench does not answer.' })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The workbench does not answer.',
    )
    services.refusal = null
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await waitFor(() => expect(programs()).toHaveLength(3))
  })
})
