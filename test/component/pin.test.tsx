import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFocusHistory, visit, walkHistory } from '../../renderer/src/state/focus-history.ts'
import {
  besideFocus,
  closeComparison,
  compareTraces,
  followWith,
  leftFocusAtom,
  moveBoth,
  NO_FOCUS,
  openView,
  type Place,
  pinMoment,
  pinTrace,
  placeAtom,
  SideContext,
  setFocus,
  swapSides,
  useFocus,
  useSetFocus,
} from '../../renderer/src/state/place.ts'
import { formatPlace, parsePlace } from '../../renderer/src/state/place-address.ts'

const PLACE: Place = {
  view: 'trace',
  focus: { ...NO_FOCUS, trace: 't_1', step: 4, variable: 'x' },
  pin: { ...NO_FOCUS, trace: 't_2', step: 9, behind: true, frame: 3 },
}

beforeEach(() => {
  placeAtom.set({ view: 'trace', focus: { ...NO_FOCUS, trace: 't_1', step: 4 } })
})

describe('the pinned focus', () => {
  it('is part of the address, as what is in focus is', () => {
    const address = formatPlace(PLACE)
    expect(address).toContain('pin.trace=t_2&pin.step=9&pin.behind=1&pin.frame=3')
    expect(parsePlace(address)).toEqual(PLACE)
    expect(parsePlace('#view=trace&trace=t_1&pin.step=3')).not.toHaveProperty('pin')
  })

  it('is part of the history: the way back leads out of a comparison, and to both steps of it', () => {
    const stop = startFocusHistory()
    compareTraces('t_2')
    moveBoth({ step: 8 }, { step: 20 })
    expect(walkHistory(-1)).toBe(true)
    expect(placeAtom.get()).toMatchObject({ focus: { step: 4 }, pin: { trace: 't_2', step: null } })
    expect(walkHistory(-1)).toBe(true)
    expect(placeAtom.get()).not.toHaveProperty('pin')
    expect(walkHistory(1) && walkHistory(1)).toBe(true)
    expect(placeAtom.get()).toMatchObject({ focus: { step: 8 }, pin: { step: 20 } })
    stop()
  })

  it('makes one entry of quick steps of both sides, and none of a jump of one', () => {
    const at = (step: number, other: number): Place => ({
      view: 'trace',
      focus: { ...NO_FOCUS, trace: 't_1', step },
      pin: { ...NO_FOCUS, trace: 't_2', step: other },
    })
    const entries = [at(0, 0), at(1, 1), at(2, 2), at(3, 50)].reduce(
      (past, place) => visit(past, place, 100),
      { entries: [] as readonly Place[], index: -1, at: 0 },
    ).entries
    expect(entries.map(({ focus }) => focus.step)).toEqual([0, 2, 3])
  })

  it('stays while another trace comes into focus, changes places, and goes', () => {
    pinMoment()
    openView('trace', { trace: 't_3' })
    expect(placeAtom.get()).toMatchObject({
      focus: { trace: 't_3' },
      pin: { trace: 't_1', step: 4 },
    })
    swapSides()
    expect(placeAtom.get()).toMatchObject({
      focus: { trace: 't_1', step: 4 },
      pin: { trace: 't_3' },
    })
    closeComparison()
    expect(placeAtom.get()).toEqual({
      view: 'trace',
      focus: { ...NO_FOCUS, trace: 't_1', step: 4 },
    })
    compareTraces('t_5', 't_4')
    expect(placeAtom.get()).toMatchObject({ focus: { trace: 't_4' }, pin: { trace: 't_5' } })
  })

  it('stands beside the focus where it is another trace, or another moment of the same', () => {
    const at = (trace: string, step: number | null) => ({ ...NO_FOCUS, trace, step })
    expect(besideFocus(at('t_1', 4), null)).toBeNull()
    expect(besideFocus(at('t_1', 4), at('t_2', null))).toEqual(at('t_2', null))
    expect(besideFocus(at('t_1', 4), at('t_1', null))).toBeNull()
    pinTrace('t_1')
    expect(placeAtom.get().pin).toEqual(at('t_1', null))
    pinMoment()
    setFocus({ step: 9 })
    const { focus, pin = null } = placeAtom.get()
    expect(besideFocus(focus, pin)).toEqual(at('t_1', 4))
  })

  it('follows what is in focus, and leads it, where it is told how, and not to another trace', () => {
    placeAtom.set(PLACE)
    const stop = followWith((side, moved) => ({
      step: (moved.step ?? 0) + (side === 'focus' ? 100 : -100),
    }))
    setFocus({ step: 5 })
    expect(placeAtom.get()).toMatchObject({ focus: { step: 5 }, pin: { step: 105, frame: null } })
    setFocus({ trace: 't_8', step: 1 })
    expect(placeAtom.get()).toMatchObject({ focus: { trace: 't_8', step: 1 }, pin: { step: 105 } })
    stop()
    setFocus({ step: 2 })
    expect(placeAtom.get().pin?.step).toBe(105)
  })

  it('is the focus of what is drawn on its side, and moved there', () => {
    placeAtom.set(PLACE)
    render(
      <>
        <Step />
        <SideContext value="pin">
          <Step />
        </SideContext>
      </>,
    )
    const [left, right] = screen.getAllByRole('button')
    expect([left?.textContent, right?.textContent]).toEqual(['t_1 4', 't_2 9'])
    act(() => right?.click())
    act(() => left?.click())
    expect([left?.textContent, right?.textContent]).toEqual(['t_1 5', 't_2 10'])
  })
})

describe('opening another trace in the Trace view', () => {
  it('remembers what was left, unless the step is named or the view was another', () => {
    openView('trace', { trace: 't_2' })
    expect(leftFocusAtom.get()).toMatchObject({ trace: 't_1', step: 4 })
    openView('trace', { trace: 't_3', step: 7 })
    expect(leftFocusAtom.get()).toBeNull()
    openView('corpus')
    openView('trace', { trace: 't_1' })
    expect(leftFocusAtom.get()).toBeNull()
  })
})

function Step() {
  const { trace, step } = useFocus()
  const move = useSetFocus()
  return (
    <button type="button" onClick={() => move({ step: (step ?? 0) + 1 })}>
      {trace} {step}
    </button>
  )
}
