import { describe, expect, it } from 'vitest'
import { PALETTE_MODES, readText } from '../../renderer/src/views/palette/modes.ts'
import { paletteItem } from '../../renderer/src/views/palette/palette-item.ts'
import { rankItems } from '../../renderer/src/views/palette/rank.ts'

function items(...titles: string[]) {
  return titles.map((title) => paletteItem({ id: title, title, run: () => {} }))
}

function titlesOf(query: string, ...titles: string[]): string[] {
  return rankItems(query, items(...titles)).items.map(({ title }) => title)
}

describe('what the palette finds', () => {
  it('has the letters in their order, the best first, and says which they are', () => {
    expect(titlesOf('stov', 'Show the keys', 'Trace: Step over', 'Theme: dark')).toEqual([
      'Trace: Step over',
    ])
    expect(titlesOf('open c', 'Open Record', 'Open Corpus')[0]).toBe('Open Corpus')
    const [found] = rankItems('dark', items('Theme: dark')).items
    expect(found?.marks).toEqual([7, 8, 9, 10])
  })

  it('finds words in any order', () => {
    expect(titlesOf('into step', 'Trace: Step into', 'Trace: Step over')).toEqual([
      'Trace: Step into',
    ])
  })

  it('puts what cannot be chosen behind what can', () => {
    const blocked = paletteItem({ id: 'b', title: 'Step over', reason: 'No.', run: () => {} })
    const order = (query: string): string[] =>
      rankItems(query, [blocked, ...items('Step back over')]).items.map(({ title }) => title)
    expect(order('')).toEqual(['Step back over', 'Step over'])
    expect(order('step over')).toHaveLength(2)
  })

  it('shows a hundred and says how many more there are', () => {
    const { items: shown, note } = rankItems(
      '',
      items(...Array.from({ length: 250 }, (_, i) => `f${i}`)),
    )
    expect(shown).toHaveLength(100)
    expect(note).toBe('150 more; type on to find them.')
  })

  it('is found among 2,000 functions within 50 ms, even the first time', () => {
    rankItems('warm', items('the code itself', 'is compiled by now'))
    const many = items(...Array.from({ length: 2000 }, (_, i) => `package_${i % 97}.function_${i}`))
    const start = performance.now()
    const { items: found } = rankItems('function_199', many)
    expect(performance.now() - start).toBeLessThan(50)
    expect(found[0]?.title).toBe('package_5.function_199')
  })
})

describe('the text of the palette', () => {
  it('asks by its first character', () => {
    expect(readText('>step ')).toEqual({ mode: PALETTE_MODES[0], query: 'step' })
    expect(readText(':12').query).toBe('12')
    expect(readText('merge sort').mode.prefix).toBe('')
    expect(readText('').mode.prefix).toBe('')
    // What Ctrl+K opens with stands before what is typed then.
    expect(readText('>@merge')).toEqual({ mode: PALETTE_MODES[1], query: 'merge' })
  })
})
