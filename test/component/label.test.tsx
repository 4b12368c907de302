import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { StepList } from '../../renderer/src/ui/step-list.tsx'
import { stepRows } from '../../renderer/src/ui/step-rows.ts'
import { labelFilterAtom } from '../../renderer/src/views/label/label-state.ts'
import { findItem } from '../../renderer/src/views/label/queue.ts'
import {
  currentStep,
  forgetWindow,
  lastToast,
  marks,
  openLabel,
  openQueue,
  trajectoryId,
} from './label-bench.tsx'
import { giveElementsASize } from './mount.tsx'
import { TRACE } from './recorded-program.ts'

giveElementsASize()
const user = userEvent.setup()

beforeEach(forgetWindow)
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
    expect(lastToast()?.text).toBe('Step 1: wrong value.')
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
    expect(lastToast()?.text).toBe('Undone: other on step 2.')
  })

  it('takes a label off by 0, and says why the start cannot be labelled', async () => {
    const { acts } = await openQueue(1)
    await user.keyboard(',5')
    expect(acts).toHaveLength(0)
    expect(lastToast()?.text).toContain('The start is given')
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
    const filter = screen.getByLabelText('Query')
    await user.click(filter)
    await user.keyboard(' 3{Backspace}')
    expect((filter as HTMLInputElement).value).toBe('not labelled ')
    expect(acts).toHaveLength(0)
  })

  it('lists the last decisions, each the way back to its step', async () => {
    await openQueue(2)
    await user.keyboard('1..2')
    const decision = await screen.findByRole('button', { name: /^wrong event.*step 0/ })
    await screen.findByRole('button', { name: /^wrong line.*step 2/ })
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
})

describe('an item far down the queue', () => {
  const focus = { trace: TRACE, trajectory: trajectoryId(220), trajectoryStep: 0 }

  it('has its true place, and the next one follows it', async () => {
    await openLabel(230, focus)
    await screen.findByText('item 221 of 230')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(placeAtom.get().focus.trajectory).toBe(trajectoryId(221)))
    await screen.findByText('item 222 of 230')
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(placeAtom.get().focus.trajectory).toBe(trajectoryId(218)))
  })

  it('leaves its place to the next one when its label takes it out of the filter', async () => {
    await openLabel(230, focus)
    await screen.findByText('item 221 of 230')
    await waitFor(() => expect(document.querySelectorAll('.step')).toHaveLength(9))
    await user.keyboard('3')
    await screen.findByText('not in the queue of 229')
    await user.keyboard('{ArrowRight}')
    await screen.findByText('item 221 of 229')
    expect(placeAtom.get().focus.trajectory).toBe(trajectoryId(221))
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(placeAtom.get().focus.trajectory).toBe(trajectoryId(219)))
  })

  it('says where the queue ends', async () => {
    await openLabel(2, { trace: TRACE, trajectory: trajectoryId(1) })
    await screen.findByText('item 2 of 2')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(lastToast()?.text).toBe('This is the last item of the queue.'))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await waitFor(() => expect(lastToast()?.text).toBe('This is the first item.'))
    expect(placeAtom.get().focus.trajectory).toBe(trajectoryId(0))
  })
})

describe('what opens by itself', () => {
  it('is nothing of another trace than the one in focus', async () => {
    await openLabel(2, { trace: 't_other', step: 3 })
    await screen.findByText(/no item of the trace in focus/)
    expect(placeAtom.get().focus).toMatchObject({ trace: 't_other', step: 3, trajectory: null })
    await user.keyboard('{ArrowRight}')
    await screen.findByText('item 1 of 2')
  })

  it('is an item of the trace in focus, at the event in focus', async () => {
    await openLabel(2, { trace: TRACE, step: 4 })
    await screen.findByText('item 1 of 2')
    expect(placeAtom.get().focus).toMatchObject({
      trace: TRACE,
      trajectory: trajectoryId(0),
      trajectoryStep: 3,
      step: 4,
    })
  })

  it('may be narrowed to the trace in focus by one click, and widened again', async () => {
    await openLabel(2, { trace: 't_other' })
    await user.click(screen.getByRole('button', { name: 'This trace only' }))
    expect(labelFilterAtom.get()).toBe('not labelled and trace == "t_other"')
    await screen.findByText('0 items')
    await user.click(screen.getByRole('button', { name: 'All' }))
    expect(labelFilterAtom.get()).toBe('trace == "t_other"')
    await user.click(screen.getByRole('button', { name: 'This trace only' }))
    expect(labelFilterAtom.get()).toBe('')
    await screen.findByText('2 items')
  })
})

describe('rows of breakpoints', () => {
  it('say which line, reached or not', () => {
    const step = (operand: string | null, seq: number | null) => ({
      action: { name: operand === null ? 'step_into' : 'breakpoint', operand },
      target: seq === null ? null : { seq },
    })
    const course = {
      start: { seq: 0 },
      scope: { open: 0, close: 9 },
      row: { direction: 'forward' as const },
      steps: [step('    y = g(x)', 4), step('    return y', null), step(null, null)],
    }
    const rows = stepRows(course, {
      text: '    y = g(x)',
      spans: [{ start: 0, end: 12, role: 'source', step: 1 }],
    })
    render(<StepList rows={rows} current={0} onState={() => {}} label="Steps" />)
    const lines = [...document.querySelectorAll('.step-source')].map((cell) => cell.textContent)
    expect(lines).toEqual(['', '● y = g(x)', '● return y', ''])
  })
})
