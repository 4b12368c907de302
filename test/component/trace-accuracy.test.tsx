import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { accuracyChoiceAtom } from '../../renderer/src/views/trace/use-accuracy.ts'
import { must } from '../../shared/base/assert.ts'
import { giveElementsASize } from './mount.tsx'
import { EVENTS } from './recorded-program.ts'
import type { PredictedRun } from './recording-predictions.ts'
import { currentRow, openTrace, shifted, standing } from './trace-page.tsx'

giveElementsASize()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  accuracyChoiceAtom.set(null)
})

const END = EVENTS.length
const MODEL: PredictedRun = {
  engine: 'small',
  states: [
    [1, null],
    [2, 'wrong_value'],
    [3, null],
    [3, 'wrong_line'],
    [END, 'wrong_event'],
  ],
}
const OTHER: PredictedRun = { engine: 'other', states: [[4, 'malformed']] }

function tree(): HTMLElement {
  return screen.getByRole('treegrid')
}

/** What a screen reader is told of a row. */
function rowWords(seq: number): string {
  const rows = [...document.querySelectorAll('.tree-mirror [role="row"]')]
  return must(rows.find(({ id }) => id.endsWith(`-${seq}`))?.textContent, `row ${seq}`)
}

async function open(predicted: readonly PredictedRun[], step = 0): Promise<void> {
  await openTrace(step, {}, { predicted })
  // Rows for assistive technology follow the picture a moment later.
  await waitFor(() => {
    const rows = document.querySelectorAll('.tree-mirror [role="row"]')
    expect(rows.length).toBeGreaterThan(0)
    expect(document.querySelector('.tree-mirror[aria-busy="true"]')).toBeNull()
  })
  tree().focus()
}

describe('accuracy in the Trace view', () => {
  it('is off at first, and painted at a key: what is said of a state is in its row', async () => {
    await open([MODEL, OTHER])
    const choice = (await screen.findByLabelText('Accuracy of predictions')) as HTMLSelectElement
    expect(choice.value).toBe('off')
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Accuracy: off',
      'small, next-state: 40 % of 5 right',
      'other, next-state: 0 % of 1 right',
    ])
    expect(rowWords(2)).not.toContain('predicted')
    await user.keyboard('a')
    await waitFor(() => expect(rowWords(2)).toContain('predicted wrong: wrong value'))
    expect(rowWords(1)).toContain('predicted right')
    expect(rowWords(3)).toContain('1 of 2 predictions wrong, at worst wrong line')
    expect(rowWords(4)).not.toContain('predict')
    expect(rowWords(END)).toContain('predicted wrong: wrong event')
    expect(document.querySelector('.accuracy-lane')).not.toBeNull()
    expect(choice.title).toBe('4 states predicted, 3 wrong, at worst wrong event; no model')
    await user.keyboard('a')
    await waitFor(() => expect(rowWords(2)).not.toContain('predicted'))
    expect(document.querySelector('.accuracy-lane')).toBeNull()
  })

  it('is gone through from one wrong state to the next and back, the exit among them', async () => {
    await open([MODEL])
    await screen.findByLabelText('Accuracy of predictions')
    await user.keyboard('a')
    await waitFor(() => expect(rowWords(2)).toContain('predicted'))
    await user.keyboard('d')
    await waitFor(() => expect(standing()).toContain('event 2 '))
    await user.keyboard('d')
    await waitFor(() => expect(standing()).toContain('event 3 '))
    await user.keyboard('d')
    await waitFor(() => expect(currentRow().textContent).toContain('predicted wrong: wrong event'))
    const slider = screen.getByRole('slider', { name: 'Position in the trace' })
    expect(slider.getAttribute('aria-valuetext')).toContain('predicted wrong: wrong event')
    await user.keyboard(shifted('d'))
    await waitFor(() => expect(standing()).toContain('event 3 '))
  })

  it('is of whom the keyboard chooses', async () => {
    await open([MODEL, OTHER])
    const choice = await screen.findByLabelText('Accuracy of predictions')
    await user.keyboard(shifted('a'))
    expect(document.activeElement).toBe(choice)
    await user.selectOptions(choice, 'other, next-state: 0 % of 1 right')
    await waitFor(() => expect(rowWords(4)).toContain('predicted wrong: malformed'))
    expect(rowWords(2)).not.toContain('predicted')
  })

  it('tells of a collapsed call what the predictions in it come to', async () => {
    await open(
      [
        {
          engine: 'small',
          states: [
            [4, 'wrong_value'],
            [5, null],
          ],
        },
      ],
      3,
    )
    await screen.findByLabelText('Accuracy of predictions')
    await user.keyboard('a')
    await waitFor(() => expect(rowWords(4)).toContain('predicted wrong'))
    const host = [...document.querySelectorAll('.tree-mirror [aria-expanded="true"]')].at(-1)
    const seq = Number(must(host?.id.split('-').at(-1), 'id'))
    await user.keyboard('{Home}')
    while (!currentRow().id.endsWith(`-${seq}`)) await user.keyboard('{ArrowDown}')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() =>
      expect(rowWords(seq)).toContain('2 states predicted, 1 wrong, at worst wrong value'),
    )
  })

  it('has no chooser where nothing was predicted', async () => {
    await open([])
    await user.keyboard('a')
    expect(screen.queryByLabelText('Accuracy of predictions')).toBeNull()
    expect(accuracyChoiceAtom.get()).toBeNull()
  })
})
