import { beforeEach, describe, expect, it } from 'vitest'
import {
  acceptCorpusPlace,
  changeList,
  corpusPlaceAtom,
  differsInQuery,
  type LevelList,
  type ListPlace,
  listChosenAtom,
  listShown,
  MOST_SORTED,
  partOfPlace,
  sameList,
  showList,
} from '../../renderer/src/state/corpus-place.ts'
import { LEVELS } from '../../shared/query/fields.ts'

const WHOLE: LevelList = { where: '', sort: [], view: null }
const up = (by: string) => ({ by, descending: false })
const down = (by: string) => ({ by, descending: true })

beforeEach(() => {
  for (const level of LEVELS) showList({ ...WHOLE, level })
  showList({ ...WHOLE, level: 'trace' })
})

describe('what was kept of the corpus', () => {
  it('is taken as it was', () => {
    const trace = { where: 'depth > 1', sort: [down('events'), up('depth')], view: 'Deep' }
    const lists = { program: WHOLE, trace, step: WHOLE, trajectory: WHOLE }
    expect(acceptCorpusPlace({ level: 'step', lists })).toEqual({ level: 'step', lists })
  })

  it('is nothing where it is of another kind', () => {
    for (const stored of [null, 'trace', 3, {}, { lists: null }, { level: 'step', lists: 'all' }]) {
      expect(acceptCorpusPlace(stored)).toBeNull()
    }
  })

  it('is each part that can be understood, and the first for any other', () => {
    const lists = {
      program: 'no list',
      trace: { where: 7, sort: 'depth', view: 7 },
      step: {
        where: 'line == 3',
        sort: ['line', null, { by: 3 }, { by: 'line', descending: 'yes' }],
      },
      trajectory: { sort: [down('bogus'), up('steps'), down('events')], view: '' },
    }
    expect(acceptCorpusPlace({ level: 'nowhere', lists })).toEqual({
      level: 'trace',
      lists: {
        program: WHOLE,
        trace: WHOLE,
        step: { where: 'line == 3', sort: [up('line')], view: null },
        trajectory: { where: '', sort: [up('steps')], view: '' },
      },
    })
  })

  it('is sorted by no more than rows can be, of the columns that there are', () => {
    const sort = ['bogus', 'events', 'depth', 'program', 'backend'].map(up)
    const kept = acceptCorpusPlace({ level: 'trace', lists: { trace: { ...WHOLE, sort } } })
    expect(MOST_SORTED).toBe(3)
    expect(kept?.lists.trace.sort).toEqual(['events', 'depth', 'program'].map(up))
  })
})

describe('what the corpus lists', () => {
  it('is the saved view no longer once it is changed, unless that names one; others stay', () => {
    showList({ level: 'step', where: 'line == 3', sort: [], view: 'Third' })
    showList({ level: 'trace', where: 'depth > 1', sort: [], view: 'Deep' })
    changeList('step', { sort: [up('line')] })
    expect(listShown()).toEqual({ level: 'trace', where: 'depth > 1', sort: [], view: 'Deep' })
    const { lists } = corpusPlaceAtom.get()
    expect(lists.step).toEqual({ where: 'line == 3', sort: [up('line')], view: null })
    changeList('trace', { where: 'depth > 2', view: 'Deeper' })
    expect(listShown()).toMatchObject({ where: 'depth > 2', view: 'Deeper' })
  })

  it('is the same object while nothing changes', () => {
    const list = listShown()
    expect(listShown()).toBe(list)
    changeList('trace', { where: 'depth > 1' })
    expect(listShown()).not.toBe(list)
  })

  it('was chosen once something was shown, and not by a change', () => {
    listChosenAtom.set(false)
    changeList('trace', { where: 'depth > 1' })
    expect(listChosenAtom.get()).toBe(false)
    showList({ ...WHOLE, level: 'trace' })
    expect(listChosenAtom.get()).toBe(true)
  })

  it('differs in its query alone whatever becomes of its saved view, and in more by level or sort', () => {
    const list: ListPlace = { level: 'trace', where: 'd', sort: [up('depth')], view: 'Deep' }
    expect(differsInQuery(list, { ...list, where: 'depth > 1' })).toBe(true)
    expect(differsInQuery(list, { ...list, where: 'depth > 1', view: null })).toBe(true)
    expect(differsInQuery(list, { ...list, sort: [down('depth')] })).toBe(false)
    expect(differsInQuery(list, { ...list, level: 'step' })).toBe(false)
    expect(sameList(list, { ...list })).toBe(true)
    expect(sameList(list, { ...list, view: null })).toBe(false)
    expect(sameList(null, null)).toBe(true)
    expect(sameList(list, null)).toBe(false)
  })

  it('has parts that are put only when they are others', () => {
    const put: string[] = []
    const part = partOfPlace(
      ({ lists }) => lists.trace.where,
      (where) => {
        put.push(where)
        changeList('trace', { where })
      },
    )
    part.set('')
    part.set('depth')
    part.set((where) => `${where} > 1`)
    part.set((where) => where)
    expect(put).toEqual(['depth', 'depth > 1'])
    expect(part.get()).toBe('depth > 1')
  })
})
