import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { VariableRow } from '../../renderer/src/draw/variable-changes.ts'
import { VariableTable } from '../../renderer/src/ui/variable-table.tsx'
import { giveElementsASize } from './mount.tsx'

giveElementsASize()
/** Height of a row in the style sheet. */
const ROW = 24
afterEach(cleanup)

function rowsOf(count: number): readonly VariableRow[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `v${index}`,
    value: { text: String(index), size: 1, type: 'int' },
    change: null,
    before: null,
    sameAs: [],
    group: null,
  }))
}

function Table({
  count,
  selected = null,
  list = '',
}: {
  count: number
  selected?: string | null
  list?: string
}) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  return (
    <section ref={setScroller} data-testid="scroller">
      <VariableTable
        rows={rowsOf(count)}
        selected={selected}
        list={list}
        scroller={scroller}
        onSelect={() => {}}
        onOpen={() => {}}
      />
    </section>
  )
}

/** Names of the rows in the page, with their place in the whole table. */
function rows(): readonly (readonly [string, number])[] {
  return [...document.querySelectorAll('tbody tr:not(.gap)')].map((row) => [
    row.querySelector('.name')?.textContent ?? '',
    Number(row.getAttribute('aria-rowindex')),
  ])
}

async function scrollTo(scroller: HTMLElement, top: number): Promise<void> {
  await act(async () => {
    scroller.scrollTop = top
    fireEvent.scroll(scroller)
  })
}

describe('the table of variables', () => {
  it('marks a variable that is the same object as others', () => {
    const rows = rowsOf(2).map((row, at) =>
      at === 0 ? { ...row, sameAs: ['b', 'c'], group: 1 } : row,
    )
    const nothing = (): void => {}
    render(
      <VariableTable
        rows={rows}
        selected={null}
        scroller={null}
        onSelect={nothing}
        onOpen={nothing}
      />,
    )
    const [first, second] = document.querySelectorAll('td.name')
    expect(first?.textContent).toContain('same object as b, c')
    expect(first?.getAttribute('title')).toBe('v0: same object as b, c')
    expect(second?.textContent).toBe('v1')
  })

  it('holds every row while there are few', () => {
    render(<Table count={200} />)
    expect(rows()).toHaveLength(200)
  })

  it('holds the rows in sight when there are many, and says which they are', async () => {
    const { getByTestId, getByRole } = render(<Table count={2000} />)
    expect(rows().length).toBeGreaterThan(20)
    expect(rows().length).toBeLessThan(80)
    expect(rows()[0]).toEqual(['v0', 2])
    expect(getByRole('table').getAttribute('aria-rowcount')).toBe('2001')
    await scrollTo(getByTestId('scroller'), 1000 * ROW)
    const shown = rows()
    expect(shown.length).toBeLessThan(80)
    expect(shown).toContainEqual(['v1005', 1007])
    const heights = [...document.querySelectorAll<HTMLElement>('.gap td')].map((gap) =>
      Number.parseInt(gap.style.height, 10),
    )
    expect(heights.reduce((a, b) => a + b, 0) + shown.length * ROW).toBe(2000 * ROW)
  })

  it('scrolls to the variable in focus', async () => {
    const { getByTestId, rerender } = render(<Table count={2000} />)
    rerender(<Table count={2000} selected="v1500" />)
    const scroller = getByTestId('scroller')
    expect(scroller.scrollTop).toBe(1501 * ROW + 22 - 600)
    await scrollTo(scroller, scroller.scrollTop)
    expect(rows()).toContainEqual(['v1500', 1502])
  })

  it('marks the rows that are one object with the variable in focus, and takes pins', async () => {
    const pinned: string[] = []
    const rows = rowsOf(3).map((row, at) =>
      at === 2 ? row : { ...row, sameAs: [`v${1 - at}`], group: 1 },
    )
    const { getByRole } = render(
      <VariableTable
        rows={rows}
        selected="v1"
        scroller={null}
        onSelect={() => {}}
        onOpen={() => {}}
        pinned={new Set(['v2'])}
        onPin={(name) => pinned.push(name)}
      />,
    )
    const classes = [...document.querySelectorAll('tbody tr')].map((row) => row.className.trim())
    expect(classes).toEqual(['sharing', 'selected sharing', ''])
    const pin = getByRole('button', { name: 'Keep v2 in sight' })
    expect(pin.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(pin)
    expect(pinned).toEqual(['v2'])
  })

  it('goes to the first row of a filtered list without the variable in focus, and back to it', async () => {
    const { getByTestId, rerender } = render(<Table count={2000} selected="v1500" />)
    const scroller = getByTestId('scroller')
    rerender(<Table count={1000} selected="v1500" list="some" />)
    expect(scroller.scrollTop).toBe(0)
    rerender(<Table count={2000} selected="v1500" />)
    expect(scroller.scrollTop).toBe(1501 * ROW + 22 - 600)
  })
})
