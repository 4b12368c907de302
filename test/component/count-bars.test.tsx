import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { CountBars } from '../../renderer/src/ui/count-bars.tsx'

afterEach(cleanup)

function cellsOf(name: string): (string | null)[] {
  const row = screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement
  return within(row)
    .getAllByRole('cell')
    .slice(1)
    .map(({ textContent }) => textContent)
}

describe('bars of counts', () => {
  it('tell the number and the share', () => {
    render(
      <CountBars
        title="Actions"
        rows={[
          { name: 'a', count: 3 },
          { name: 'b', count: 1 },
        ]}
      />,
    )
    expect(cellsOf('a')).toEqual(['3', '75 %'])
    cleanup()
    const rows = [
      { name: 'a', count: 19 },
      { name: 'b', count: 1 },
    ]
    render(<CountBars title="Actions" rows={rows} />)
    expect(cellsOf('b')).toEqual(['1', '5 %'])
  })

  it('tell both shares and their difference in points beside another set, of whatever size', () => {
    const rows = [
      { name: 'a', count: 3, other: 50 },
      { name: 'b', count: 1, other: 50 },
    ]
    render(<CountBars title="Actions" rows={rows} sides={['one', 'two']} />)
    expect(cellsOf('a')).toEqual(['75 %', '50 %', '−25'])
    expect(cellsOf('b')).toEqual(['25 %', '50 %', '+25'])
  })

  it('tell no difference from a set that has none at all', () => {
    render(
      <CountBars title="Jumps" rows={[{ name: 'a', count: 3, other: 0 }]} sides={['one', 'two']} />,
    )
    expect(cellsOf('a')).toEqual(['100 %', '–', '–'])
  })
})
