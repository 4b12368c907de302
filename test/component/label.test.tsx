import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { labelFilterAtom, UNLABELLED } from '../../renderer/src/views/label/label-state.ts'
import { LabelView } from '../../renderer/src/views/label/label-view.tsx'
import { findItem, nextIndex } from '../../renderer/src/views/label/queue.ts'
import { giveElementsASize, mount } from './mount.tsx'
import { createRecordingHost, type RecordingHost } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

async function openQueue(count: number): Promise<RecordingHost> {
  const host = await createRecordingHost()
  host.draw('interpreter', count)
  placeAtom.set({ view: 'label', focus: NO_FOCUS })
  mount(host.session, <LabelView />)
  await waitFor(() => expect(document.querySelectorAll('.step')).toHaveLength(9))
  return host
}

function currentStep(): string {
  return document.querySelector('.step.current .step-number')?.textContent ?? ''
}

function marks(): string[] {
  return [...document.querySelectorAll('.step-mark')].flatMap((mark) =>
    mark.textContent === '' ? [] : [`${mark.textContent}`],
  )
}

function lastToast(): string | undefined {
  return toastsAtom.get().at(-1)?.text
}

beforeEach(() => {
  toastsAtom.set([])
  labelFilterAtom.set(UNLABELLED)
})
afterEach(cleanup)

describe('label view', () => {
  it('opens the first item of the queue by itself', async () => {
    await openQueue(2)
    expect(placeAtom.get().focus).toMatchObject({
      trace: 't_1',
      trajectory: 'j_interpreter_forward_0',
      trajectoryStep: 0,
    })
    expect(screen.getByText('item 1 of 2')).toBeTruthy()
  })

  it('labels the step in focus by a digit, at once, and undoes by Backspace where it was done', async () => {
    const { acts } = await openQueue(2)
    await user.keyboard('{ArrowDown}.,3')
    await waitFor(() => expect(acts).toHaveLength(1))
    expect(acts[0]).toMatchObject({ step: 1, class: 'wrong_value' })
    await waitFor(() => expect(marks()).toEqual(['wrong value']))
    expect(lastToast()).toBe('Step 1: wrong value.')
    await user.keyboard('.9')
    await waitFor(() => expect(marks()).toEqual(['wrong value', 'other']))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(placeAtom.get().focus.trajectory).toBe('j_interpreter_forward_1'))
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(marks()).toEqual(['wrong value']))
    expect(placeAtom.get().focus).toMatchObject({
      trajectory: 'j_interpreter_forward_0',
      trajectoryStep: 2,
    })
    expect(currentStep()).toBe('2')
    expect(lastToast()).toBe('Undone: other on step 2.')
  })

  it('takes a label off by 0, and says why the start cannot be labelled', async () => {
    const { acts } = await openQueue(1)
    await user.keyboard(',5')
    expect(acts).toHaveLength(0)
    expect(lastToast()).toContain('The start is given')
    await user.keyboard('.5')
    await waitFor(() => expect(marks()).toEqual(['extra variable']))
    await user.keyboard('0')
    await waitFor(() => expect(marks()).toEqual([]))
  })

  it('moves steps by Up and Down even while the queue has the keyboard', async () => {
    await openQueue(3)
    screen.getByRole('grid', { name: 'Trajectories to label' }).focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(currentStep()).toBe('2')
    expect(placeAtom.get().focus.trajectory).toBe('j_interpreter_forward_0')
    await user.keyboard('{ArrowRight}')
    expect(placeAtom.get().focus.trajectory).toBe('j_interpreter_forward_1')
    await waitFor(() => expect(currentStep()).toBe('0'))
  })

  it('lets digits be typed in the filter', async () => {
    const { acts } = await openQueue(1)
    await user.keyboard('.')
    const filter = screen.getByLabelText('Filter')
    await user.click(filter)
    await user.keyboard(' 3{Backspace}')
    expect((filter as HTMLInputElement).value).toBe('labelled:no ')
    expect(acts).toHaveLength(0)
  })

  it('lists the last decisions, each the way back to its step', async () => {
    await openQueue(2)
    await user.keyboard('1..2')
    const decision = await screen.findByRole('button', { name: /wrong event.*step 0/ })
    await screen.findByRole('button', { name: /wrong line.*step 2/ })
    await user.keyboard('{ArrowRight}')
    await user.click(decision)
    expect(placeAtom.get().focus).toMatchObject({
      trajectory: 'j_interpreter_forward_0',
      trajectoryStep: 0,
    })
  })
})

describe('queue', () => {
  const rows = {
    total: 3,
    rowAt: (index: number) =>
      [{ trajectory: 'a' }, { trajectory: 'b' }, { trajectory: 'c' }][index],
  } as unknown as Parameters<typeof findItem>[0]

  it('finds an item from where it was last', () => {
    expect(findItem(rows, 'c', 0)).toBe(2)
    expect(findItem(rows, 'x', 0)).toBeNull()
    expect(findItem(rows, null, 0)).toBeNull()
  })

  it('goes on at the place of an item that left the list', () => {
    expect(nextIndex(1, 1, 1, 3)).toBe(2)
    expect(nextIndex(2, 2, 1, 3)).toBeNull()
    expect(nextIndex(null, 1, 1, 2)).toBe(1)
    expect(nextIndex(null, 1, -1, 2)).toBe(0)
    expect(nextIndex(null, 0, -1, 2)).toBeNull()
  })
})
