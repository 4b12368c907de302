import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { FIRST_MIX } from '../../renderer/src/views/sample/mix/mix-draft.ts'
import { mixAtom } from '../../renderer/src/views/sample/mix/mix-state.ts'
import { FIRST_DESK } from '../../renderer/src/views/sample/policy/policy-desk.ts'
import { policyDeskAtom } from '../../renderer/src/views/sample/policy/policy-desk-state.ts'
import { faceAtom } from '../../renderer/src/views/sample/policy/policy-editor.tsx'
import {
  comparedPolicyAtom,
  previewPlaceAtom,
} from '../../renderer/src/views/sample/preview/preview-state.ts'
import { FIRST_DRAFT } from '../../renderer/src/views/sample/sample-draft.ts'
import { sampleDraftAtom, shownAtom } from '../../renderer/src/views/sample/sample-state.ts'
import { SampleView } from '../../renderer/src/views/sample/sample-view.tsx'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { policyByName } from '../../shared/trajectory/policies.ts'
import { giveElementsASize, mount } from './mount.tsx'
import { TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  policyDeskAtom.set(FIRST_DESK)
  faceAtom.set('form')
  sampleDraftAtom.set(FIRST_DRAFT)
  shownAtom.set({ shown: 'preview', trajectory: null })
  previewPlaceAtom.set({ path: null, state: 0 })
  comparedPolicyAtom.set(null)
  mixAtom.set(FIRST_MIX)
  vi.restoreAllMocks()
  toastsAtom.set([])
})

async function open() {
  const host = await createRecordingHost()
  placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE } })
  mount(host.session, <SampleView />)
  await screen.findByRole('listbox', { name: 'Sampled paths' })
  return host.session
}

function chosen(): string {
  return screen.getByLabelText<HTMLSelectElement>('Policy').value
}

function policyFile(text: string): File {
  return new File([text], 'policy.json', { type: 'application/json' })
}

function ends(): readonly (string | null)[] {
  const lanes = screen.getByRole('listbox', { name: 'Sampled paths' })
  return within(lanes)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
}

describe('policy editor', () => {
  it('draws other paths as a weight moves, in form and JSON alike, until it is reset', async () => {
    await open()
    await user.selectOptions(screen.getByLabelText('Policy'), 'surface')
    const before = ends()
    expect(before).toHaveLength(20)
    for (const action of ['step_over', 'step_into']) {
      fireEvent.change(screen.getByRole('slider', { name: `${action}, rule 1` }), {
        target: { value: '0' },
      })
    }
    // Nothing but step_return is left: the last rule must give what is always defined.
    expect((await screen.findByRole('alert')).textContent).toContain('At forward, rule 1, mix:')
    fireEvent.change(screen.getByLabelText('continue, rule 1, as a number'), {
      target: { value: '500' },
    })
    await waitFor(() => expect(ends()).not.toEqual(before))
    await user.click(screen.getByRole('button', { name: 'JSON' }))
    const text = screen.getByLabelText<HTMLTextAreaElement>('Policy as JSON').value
    expect(text).toContain('"weights": { "step_return": 10, "continue": 500 }')
    expect(screen.getByRole('option', { name: 'surface (changed)' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(ends()).toEqual(before))
  })

  it('says what is wrong with a text and where, and keeps the form away only while it is no document', async () => {
    await open()
    await user.click(screen.getByRole('button', { name: 'JSON' }))
    const area = screen.getByLabelText<HTMLTextAreaElement>('Policy as JSON')
    fireEvent.change(area, {
      target: { value: area.value.replace('"step_over": 30', '"step_ovr": 30') },
    })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'At forward, rule 1, mix 1, weights: there is no "step_ovr" here; did you mean step_over?',
    )
    await user.click(screen.getByRole('button', { name: 'Form' }))
    expect(screen.getByText(/The form shows the document once/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save…' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sample' }).disabled).toBe(true)
  })

  it('saves under a name of its own with the workspace, and deletes it with a way back', async () => {
    const session = await open()
    fireEvent.change(screen.getByRole('slider', { name: 'step_into, rule 1, row 1' }), {
      target: { value: '90' },
    })
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    const name = screen.getByLabelText('Save as')
    await user.clear(name)
    await user.type(name, 'surface{Enter}')
    expect(screen.getByText(/surface comes with the workbench/)).toBeTruthy()
    await user.clear(name)
    await user.type(name, 'deep{Enter}')
    await waitFor(() => expect(chosen()).toBe('deep'))
    expect((await session.call('policy.own', {})).policies).toMatchObject([{ name: 'deep' }])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(chosen()).toBe('paper-mix'))
    expect(policyDeskAtom.get().own).toEqual({})
    expect((await session.call('policy.own', {})).policies).toEqual([])
  })

  it('takes conditions as rows, of rules before the last', async () => {
    await open()
    await user.selectOptions(screen.getByLabelText('Policy'), 'interpreter')
    await user.click(screen.getByRole('button', { name: 'Rule before the last' }))
    await user.selectOptions(screen.getByLabelText('Add a condition to rule 1'), 'event')
    await user.selectOptions(screen.getByLabelText('event, rule 1'), 'exception')
    await user.click(screen.getByRole('button', { name: 'Remove the condition depth, rule 1' }))
    await user.click(screen.getByRole('button', { name: 'JSON' }))
    const { value } = screen.getByLabelText<HTMLTextAreaElement>('Policy as JSON')
    expect(JSON.parse(value).forward[0].when).toEqual({ event: 'exception' })
    expect(JSON.parse(value).forward).toHaveLength(2)
  })
})

describe('what else stands on the desk', () => {
  it('gives a deleted policy back and keeps what was changed since', async () => {
    await open()
    await user.click(screen.getByRole('button', { name: 'Duplicate' }))
    await waitFor(() => expect(chosen()).toBe('paper-mix copy'))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(chosen()).toBe('paper-mix'))
    fireEvent.change(screen.getByRole('slider', { name: 'step_into, rule 1, row 1' }), {
      target: { value: '90' },
    })
    const undo = toastsAtom.get().find(({ text }) => text === 'paper-mix copy was deleted.')
    act(() => undo?.action?.run())
    await waitFor(() => expect(chosen()).toBe('paper-mix copy'))
    expect(screen.getByRole('option', { name: 'paper-mix (changed)' })).toBeTruthy()
  })

  it('renames an own policy, in the mix too, and to no name that another has', async () => {
    const session = await open()
    await user.click(screen.getByRole('button', { name: 'Duplicate' }))
    await waitFor(() => expect(chosen()).toBe('paper-mix copy'))
    mixAtom.set({
      ...FIRST_MIX,
      parts: [{ share: 1, policy: 'paper-mix copy', direction: 'forward' }],
    })
    await user.click(screen.getByRole('button', { name: 'Rename…' }))
    const name = screen.getByLabelText('New name')
    await user.clear(name)
    await user.type(name, 'surface{Enter}')
    expect(screen.getByText(/surface comes with the workbench/)).toBeTruthy()
    await user.clear(name)
    await user.type(name, 'mine{Enter}')
    await waitFor(() => expect(chosen()).toBe('mine'))
    expect((await session.call('policy.own', {})).policies).toMatchObject([{ name: 'mine' }])
    expect(mixAtom.get().parts).toMatchObject([{ policy: 'mine' }])
  })

  it('takes a policy from a file under a free name, or refuses it with its place', async () => {
    const session = await open()
    fireEvent.change(screen.getByRole('slider', { name: 'step_into, rule 1, row 1' }), {
      target: { value: '90' },
    })
    const surface = policyByName('surface')
    const file = screen.getByLabelText('Policy file')
    await user.upload(file, policyFile(JSON.stringify(surface)))
    await waitFor(() => expect(chosen()).toBe('surface copy'))
    expect((await session.call('policy.own', {})).policies).toEqual([
      { ...surface, name: 'surface copy' },
    ])
    expect(screen.getByRole('option', { name: 'paper-mix (changed)' })).toBeTruthy()
    await user.upload(file, policyFile('{"format": "policy@1"}'))
    await waitFor(() =>
      expect(toastsAtom.get().map(({ text }) => text)).toContainEqual(
        expect.stringMatching(/^policy\.json was refused\. At name: is missing/),
      ),
    )
    expect(chosen()).toBe('surface copy')
  })

  it('tells why the workspace does not keep a policy, which stays as it is', async () => {
    const session = await open()
    vi.spyOn(session, 'call').mockRejectedValue(new ServiceError('unavailable', 'It is read-only.'))
    await user.click(screen.getByRole('button', { name: 'Duplicate' }))
    await waitFor(() => expect(toastsAtom.get()).toMatchObject([{ text: 'It is read-only.' }]))
    expect(chosen()).toBe('paper-mix')
  })

  it('asks for a name no more once another policy is chosen', async () => {
    await open()
    fireEvent.change(screen.getByRole('slider', { name: 'step_into, rule 1, row 1' }), {
      target: { value: '90' },
    })
    await user.click(screen.getByRole('button', { name: 'Save…' }))
    expect(screen.getByLabelText('Save as')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Policy'), 'surface')
    expect(screen.queryByLabelText('Save as')).toBeNull()
  })

  it('compares a policy with none other once that one is edited itself', async () => {
    await open()
    await user.selectOptions(screen.getByLabelText('Policy beside this one'), 'surface')
    await screen.findByRole('listbox', { name: 'Sampled paths of surface' })
    await user.selectOptions(screen.getByLabelText('Policy'), 'surface')
    expect(screen.getAllByRole('listbox', { name: /^Sampled paths/ })).toHaveLength(1)
  })
})

describe('preview', () => {
  it('is gone through by keys: a path, its states, the next seed', async () => {
    await open()
    await user.selectOptions(screen.getByLabelText('Policy'), 'interpreter')
    const lanes = screen.getByRole('listbox', { name: 'Sampled paths' })
    lanes.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
    expect(placeAtom.get().focus.step).toBe(2)
    expect(within(lanes).getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText('Defined here').textContent).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(placeAtom.get().view).toBe('trace')
    await user.keyboard('{Escape}')
    expect(within(lanes).queryByRole('option', { selected: true })).toBeNull()
    await user.keyboard('r')
    expect(screen.getByLabelText<HTMLInputElement>('Seed of the preview').value).toBe('2')
  })
})
