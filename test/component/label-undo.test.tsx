import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { ownActsAtom } from '../../renderer/src/views/label/own-acts.ts'
import { forgetWindow, lastToast, marks, openQueue, trajectoryId } from './label-bench.tsx'
import { giveElementsASize } from './mount.tsx'
import type { RecordingHost } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

beforeEach(forgetWindow)
afterEach(cleanup)

/** What another window or the command line does, and then announces. */
async function elsewhere(host: RecordingHost, run: () => Promise<unknown>): Promise<void> {
  await run()
  for (const area of ['label', 'trajectory']) {
    await host.session.queryClient.invalidateQueries({ queryKey: [area] })
  }
}

function labelElsewhere(host: RecordingHost, ordinal: number, step: number): Promise<void> {
  const label = { trajectory: trajectoryId(ordinal), step, class: 'ambiguous' } as const
  return elsewhere(host, () => host.session.call('label.set', label))
}

function stepsIn({ acts }: RecordingHost): string[] {
  return acts.map((act) => `${act.trajectory.slice(-1)}/${act.step} ${act.class}`)
}

describe('undo', () => {
  it('by the toast takes back what the toast names, not what another window did since', async () => {
    const host = await openQueue(2)
    await user.keyboard('.3')
    await waitFor(() => expect(lastToast()?.text).toBe('Step 1: wrong value.'))
    await labelElsewhere(host, 1, 3)
    lastToast()?.action?.run()
    await waitFor(() => expect(lastToast()?.text).toBe('Undone: wrong value on step 1.'))
    expect(stepsIn(host)).toEqual(['1/3 ambiguous'])
    expect(placeAtom.get().focus.trajectory).toBe(trajectoryId(0))
  })

  it('by Backspace takes back decisions of this window alone, and then says that none is left', async () => {
    const host = await openQueue(2)
    await user.keyboard('.3')
    await waitFor(() => expect(host.acts).toHaveLength(1))
    await labelElsewhere(host, 0, 2)
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(stepsIn(host)).toEqual(['0/2 ambiguous']))
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(lastToast()?.text).toMatch(/no decision of this window/))
    expect(stepsIn(host)).toEqual(['0/2 ambiguous'])
  })

  it('by the list takes back any decision, whoever made it', async () => {
    const host = await openQueue(2)
    await user.keyboard('.3')
    await labelElsewhere(host, 1, 2)
    const button = await screen.findByRole('button', { name: 'Undo: ambiguous, step 2' })
    const row = button.closest('li') as HTMLElement
    expect(within(row).getByTitle(/another window or on the command line/)).toBeTruthy()
    await user.click(button)
    await waitFor(() => expect(stepsIn(host)).toEqual(['0/1 wrong_value']))
  })

  it('leaves no way to undo the same again: the toast goes, and a late click says so', async () => {
    const host = await openQueue(1)
    await labelElsewhere(host, 0, 5)
    await user.keyboard('.3')
    await screen.findByRole('button', { name: 'Undo: wrong value, step 1' })
    const toast = lastToast()
    await elsewhere(host, () => host.session.call('label.undo', { act: 2 }))
    await waitFor(() => expect(toastsAtom.get()).toEqual([]))
    toast?.action?.run()
    await waitFor(() => expect(lastToast()?.text).toBe('Step 1: wrong value was undone already.'))
    expect(stepsIn(host)).toEqual(['0/5 ambiguous'])
  })

  it('is not lost with the view, and then moves no focus', async () => {
    const host = await openQueue(1)
    await user.keyboard('.5')
    await waitFor(() => expect(lastToast()?.text).toBe('Step 1: extra variable.'))
    await user.keyboard('{Backspace}')
    const focus = { ...placeAtom.get().focus, trajectoryStep: 4 }
    placeAtom.set({ view: 'trace', focus })
    cleanup()
    await waitFor(() => expect(lastToast()?.text).toBe('Undone: extra variable on step 1.'))
    expect(toastsAtom.get()).toHaveLength(1)
    expect(host.acts).toEqual([])
    expect(placeAtom.get().focus).toEqual(focus)
  })

  it('waits for the key before it', async () => {
    const host = await openQueue(1)
    await user.keyboard('.3')
    await waitFor(() => expect(host.acts).toHaveLength(1))
    await user.keyboard('.4{Backspace}')
    await waitFor(() => expect(lastToast()?.text).toBe('Undone: missing variable on step 2.'))
    expect(stepsIn(host)).toEqual(['0/1 wrong_value'])
  })

  it('says what the step is labelled instead', async () => {
    await openQueue(1)
    await user.keyboard('.34')
    await waitFor(() => expect(marks()).toEqual(['missing variable']))
    await user.keyboard('{Backspace}')
    await waitFor(() =>
      expect(lastToast()?.text).toBe(
        'Undone: missing variable on step 1. It is labelled wrong value now.',
      ),
    )
  })

  it('survives a reload of the tab', async () => {
    await openQueue(1)
    await user.keyboard('.3')
    await waitFor(() => expect(ownActsAtom.get().acts).toEqual([1]))
    vi.resetModules()
    const reloaded = await import('../../renderer/src/views/label/own-acts.ts')
    expect(reloaded.ownActsIn('/store')).toEqual([1])
    expect(reloaded.ownActsIn('/other/store')).toEqual([])
  })
})

describe('a decision that changes nothing', () => {
  it('is none: the same class again, or no label where there is none', async () => {
    const host = await openQueue(1)
    await user.keyboard('.0')
    await waitFor(() => expect(lastToast()?.text).toBe('Step 1 has no label.'))
    await user.keyboard('33')
    await waitFor(() => expect(lastToast()?.text).toBe('Step 1 is labelled wrong value already.'))
    expect(host.acts).toHaveLength(1)
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(marks()).toEqual([]))
  })
})
