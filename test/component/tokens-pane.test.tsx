import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { SampleView } from '../../renderer/src/views/sample/sample-view.tsx'
import {
  FIRST_TOKEN_CHOICE,
  tokenChoiceAtom,
} from '../../renderer/src/views/sample/tokens/token-choice.ts'
import { giveElementsASize, mount } from './mount.tsx'
import { TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  tokenChoiceAtom.set(FIRST_TOKEN_CHOICE)
})

async function open(policy: string) {
  const host = await createRecordingHost()
  host.draw(policy, 1)
  const trajectory = `j_${policy}_forward_0`
  placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE, trajectory } })
  mount(host.session, <SampleView />)
  await user.click(await screen.findByRole('tab', { name: 'Tokens' }))
  return host
}

describe('tokens of a trajectory', () => {
  it('are rows of roles and variables with ids, from which the state opens in the trace', async () => {
    await open('interpreter')
    const list = await screen.findByRole('listbox', { name: 'Tokens of the state' })
    await waitFor(() => expect(within(list).getAllByRole('option').length).toBeGreaterThan(3))
    const roles = within(list)
      .getAllByRole('option')
      .map((row) => row.querySelector('.token-role')?.textContent)
    expect(roles).toContain('event')
    expect(roles).toContain('source line')
    const ids = [...list.querySelectorAll('.token-id')].map(({ textContent }) =>
      Number(textContent),
    )
    expect(ids.every(Number.isInteger)).toBe(true)
    list.focus()
    await user.keyboard('{End}{Home}')
    while (placeAtom.get().focus.variable !== 'n') await user.keyboard('{ArrowDown}')
    await user.keyboard('{Enter}')
    expect(placeAtom.get()).toMatchObject({ view: 'trace', focus: { step: 0, variable: 'n' } })
  })

  it('tell of a chosen variable wherever it stands in the text', async () => {
    await open('interpreter')
    placeAtom.set((place) => ({ ...place, focus: { ...place.focus, variable: 'x' } }))
    await user.click(screen.getByRole('tab', { name: 'Text nd@1' }))
    await waitFor(() => {
      const marked = [...document.querySelectorAll('.token-text [data-chosen]')]
      expect(marked.length).toBeGreaterThan(1)
      expect(marked.every(({ textContent }) => textContent?.includes('x'))).toBe(true)
    })
  })

  it('are cut by a context, which says what it removes, and a codec that refuses says why', async () => {
    await open('surface')
    const field = await screen.findByLabelText('Tokens of the context')
    await screen.findByText(/Everything fits\./)
    fireEvent.change(field, { target: { value: '10' } })
    expect(await screen.findByText(/The code is not whole; \d+ states not whole/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'cwm@1' }))
    expect((await screen.findByRole('alert')).textContent).toContain('step_into')
    await user.click(screen.getByRole('button', { name: 'slots@1' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
