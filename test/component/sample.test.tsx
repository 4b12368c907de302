import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { textBlocks } from '../../renderer/src/ui/token-text.tsx'
import { FIRST_MIX } from '../../renderer/src/views/sample/mix/mix-draft.ts'
import { MixPane } from '../../renderer/src/views/sample/mix/mix-pane.tsx'
import { mixAtom, mixWhereAtom } from '../../renderer/src/views/sample/mix/mix-state.ts'
import { FIRST_DESK } from '../../renderer/src/views/sample/policy/policy-desk.ts'
import { policyDeskAtom } from '../../renderer/src/views/sample/policy/policy-desk-state.ts'
import { checkDraft, FIRST_DRAFT } from '../../renderer/src/views/sample/sample-draft.ts'
import {
  sampleDraftAtom,
  sampleJobAtom,
  shownAtom,
} from '../../renderer/src/views/sample/sample-state.ts'
import { SampleView } from '../../renderer/src/views/sample/sample-view.tsx'
import { giveElementsASize, mount } from './mount.tsx'
import { TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'

giveElementsASize()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  sampleDraftAtom.set(FIRST_DRAFT)
  sampleJobAtom.set(null)
  mixWhereAtom.set(null)
  mixAtom.set(FIRST_MIX)
  toastsAtom.set([])
  policyDeskAtom.set(FIRST_DESK)
})

async function openSample(drawn = 0) {
  const host = await createRecordingHost()
  host.draw('interpreter', drawn)
  placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE } })
  shownAtom.set({ shown: 'trajectories', trajectory: null })
  mount(host.session, <SampleView />)
  return host
}

describe('sample view', () => {
  it('starts from a policy, then shows steps, text and state of a trajectory together', async () => {
    const { session, trajectories } = await openSample()
    await user.click(await screen.findByRole('button', { name: 'Start from “paper-mix”' }))
    await screen.findByText('10 trajectories drawn')
    expect(trajectories.size).toBe(10)
    await session.queryClient.invalidateQueries()
    const grid = await screen.findByRole('grid', { name: 'Trajectories' })
    const row = (await within(grid).findAllByText('paper-mix'))[0]
    await user.click(row as HTMLElement)
    const steps = await screen.findByRole('listbox', { name: 'Steps of the trajectory' })
    const options = within(steps).getAllByRole('option')
    await user.click(options[1] as HTMLElement)
    const { trajectory, trajectoryStep, step } = placeAtom.get().focus
    const drawn = trajectories.get(trajectory ?? '')
    expect(trajectoryStep).toBe(0)
    expect(step).toBe(drawn?.steps[0]?.target?.seq ?? 8)
    expect(document.querySelector('.token-block.current')?.getAttribute('data-step')).toBe('1')
    await user.click(document.querySelector('[data-step="0"]') as HTMLElement)
    expect(placeAtom.get().focus).toMatchObject({ trajectoryStep: null, step: 0 })
    expect(options[0]?.getAttribute('aria-selected')).toBe('true')
  })

  it('shows the text whole, markers as they are written', async () => {
    const host = await openSample(1)
    placeAtom.set({
      view: 'sample',
      focus: { ...NO_FOCUS, trace: TRACE, trajectory: 'j_interpreter_forward_0' },
    })
    const { text } = await host.session.call('trajectory.text', {
      trajectory: 'j_interpreter_forward_0',
      codec: 'nd@1',
    })
    await waitFor(() => expect(document.querySelector('.token-text')?.textContent).toBe(text))
    expect(text).toContain('<|frame_sep|><|call_sep|>')
    expect(document.querySelectorAll('.token-text .role-event').length).toBeGreaterThan(7)
  })

  it('puts the start of a chosen trajectory in focus, whatever event was', async () => {
    await openSample(3)
    const grid = await screen.findByRole('grid', { name: 'Trajectories' })
    const rows = await within(grid).findAllByText('interpreter')
    await user.click(rows[0] as HTMLElement)
    const steps = await screen.findByRole('listbox', { name: 'Steps of the trajectory' })
    await user.click((await within(steps).findAllByRole('option'))[3] as HTMLElement)
    expect(placeAtom.get().focus.step).toBe(3)
    await user.click(rows[1] as HTMLElement)
    await waitFor(() =>
      expect(placeAtom.get().focus).toMatchObject({
        trajectory: 'j_interpreter_forward_1',
        trajectoryStep: null,
        step: 0,
      }),
    )
  })

  it('shows the trajectory in focus, however far down the list it is', async () => {
    const host = await createRecordingHost()
    host.draw('interpreter', 500)
    const trajectory = 'j_interpreter_forward_450'
    placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE, trajectory } })
    mount(host.session, <SampleView />)
    const grid = await screen.findByRole('grid', { name: 'Trajectories' })
    await waitFor(() => expect(grid.scrollTop).toBe((450 + 1) * 28 - (600 - 28)))
    // A browser tells of the scrolling by itself.
    fireEvent.scroll(grid)
    const row = await within(grid).findByRole('row', { selected: true })
    await waitFor(() => expect(row.textContent).toContain('450'))
    expect(row.getAttribute('aria-rowindex')).toBe('452')
  })

  it('shows the labels of the steps', async () => {
    const host = await createRecordingHost()
    host.draw('interpreter', 1)
    const trajectory = 'j_interpreter_forward_0'
    await host.session.call('label.set', { trajectory, step: 2, class: 'wrong_value' })
    placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE, trajectory } })
    mount(host.session, <SampleView />)
    const mark = await screen.findByText('wrong value')
    expect(mark.closest('[role="option"]')?.getAttribute('data-state')).toBe('3')
  })

  it('chooses between text, tokens and path with the arrow keys', async () => {
    const host = await createRecordingHost()
    host.draw('interpreter', 1)
    const trajectory = 'j_interpreter_forward_0'
    placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE, trajectory } })
    mount(host.session, <SampleView />)
    const text = await screen.findByRole('tab', { name: 'Text nd@1' })
    text.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    const tree = screen.getByRole('tab', { name: 'Path in the tree', selected: true })
    expect(document.activeElement).toBe(tree)
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Text nd@1' }).getAttribute('aria-selected')).toBe(
      'true',
    )
  })

  it('says in words what is wrong with a seed and a count, and samples nothing', async () => {
    const { trajectories } = await openSample()
    await user.clear(await screen.findByLabelText('Seed'))
    await user.clear(screen.getByLabelText('Count for each trace'))
    await user.type(screen.getByLabelText('Count for each trace'), '0')
    await user.click(screen.getByRole('button', { name: 'Sample' }))
    expect(screen.getByText('A seed is a whole number from 0 to 9007199254740991.')).toBeTruthy()
    expect(screen.getByText('The count is a whole number from 1 to 100,000.')).toBeTruthy()
    expect(trajectories.size).toBe(0)
  })
})

describe('without a trace in focus', () => {
  async function openWith(rows: number) {
    const { session } = await createRecordingHost()
    session.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } })
    const newest = rows === 0 ? null : { trace: TRACE, program: 'looping' }
    session.queryClient.setQueryData(['trace', 'newest'], newest)
    placeAtom.set({ view: 'sample', focus: NO_FOCUS })
    shownAtom.set({ shown: 'preview', trajectory: null })
    mount(session, <SampleView />)
  }

  it('leads to recording where nothing is recorded, in the preview and in the list', async () => {
    await openWith(0)
    await screen.findByText('Trajectories are drawn from traces, and there is none yet.')
    await user.click(screen.getByRole('tab', { name: 'Trajectories' }))
    await user.click(await screen.findByRole('button', { name: 'Record a program…' }))
    expect(placeAtom.get().view).toBe('record')
  })

  it('takes the newest trace', async () => {
    await openWith(1)
    await user.click(await screen.findByRole('button', { name: 'Take the newest' }))
    expect(placeAtom.get().focus).toMatchObject({ trace: TRACE, step: 0 })
  })
})

describe('mix', () => {
  it('keeps its query while another tab is looked at', async () => {
    await openSample()
    await user.click(screen.getByRole('tab', { name: 'Mix' }))
    await user.type(await screen.findByLabelText('From the traces of a query'), 'events > 3')
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    await user.click(screen.getByRole('tab', { name: 'Mix' }))
    const query = await screen.findByLabelText<HTMLInputElement>('From the traces of a query')
    expect(query.value).toBe('events > 3')
  })
})

describe('a mix while a job draws', () => {
  it('waits, and says why', async () => {
    const { session } = await createRecordingHost()
    placeAtom.set({ view: 'sample', focus: { ...NO_FOCUS, trace: TRACE } })
    mount(session, <MixPane busy={true} blocked={null} />)
    const draw = await screen.findByRole('button', { name: 'Draw the mix' })
    expect(draw.getAttribute('aria-disabled')).toBe('true')
    expect(draw.title).toBe('A sampling job is running.')
    await user.click(draw)
    expect(session.queryClient.getMutationCache().getAll()).toEqual([])
  })

  it('is put together from parts, whose amounts follow their shares', async () => {
    const { session } = await createRecordingHost()
    mount(session, <MixPane busy={false} blocked={null} />)
    await user.click(await screen.findByRole('button', { name: 'Part' }))
    const parts = screen.getAllByRole('group', { name: /^Part \d$/ })
    expect(parts.map((part) => /[\d,]+ tokens/.exec(part.textContent ?? '')?.[0])).toEqual([
      '40,000 tokens',
      '20,000 tokens',
      '20,000 tokens',
      '20,000 tokens',
    ])
  })
})

describe('draft', () => {
  it('becomes a request for one trace or for a filter', () => {
    const draft = { ...FIRST_DRAFT, seed: '7', count: '3' }
    expect(checkDraft(draft, TRACE, 'sort').request).toEqual({
      trace: TRACE,
      where: '',
      seed: 7,
      count: 3,
      direction: 'forward',
      entry: null,
    })
    const filtered = checkDraft(
      { ...draft, scope: 'filter', where: 'exit == "normal"' },
      TRACE,
      'sort',
    )
    expect(filtered.request).toMatchObject({ trace: null, where: 'exit == "normal"' })
    // Until it is edited, the filter is the one of the corpus.
    expect(checkDraft(draft, null, 'sort').request).toMatchObject({ trace: null, where: 'sort' })
    expect(checkDraft({ ...draft, count: '100001' }, TRACE, '').request).toBeNull()
    expect(checkDraft({ ...draft, seed: '1.5' }, TRACE, '').seedError).not.toBeNull()
  })
})

describe('text blocks', () => {
  it('joins the spans of a state and keeps what belongs to none apart', () => {
    const span = (start: number, end: number, step: number) =>
      ({ start, end, step, role: 'marker' }) as const
    const blocks = textBlocks([span(0, 1, -1), span(1, 3, 0), span(3, 4, 0), span(4, 6, 1)])
    expect(blocks.map((block) => [block.step, block.spans.length])).toEqual([
      [-1, 1],
      [0, 2],
      [1, 1],
    ])
  })
})
