import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { listShown } from '../../renderer/src/state/corpus-place.ts'
import { changePlace } from '../../renderer/src/state/evaluate-place.ts'
import { NO_FOCUS, placeAtom } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import { addressNow, formatAddress, goTo, parseAddress } from '../../renderer/src/state/url.ts'
import {
  cellAtom,
  chosenAtom,
  draftAtom,
  flipAtom,
  startedJobAtom,
  verdictAtom,
} from '../../renderer/src/views/evaluate/evaluate-state.ts'
import { JOB, listedRun, openEvaluate } from './evaluate-bench.tsx'
import { giveElementsASize } from './mount.tsx'

giveElementsASize()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  changePlace({ run: null, tab: 'summary', rows: 'action', columns: 'depth', other: null })
  chosenAtom.set([])
  verdictAtom.set('all')
  flipAtom.set({ flip: 'lost', action: null })
  cellAtom.set(null)
  draftAtom.set(null)
  startedJobAtom.set(null)
  toastsAtom.set([])
})

function lastInput(calls: readonly (readonly [string, unknown])[], name: string): unknown {
  return calls.findLast(([called]) => called === name)?.[1]
}

describe('an address of the Evaluate view', () => {
  it('names the run, what is shown of it and what it is held against', async () => {
    goTo(parseAddress('#view=evaluate&run=r_b&tab=pivot&rows=depth&columns=error&against=r_a'))
    await openEvaluate({ runs: [listedRun('r_a'), listedRun('r_b')] })
    expect(await screen.findByRole('region', { name: 'Run r_b' })).toBeTruthy()
    await screen.findByRole('table', { name: 'Pivot by depth and error class' })
    await user.keyboard('s')
    const address = formatAddress(addressNow())
    expect(address).toBe('#view=evaluate&run=r_b&tab=summary&rows=depth&columns=error&against=r_a')
    expect(parseAddress(address)).toEqual(addressNow())
    // What it does not know is left as it is by itself.
    const odd = parseAddress('#view=evaluate&run=r_1&tab=no&rows=depth&columns=depth').evaluated
    expect(odd).toMatchObject({ run: 'r_1', tab: 'summary', rows: 'depth', columns: 'action' })
    expect(parseAddress('#view=evaluate').evaluated).toBeUndefined()
    expect(parseAddress('#view=trace&run=r_1').evaluated).toBeUndefined()
  })

  it('of a run that is not there says so', async () => {
    goTo(parseAddress('#view=evaluate&run=r_gone'))
    await openEvaluate({ runs: [listedRun('r_a')] })
    expect(await screen.findByText(/^There is no run r_gone in this workspace/)).toBeTruthy()
  })

  it('names the newest run where none was chosen', async () => {
    placeAtom.set({ view: 'evaluate', focus: NO_FOCUS })
    await openEvaluate({ runs: [listedRun('r_new'), listedRun('r_old')] })
    await screen.findByRole('region', { name: 'Run r_new' })
    expect(formatAddress(addressNow())).toContain('run=r_new')
  })
})

describe('a new run', () => {
  it('begins from nothing: the engine, the set and how many it is of are in sight', async () => {
    const { calls } = await openEvaluate()
    expect(await screen.findByText('No runs. A run scores one model on one set.')).toBeTruthy()
    await user.keyboard('n')
    const form = await screen.findByRole('dialog', { name: 'New run' })
    const start = await within(form).findByRole('button', { name: 'Start on 7 trajectories' })
    // The last that can be used comes first, so that a model comes before a baseline.
    expect(within(form).getByLabelText<HTMLSelectElement>('Engine').value).toBe('ckpt-b')
    await user.selectOptions(within(form).getByLabelText('Answers'), 'free')
    await user.click(start)
    // In the codec that it was trained on, without a choice; a baseline is asked in the usual one.
    const asked = { model: 'ckpt-b', constraint: 'none', codec: 'slots@1' }
    expect(lastInput(calls, 'run.start')).toMatchObject(asked)
    expect(await within(form).findByText('The model is not loaded.')).toBeTruthy()
    await user.selectOptions(within(form).getByLabelText('Engine'), 'server')
    expect(within(form).getByText('No server answers.')).toBeTruthy()
    expect(start.hasAttribute('disabled')).toBe(true)
    await user.selectOptions(within(form).getByLabelText('Engine'), 'copy')
    await user.clear(within(form).getByLabelText('Seed'))
    await user.type(within(form).getByLabelText('Seed'), '5')
    await user.type(within(form).getByLabelText('Query of trajectories'), 'steps > 3')
    await user.click(await within(form).findByRole('button', { name: 'Start on 1 trajectory' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
    expect(lastInput(calls, 'run.start')).toMatchObject({
      ...{ model: 'copy', seed: 5, where: 'steps > 3', view: null, like: null },
      ...{ suite: 'next-state', codec: 'nd@1' },
    })
  })

  it('is none where the store is read-only', async () => {
    await openEvaluate({ readOnly: true })
    const button = await screen.findByRole('button', { name: 'New run' })
    await waitFor(() => expect(button.getAttribute('title')).toBe('This store is read-only.'))
  })
})

describe('a run at work', () => {
  it('says how far it is and how many are right so far, lists what comes, and can be stopped', async () => {
    const accuracy = { right: 0, total: 0, share: null, interval: null }
    const unfinished = listedRun('r_1', { state: 'unfinished', predicted: 12, right: 9, accuracy })
    const host = await openEvaluate({ runs: [unfinished], jobs: [JOB] })
    expect(await screen.findByText('9 of 12 right so far, 75.0 %')).toBeTruthy()
    expect(await screen.findByText('running 60 %')).toBeTruthy()
    await user.keyboard('r')
    const grid = await screen.findByRole('grid', { name: 'Predictions' })
    await within(grid).findAllByText('merge')
    // What is at work is read again when its job tells of itself.
    host.runs = [{ ...unfinished, predicted: 16, right: 12 }]
    host.announce({ area: 'job', id: JOB.job })
    expect(await screen.findByText('12 of 16 right so far, 75.0 %')).toBeTruthy()
    const corpus = screen.getByRole('button', { name: 'Show in Corpus' })
    expect(corpus.getAttribute('title')).toBe('The Corpus sees a run once it is done.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(lastInput(host.calls, 'job.cancel')).toEqual({ job: JOB.job })
  })

  it('comes to something as soon as a part of it is done', async () => {
    const none = { right: 0, total: 0, share: null, interval: null }
    const begun = listedRun('r_1', { state: 'unfinished', done: 0, accuracy: none })
    const host = await openEvaluate({ runs: [begun], jobs: [JOB] })
    expect(await screen.findByText('No trajectory of this run is done yet.')).toBeTruthy()
    host.runs = [listedRun('r_1', { state: 'unfinished', done: 1 })]
    host.announce({ area: 'job', id: JOB.job })
    expect((await screen.findByTestId('run-accuracy')).textContent).toBe('90.0 %')
  })

  it('that was stopped goes on from there', async () => {
    const stopped = { ...JOB, state: 'interrupted' as const, endedAt: 1 }
    await openEvaluate({ runs: [listedRun('r_1', { state: 'unfinished' })], jobs: [stopped] })
    expect(await screen.findByText('stopped')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Run again' })).toBeTruthy()
  })
})

describe('what a run comes to', () => {
  it('lists the predictions of an action, of an error class, and of a step of the survival curve', async () => {
    const { calls } = await openEvaluate({ runs: [listedRun('r_1', { suite: 'horizon' })] })
    const chosen = () => (lastInput(calls, 'run.predictions') as { choice: unknown }).choice
    await user.click(await screen.findByRole('button', { name: 'wrong_value' }))
    const error = { dimension: 'error', value: 'wrong_value' }
    await waitFor(() => expect(chosen()).toEqual({ verdict: 'all', of: [error] }))
    await user.click(screen.getByRole('button', { name: 'Show all of the run' }))
    await waitFor(() => expect(chosen()).toEqual({ verdict: 'all', of: [] }))
    await user.keyboard('s')
    ;(await screen.findByRole('slider', { name: /^Step of the horizon/ })).focus()
    await user.keyboard('{Enter}')
    const horizon = { dimension: 'horizon', value: '1' }
    await waitFor(() => expect(chosen()).toEqual({ verdict: 'all', of: [horizon] }))
  })
})

describe('a pivot', () => {
  it('is walked by keys; a cell opens its rows, and a row its step', async () => {
    const { calls } = await openEvaluate({ runs: [listedRun('r_1')] })
    await user.keyboard('p')
    const table = await screen.findByRole('table', { name: 'Pivot by action and depth' })
    const cells = within(table).getAllByRole('button')
    expect(cells[1]?.textContent).toBe('50.0 %2 · 1 program')
    cells[0]?.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(cells[1])
    await user.keyboard('{ArrowDown}{Enter}')
    const grid = await screen.findByRole('grid', { name: 'Predictions' })
    await within(grid).findAllByText('merge')
    expect(lastInput(calls, 'run.predictions')).toMatchObject({
      choice: {
        verdict: 'all',
        of: [
          { dimension: 'action', value: 'step_into' },
          { dimension: 'depth', value: '2' },
        ],
      },
    })
    await user.click(screen.getByRole('button', { name: 'Show in Corpus' }))
    expect(listShown().where).toBe(
      'any(p.run == "r_1" and p.action == "step_into" and p.depth == 2 for p in predictions)',
    )
    grid.focus()
    await user.keyboard('{ArrowDown}')
    const detail = await screen.findByRole('region', { name: 'Prediction in focus' })
    expect(within(detail).getByText('x[0]')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(placeAtom.get()).toMatchObject({
      view: 'predict',
      focus: { trace: 't_1', trajectory: 'j_1', trajectoryStep: 4 },
    })
  })

  it('is of two different things: one that is on the other side changes places with it', async () => {
    const { calls } = await openEvaluate({ runs: [listedRun('r_1')] })
    await user.keyboard('p')
    await user.selectOptions(await screen.findByLabelText('Rows'), 'depth')
    await screen.findByRole('table', { name: 'Pivot by depth and action' })
    expect(lastInput(calls, 'run.pivot')).toMatchObject({ rows: 'depth', columns: 'action' })
  })
})

describe('a comparison', () => {
  const [a, b] = [listedRun('r_a'), listedRun('r_b', { engine: 'ckpt-b', seed: 2 })]

  it('needs two runs on the same set, and offers to make the other', async () => {
    await openEvaluate({ runs: [b] })
    await user.keyboard('c')
    expect(await screen.findByText('Comparison needs two runs on the same set.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Run the other model' }))
    const form = await screen.findByRole('dialog', { name: 'New run' })
    expect(within(form).getByText('The set of run r_b: all trajectories')).toBeTruthy()
    expect(within(form).getByLabelText<HTMLSelectElement>('Engine').value).toBe('copy')
    expect(within(form).getByLabelText<HTMLInputElement>('Seed').value).toBe('2')
  })

  it('says who is better, whether by chance, and shows both predictions of what was lost', async () => {
    const { calls } = await openEvaluate({ runs: [b, a] })
    await user.keyboard('c')
    expect((await screen.findByTestId('compare-difference')).textContent).toBe('+10.0')
    expect(screen.getByText(/^p = 0\.0312: hardly chance/)).toBeTruthy()
    expect(lastInput(calls, 'run.compare')).toEqual({ first: 'r_a', second: 'r_b' })
    const grid = await screen.findByRole('grid', { name: 'Flipped steps' })
    await within(grid).findByText('✗ wrong_line')
    grid.focus()
    await user.keyboard('{ArrowDown}')
    const sides = await screen.findByRole('region', { name: 'Both predictions' })
    expect(within(sides).getAllByText('as it is')).toHaveLength(2)
    await user.keyboard('w')
    await within(grid).findByText('– not reached')
    expect(lastInput(calls, 'run.flips')).toMatchObject({ flip: 'won', action: null })
    await user.keyboard('{Shift>}V{/Shift}')
    await waitFor(() =>
      expect(lastInput(calls, 'corpus.saveView')).toMatchObject({
        level: 'trajectory',
        where: 'flip("r_a", "r_b") == "lost"',
        count: 1,
      }),
    )
    expect(toastsAtom.get()[0]?.text).toMatch(/^Saved as “Lost by ckpt-b against copy/)
    await user.keyboard('q')
    expect(listShown().where).toBe('any(a.flip("r_a", "r_b") == "won" for a in acts)')
  })

  it('of other sets is refused in the sentence of the services', async () => {
    const other = listedRun('r_c', { set: 'other' })
    await openEvaluate({ runs: [b, a, other] })
    await user.keyboard('c')
    await user.selectOptions(await screen.findByLabelText('Run A'), 'r_c')
    expect(await screen.findByText('The sets are different.')).toBeTruthy()
  })
})
