import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tabTitle } from '../../renderer/src/app/tab-title.ts'
import { inOneAct } from '../../renderer/src/state/atom.ts'
import { changeList, corpusPlaceAtom } from '../../renderer/src/state/corpus-place.ts'
import { startFocusHistory, walkHistory } from '../../renderer/src/state/focus-history.ts'
import { NO_FOCUS, openView, placeAtom, setFocus } from '../../renderer/src/state/place.ts'
import {
  closeTab,
  inNewTab,
  moveTab,
  reopenTab,
  showTab,
  stepTab,
  tabsAtom,
} from '../../renderer/src/state/tabs.ts'
import { startUrlSync } from '../../renderer/src/state/url.ts'
import { TabList } from '../../renderer/src/ui/tab-list.tsx'

const trace = (id: string, step: number) => () => openView('trace', { trace: id, step })
const shown = (): unknown => {
  const { view, focus } = placeAtom.get()
  return [view, focus.trace, focus.step]
}
const order = (): readonly number[] => tabsAtom.get().tabs.map(({ id }) => id)

beforeEach(() => {
  while (tabsAtom.get().tabs.length > 1) closeTab()
  tabsAtom.set(({ tabs }) => ({
    tabs: tabs.map((tab) => ({ ...tab, id: 1 })),
    front: 1,
    closed: [],
  }))
  placeAtom.set({ view: 'corpus', focus: NO_FOCUS })
  changeList('trace', { where: '' })
})

describe('the tabs of the window', () => {
  it('keep a place each, the list of the corpus included', () => {
    changeList('trace', { where: 'depth > 1' })
    inNewTab(trace('t_1', 4))
    setFocus({ step: 9 })
    inNewTab(() => {
      openView('corpus')
      changeList('trace', { where: 'events > 5' })
    })
    expect(order()).toEqual([1, 2, 3])
    showTab(1)
    expect(shown()).toEqual(['corpus', null, null])
    expect(corpusPlaceAtom.get().lists.trace.where).toBe('depth > 1')
    stepTab(1)
    expect(shown()).toEqual(['trace', 't_1', 9])
    stepTab(1)
    expect(corpusPlaceAtom.get().lists.trace.where).toBe('events > 5')
    stepTab(1)
    expect(tabsAtom.get().front).toBe(1)
    stepTab(-1)
    expect(tabsAtom.get().front).toBe(3)
  })

  it('are closed, opened again where they stood and as they were, and moved', () => {
    inNewTab(trace('t_1', 1))
    inNewTab(trace('t_2', 2))
    stepTab(-1)
    closeTab()
    expect([order(), shown()]).toEqual([
      [1, 3],
      ['trace', 't_2', 2],
    ])
    showTab(1)
    closeTab(3)
    expect([order(), shown()]).toEqual([[1], ['corpus', null, null]])
    closeTab()
    expect(order()).toEqual([1])
    reopenTab()
    expect([order(), shown()]).toEqual([
      [1, 3],
      ['trace', 't_2', 2],
    ])
    reopenTab()
    expect([order(), shown()]).toEqual([
      [1, 2, 3],
      ['trace', 't_1', 1],
    ])
    reopenTab()
    moveTab(1)
    expect(order()).toEqual([1, 3, 2])
    moveTab(1)
    expect([order(), tabsAtom.get().front]).toEqual([[1, 3, 2], 2])
    inNewTab()
    expect(order()).toEqual([1, 3, 2, 4])
    expect(shown()).toEqual(['trace', 't_1', 1])
  })

  it('have a history of the focus each', () => {
    const stop = startFocusHistory()
    setFocus({ trace: 't_7' })
    inNewTab(trace('t_1', 4))
    expect(walkHistory(-1)).toBe(false)
    setFocus({ step: 40 })
    showTab(1)
    openView('trace', { trace: 't_7', step: 2 })
    expect(walkHistory(-1)).toBe(true)
    expect(shown()).toEqual(['corpus', 't_7', null])
    showTab(2)
    expect(walkHistory(-1)).toBe(true)
    expect(shown()).toEqual(['trace', 't_1', 4])
    stop()
  })

  it('are kept by the browser’s tab, and what was kept badly is not', async () => {
    inNewTab(trace('t_1', 4))
    closeTab()
    inNewTab(trace('t_2', 5))
    const kept = sessionStorage.getItem('workbench.tabs') ?? ''
    const loaded = async (text: string) => {
      sessionStorage.setItem('workbench.tabs', text)
      vi.resetModules()
      return (await import('../../renderer/src/state/tabs.ts')).tabsAtom.get()
    }
    expect(await loaded(kept)).toEqual(tabsAtom.get())
    const bad = JSON.parse(kept)
    for (const text of [
      '{"tabs":[]}',
      JSON.stringify({ ...bad, front: 99 }),
      JSON.stringify({ ...bad, tabs: [...bad.tabs, bad.tabs[0]] }),
      JSON.stringify({ ...bad, tabs: [{ id: 'x' }] }),
    ]) {
      expect((await loaded(text)).tabs).toHaveLength(1)
    }
  })
})

describe('the browser’s history', () => {
  it('goes back to the tab that an entry was of', () => {
    history.replaceState(null, '', '#view=corpus&level=trace')
    const stop = startUrlSync()
    const entries: { readonly state: unknown; readonly url: string }[] = []
    const { pushState } = history
    history.pushState = (state, _, url) => void entries.push({ state, url: String(url) })
    inNewTab(trace('t_1', 4))
    showTab(1)
    history.pushState = pushState
    expect(entries).toEqual([
      { state: { tab: 2 }, url: '#view=trace&trace=t_1&step=4' },
      { state: { tab: 1 }, url: '#view=corpus&level=trace' },
    ])
    history.replaceState({ tab: 2 }, '', '#view=trace&trace=t_1&step=7')
    dispatchEvent(new PopStateEvent('popstate', { state: { tab: 2 } }))
    expect([tabsAtom.get().front, shown()]).toEqual([2, ['trace', 't_1', 7]])
    closeTab(1)
    dispatchEvent(new PopStateEvent('popstate', { state: { tab: 1 } }))
    expect(tabsAtom.get().front).toBe(2)
    stop()
  })
})

describe('several changes in one act', () => {
  it('are told once, when all of them are made', () => {
    const told: unknown[] = []
    const note = (): void =>
      void told.push([placeAtom.get().view, corpusPlaceAtom.get().lists.trace.where])
    const stops = [placeAtom.subscribe(note), corpusPlaceAtom.subscribe(note)]
    inOneAct(() => {
      changeList('trace', { where: 'x' })
      inOneAct(() => openView('label'))
    })
    expect(told).toEqual([['label', 'x']])
    expect(() =>
      inOneAct(() => {
        openView('sample')
        throw new Error('halfway')
      }),
    ).toThrow('halfway')
    openView('record')
    expect(told.slice(1)).toEqual([
      ['sample', 'x'],
      ['record', 'x'],
    ])
    for (const stop of stops) stop()
  })
})

describe('the title of a tab', () => {
  const names = { trace: { program: 'sum.py', events: 10 }, pinned: { program: 'b.py', events: 5 } }
  const at = (view: 'trace' | 'label' | 'corpus', step: number | null) => ({
    view,
    focus: { ...NO_FOCUS, trace: 't_1', step },
  })

  it('names the moment of the run, both of a comparison, the rows listed, or the view', () => {
    const corpus = corpusPlaceAtom.get()
    expect(tabTitle(at('trace', 3), corpus, names)).toBe('sum.py · event 3')
    expect(tabTitle(at('trace', 10), corpus, names)).toBe('sum.py · exit')
    const pin = { ...NO_FOCUS, trace: 't_2', step: 1 }
    const both = 'sum.py · event 3 ↔ b.py · event 1'
    expect(tabTitle({ ...at('trace', 3), pin }, corpus, names)).toBe(both)
    expect(tabTitle(at('corpus', 3), corpus, names)).toBe('Traces')
    changeList('trace', { where: 'depth > 1' })
    expect(tabTitle(at('corpus', 3), corpusPlaceAtom.get(), names)).toBe('Traces: depth > 1')
    expect(tabTitle(at('label', null), corpus, names)).toBe('Label')
  })
})

describe('a list of tabs', () => {
  afterEach(cleanup)

  it('is one stop of the Tab key, in which arrows choose and Delete closes', async () => {
    const user = userEvent.setup()
    let tabs = ['a', 'b', 'c']
    let chosen = 'a'
    const list = () => (
      <TabList
        label="Places"
        tabs={tabs.map((id) => ({ id, text: id }))}
        chosen={chosen}
        onChoose={(id) => {
          chosen = id
          redraw()
        }}
        onClose={(id) => {
          tabs = tabs.filter((one) => one !== id)
          chosen = tabs[0] ?? ''
          redraw()
        }}
      />
    )
    const { rerender } = render(list())
    const redraw = (): void => act(() => rerender(list()))
    const seen = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
    const active = () => document.activeElement?.textContent
    await user.tab()
    expect(active()).toBe('a')
    expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
    await user.keyboard('{ArrowLeft}')
    expect([chosen, active()]).toEqual(['c', 'c'])
    await user.keyboard('{Home}{ArrowRight}')
    expect([chosen, active()]).toEqual(['b', 'b'])
    await user.keyboard('{Delete}')
    expect([seen(), active()]).toEqual([['a', 'c'], 'a'])
    await user.pointer({ keys: '[MouseMiddle]', target: screen.getByRole('tab', { name: 'c' }) })
    expect(seen()).toEqual(['a'])
  })
})
