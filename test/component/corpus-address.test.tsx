import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  changeList,
  type ListPlace,
  listShown,
  MOST_SORTED,
  showList,
} from '../../renderer/src/state/corpus-place.ts'
import { startFocusHistory, walkHistory } from '../../renderer/src/state/focus-history.ts'
import { NO_FOCUS, openView, placeAtom, setFocus } from '../../renderer/src/state/place.ts'
import { toastsAtom } from '../../renderer/src/state/toasts.ts'
import {
  addressNow,
  formatAddress,
  goTo,
  openLink,
  parseAddress,
  startUrlSync,
} from '../../renderer/src/state/url.ts'
import { LEVELS } from '../../shared/query/fields.ts'

const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed())
const list: fc.Arbitrary<ListPlace> = fc.record({
  level: fc.constantFrom(...LEVELS),
  where: text,
  sort: fc.array(
    fc.record({
      by: text.filter((by) => by !== '' && !by.startsWith('-')),
      descending: fc.boolean(),
    }),
    { maxLength: MOST_SORTED },
  ),
  view: fc.option(text),
})
const WHOLE: ListPlace = { level: 'trace', where: '', sort: [], view: null }

beforeEach(() => {
  for (const level of LEVELS) showList({ ...WHOLE, level })
  goTo({ place: { view: 'corpus', focus: NO_FOCUS }, list: WHOLE })
})

describe('an address of the corpus', () => {
  it('names its level, query, sort and saved view so that they are found again', () => {
    fc.assert(
      fc.property(list, (drawn) => {
        const place = { view: 'corpus', focus: NO_FOCUS } as const
        const address = { place, list: drawn }
        expect(parseAddress(formatAddress(address))).toEqual(address)
      }),
    )
  })

  it('leaves the list as it was where it says nothing of it, and says nothing of it elsewhere', () => {
    showList({ ...WHOLE, level: 'step', where: 'depth > 1' })
    goTo(parseAddress('#view=corpus&trace=t_1'))
    expect(listShown()).toMatchObject({ level: 'step', where: 'depth > 1' })
    openView('trace')
    expect(formatAddress(addressNow())).not.toContain('depth')
    goTo(parseAddress('#view=corpus&level=nothing&where=x'))
    expect(listShown().where).toBe('depth > 1')
  })
})

describe('a link', () => {
  beforeEach(() => toastsAtom.set([]))
  const told = (): string[] => toastsAtom.get().map(({ text }) => text)

  it('is opened without what is not understood of it, which is told', () => {
    openLink('#view=corpus&level=trace&where=depth+%3E+1&sort=-bogus&sort=-depth')
    expect(listShown()).toEqual({
      ...{ level: 'trace', where: 'depth > 1', view: null },
      sort: [{ by: 'depth', descending: true }],
    })
    expect(told()).toEqual(['The link’s sort bogus is no column of traces; it was left out.'])
    openLink('#view=nowhere&level=nothing')
    expect(told().slice(1)).toEqual([
      'The link’s view nowhere is none of corpus, record, trace, sample, predict, evaluate, label, exports; it was left out.',
      'The link’s level nothing is none of program, trace, step, trajectory; it was left out.',
    ])
    expect(placeAtom.get().view).toBe('corpus')
  })

  it('with more sorts than rows are sorted by keeps the first, and says so', () => {
    openLink(
      '#view=corpus&level=trace&sort=events&sort=-depth&sort=program&sort=backend&sort=bogus',
    )
    expect(listShown().sort.map(({ by }) => by)).toEqual(['events', 'depth', 'program'])
    expect(told()).toEqual([
      'The link’s sort bogus is no column of traces; it was left out.',
      'The link sorts by 4 columns; rows are sorted by at most 3, so that the first 3 were kept.',
    ])
  })

  it('says nothing where all of it is understood', () => {
    openLink('#view=corpus&level=step&sort=len(changes)')
    openLink('')
    expect(told()).toEqual([])
  })

  it('that was opened by the page stands in the address without what was left out', () => {
    history.replaceState(null, '', '#view=corpus&level=trace&sort=-bogus')
    const stop = startUrlSync()
    expect(location.hash).toBe('#view=corpus&level=trace')
    stop()
  })
})

describe('the browser’s history', () => {
  let stop = (): void => {}
  let entries: string[] = []
  const { pushState, replaceState } = history
  beforeEach(() => {
    history.replaceState(null, '', formatAddress(addressNow()))
    entries = []
    stop = startUrlSync()
    history.pushState = (...[, , url]) => void entries.push(`push ${url}`)
    history.replaceState = (...[, , url]) => void entries.push(`replace ${url}`)
  })
  afterEach(() => {
    stop()
    Object.assign(history, { pushState, replaceState })
  })

  it('has an entry for each list, one for a query however it is written, none for its rows', () => {
    for (const where of ['d', 'de', 'depth > 1']) changeList('trace', { where })
    changeList('trace', { sort: [{ by: 'depth', descending: true }] })
    setFocus({ trace: 't_1' })
    setFocus({ trace: 't_2' })
    showList({ ...WHOLE, level: 'step' })
    expect(entries.filter((one) => one.startsWith('push')).map((one) => one.slice(5))).toEqual([
      '#view=corpus&level=trace&where=d',
      '#view=corpus&level=trace&where=depth+%3E+1&sort=-depth',
      '#view=corpus&trace=t_2&level=step',
    ])
  })
})

describe('the history of the focus', () => {
  it('goes back to the list before', () => {
    const stop = startFocusHistory()
    changeList('trace', { sort: [{ by: 'depth', descending: true }] })
    showList({ ...WHOLE, level: 'step', where: 'line == 3' })
    openView('trace', { trace: 't_1', step: 0 })
    expect(walkHistory(-1)).toBe(true)
    expect(placeAtom.get().view).toBe('corpus')
    expect(listShown()).toEqual({ ...WHOLE, level: 'step', where: 'line == 3' })
    walkHistory(-1)
    expect(listShown()).toMatchObject({ level: 'trace', sort: [{ by: 'depth' }] })
    walkHistory(1)
    expect(listShown().level).toBe('step')
    stop()
  })
})
