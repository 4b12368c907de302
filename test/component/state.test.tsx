import { act, cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FocusHistory,
  startFocusHistory,
  visit,
  walkHistory,
} from '../../renderer/src/state/focus-history.ts'
import {
  type Focus,
  moveFocus,
  NO_FOCUS,
  openView,
  type Place,
  placeAtom,
  setFocus,
  useFocus,
  VIEW_IDS,
} from '../../renderer/src/state/place.ts'
import { formatPlace, parsePlace } from '../../renderer/src/state/place-address.ts'
import { showToast, toastsAtom } from '../../renderer/src/state/toasts.ts'
import { startUrlSync, takeToken } from '../../renderer/src/state/url.ts'

const START: Place = { view: 'corpus', focus: NO_FOCUS }

beforeEach(() => {
  history.replaceState(null, '', '#')
  placeAtom.set(START)
})
afterEach(cleanup)
afterEach(() => vi.restoreAllMocks())

const text = fc.option(
  fc.string({ minLength: 1, unit: 'binary' }).filter((s) => s.isWellFormed()),
  { nil: null },
)
const count = fc.option(fc.nat({ max: 10 ** 9 }), { nil: null })
const places: fc.Arbitrary<Place> = fc.record({
  view: fc.constantFrom(...VIEW_IDS),
  focus: fc.record({
    trace: text,
    step: count,
    behind: fc.boolean(),
    frame: count,
    variable: text,
    trajectory: text,
    trajectoryStep: count,
  }),
})

describe('the address', () => {
  it('names every place so that it is found again', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(parsePlace(formatPlace(place))).toEqual(place)
      }),
    )
  })

  it('opens as far as it can where it says nonsense', () => {
    expect(parsePlace('#view=nowhere&trace=t_1&step=-3&frame=x')).toEqual({
      view: 'corpus',
      focus: { ...NO_FOCUS, trace: 't_1' },
    })
  })

  it('gives up its token and keeps the place', () => {
    expect(takeToken('#token=abc-_1&view=trace&trace=t_1')).toEqual({
      token: 'abc-_1',
      rest: '#view=trace&trace=t_1',
    })
    expect(takeToken('#token=abc')).toEqual({ token: 'abc', rest: '' })
    expect(takeToken('')).toEqual({ token: null, rest: '' })
  })

  it('follows the focus, and the focus follows the browser’s back and forward', async () => {
    history.replaceState(null, '', '#view=trace&trace=t_1&step=7')
    const stop = startUrlSync()
    expect(placeAtom.get()).toEqual({
      view: 'trace',
      focus: { ...NO_FOCUS, trace: 't_1', step: 7 },
    })
    openView('sample', { trajectory: 'j_1' })
    expect(parsePlace(location.hash)).toEqual(placeAtom.get())
    setFocus({ trajectoryStep: 4 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(parsePlace(location.hash).focus.trajectoryStep).toBe(4)
    history.replaceState(null, '', '#view=label&trajectory=j_2')
    dispatchEvent(new PopStateEvent('popstate'))
    expect(placeAtom.get().focus.trajectory).toBe('j_2')
    stop()
  })
})

/** How the page was come to, as the browser would say. */
function comeBy(type: string): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never)
}

describe('a page that goes', () => {
  it.each([
    ['reload', 10],
    ['navigate', 8],
  ])('comes back by %s at step %i', (type, expected) => {
    history.replaceState(null, '', '#view=trace&trace=t_1&step=7')
    const stop = startUrlSync()
    setFocus({ step: 8 })
    const written = location.hash
    setFocus({ step: 9 })
    setFocus({ step: 10 })
    dispatchEvent(new Event('pagehide'))
    stop()
    // The browser had asked for this address before the page could say better.
    history.replaceState(null, '', written)
    comeBy(type)
    startUrlSync()()
    expect(placeAtom.get().focus.step).toBe(expected)
    history.replaceState(null, '', written)
    startUrlSync()()
    expect(placeAtom.get().focus.step).toBe(8)
  })

  it('leaves its last step in the address, and each entry its own', () => {
    history.replaceState(null, '', '#view=trace&trace=t_1&step=7')
    const stop = startUrlSync()
    setFocus({ step: 8 })
    expect(parsePlace(location.hash).focus.step).toBe(8)
    setFocus({ step: 9 })
    setFocus({ step: 10 })
    dispatchEvent(new Event('pagehide'))
    expect(parsePlace(location.hash).focus.step).toBe(10)
    setFocus({ step: 11 })
    const entries: [string, string][] = []
    const { pushState, replaceState } = history
    history.pushState = (...[, , url]) => void entries.push(['push', String(url)])
    history.replaceState = (...[, , url]) => void entries.push(['replace', String(url)])
    openView('sample')
    Object.assign(history, { pushState, replaceState })
    expect(entries.map(([how, url]) => [how, parsePlace(url).view])).toEqual([
      ['replace', 'trace'],
      ['push', 'sample'],
    ])
    stop()
  })
})

function Step() {
  return <p>step {useFocus().step}</p>
}

describe('the focus', () => {
  const focus: Focus = {
    trace: 't_1',
    step: 3,
    behind: true,
    frame: 1,
    variable: 'x',
    trajectory: 'j_1',
    trajectoryStep: 2,
  }

  it('drops with a trace what was inside it, and with a step its frame', () => {
    expect(moveFocus(focus, { trace: 't_2' })).toEqual({ ...NO_FOCUS, trace: 't_2' })
    expect(moveFocus(focus, { step: 4 })).toEqual({
      ...focus,
      step: 4,
      behind: false,
      frame: null,
    })
    expect(moveFocus(focus, { trajectory: 'j_2' })).toEqual({
      ...focus,
      trajectory: 'j_2',
      trajectoryStep: null,
    })
  })

  it('keeps what a move names, and is the same object where nothing moves', () => {
    expect(moveFocus(focus, { trace: 't_2', step: 9 })).toEqual({
      ...NO_FOCUS,
      trace: 't_2',
      step: 9,
    })
    expect(moveFocus(focus, { trace: 't_1', step: 3, behind: true })).toBe(focus)
    expect(moveFocus(focus, { variable: 'y' })).toEqual({ ...focus, variable: 'y' })
  })

  it('is what every component that uses it shows', () => {
    render(<Step />)
    act(() => setFocus({ trace: 't_1', step: 12 }))
    expect(screen.getByText('step 12')).toBeTruthy()
  })
})

describe('a toast', () => {
  it('takes the place of the one that says the same', () => {
    toastsAtom.set([])
    for (const words of ['4 rows are copied.', 'The row is copied.', '4 rows are copied.']) {
      showToast(words)
    }
    expect(toastsAtom.get().map((one) => one.text)).toEqual([
      'The row is copied.',
      '4 rows are copied.',
    ])
  })
})

describe('the history of the focus', () => {
  const at = (step: number): Place => ({ view: 'trace', focus: { ...NO_FOCUS, trace: 't', step } })
  const stepsOf = (past: FocusHistory) => past.entries.map(({ focus }) => focus.step)

  it('takes quick steps for one move, and slow ones for several', () => {
    let past: FocusHistory = { entries: [], index: -1, at: 0 }
    for (const [step, now] of [
      [0, 0],
      [1, 1000],
      [2, 1100],
      [3, 1200],
      [4, 3000],
    ] as const) {
      past = visit(past, at(step), now)
    }
    expect(stepsOf(past)).toEqual([0, 3, 4])
  })

  it('never merges a jump, however quick, so that the way back from it is not lost', () => {
    let past: FocusHistory = { entries: [], index: -1, at: 0 }
    for (const [index, step] of [0, 1, 2, 3, 33, 32].entries()) {
      past = visit(past, at(step), index === 0 ? 0 : 1000 + 20 * index)
    }
    expect(stepsOf(past)).toEqual([0, 3, 32])
    expect(stepsOf(visit(past, at(5), past.at))).toEqual([0, 3, 32, 5])
  })

  it('merges rows of a list and neighbouring steps of a trajectory, but not other traces', () => {
    const quick = (places: readonly Place[]): number =>
      places.reduce<FocusHistory>((past, place) => visit(past, place, 100), {
        entries: [],
        index: -1,
        at: 0,
      }).entries.length
    const row = (view: Place['view'], focus: Partial<Focus>): Place => ({
      view,
      focus: { ...NO_FOCUS, ...focus },
    })
    expect(quick(['a', 'b', 'c', 'd'].map((trace) => row('corpus', { trace })))).toBe(2)
    expect(quick(['a', 'b', 'c', 'd'].map((trace) => row('trace', { trace })))).toBe(4)
    const steps = [0, 1, 2, 3].map((trajectoryStep) =>
      row('sample', { trajectory: 'j', trajectoryStep, step: 50 * trajectoryStep }),
    )
    expect(quick(steps)).toBe(2)
  })

  it('drops what lay ahead when the user goes elsewhere', () => {
    const past: FocusHistory = { entries: [at(0), at(1), at(2)], index: 0, at: 0 }
    expect(stepsOf(visit(past, at(9), 5000))).toEqual([0, 9])
  })

  it('walks back and forward, and no further than its ends', () => {
    const stop = startFocusHistory()
    openView('trace', { trace: 't_1' })
    openView('sample', { trajectory: 'j_1' })
    expect(walkHistory(1)).toBe(false)
    expect(walkHistory(-1)).toBe(true)
    expect(placeAtom.get().view).toBe('trace')
    expect(walkHistory(-1)).toBe(true)
    expect(placeAtom.get()).toEqual(START)
    expect(walkHistory(-1)).toBe(false)
    expect(walkHistory(1)).toBe(true)
    expect(placeAtom.get().focus.trace).toBe('t_1')
    stop()
  })
})
