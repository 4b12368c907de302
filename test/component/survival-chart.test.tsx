import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SurvivalChart } from '../../renderer/src/ui/survival-chart.tsx'
import { survivalCurve } from '../../shared/model/survival.ts'
import { giveElementsASize } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()
afterEach(cleanup)

/** Of ten rollouts two fail at the first step, one at the second, one at the fifth. */
const POINTS = survivalCurve(
  [1, 1, 2, 5, null, null, null, null, null, null].map((firstWrong) => ({ steps: 6, firstWrong })),
)

describe('the survival chart', () => {
  it('is gone along by the keyboard, and says of each step what is known', async () => {
    const onOpen = vi.fn()
    render(<SurvivalChart points={POINTS} label="replay" onOpen={onOpen} />)
    const slider = screen.getByRole('slider', { name: /replay/ })
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /^Step 1: 80 % right so far, 95 % interval [\d.]+ % to [\d.]+ %; 0\.9ⁿ is 90 %, pⁿ is 80 %; 2 rollouts of 10 went wrong here$/,
    )
    slider.focus()
    await user.keyboard('{ArrowRight}')
    expect(slider.getAttribute('aria-valuetext')).toMatch(
      /^Step 2: 70 % .*0\.9ⁿ is 81 %, pⁿ is 64 %; 1 rollout of 8 /,
    )
    await user.keyboard('{End}{ArrowRight}')
    expect(slider.getAttribute('aria-valuenow')).toBe('6')
    await user.keyboard('{Home}{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(1)
  })

  it('has every step in a table', () => {
    render(<SurvivalChart points={POINTS} label="replay" />)
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows).toHaveLength(1 + POINTS.length)
    const cells = within(rows[5] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells[0]).toBe('60 %')
    expect(cells.slice(2)).toEqual(['59 %', '32.8 %', '1', '7'])
  })

  it('says so where nothing was scored', () => {
    render(<SurvivalChart points={[]} label="replay" />)
    expect(screen.getByText(/^No rollout has been scored/)).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
  })
})
