import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openTrace, standing } from './trace-page.tsx'

it('a trace that is still recorded tells what there is so far, and no end', async () => {
  // The tree may be ahead of what was last told of the trace.
  await openTrace(2, {}, { detail: { recording: true, events: 4, exit: 'never', wallMs: 0 } })
  const header = document.querySelector('.trace-header')?.textContent ?? ''
  expect(header).toContain('recording')
  expect(header).not.toMatch(/exit|0 ms|stopped/)
  expect(screen.getByText(/^\d+ so far$/)).toBeTruthy()
  expect(screen.getByText('Nothing was printed yet.')).toBeTruthy()
  expect(screen.queryByText('exit never')).toBe(null)
  await userEvent.keyboard('s')
  expect(standing()).toContain('event 3 ')
})
