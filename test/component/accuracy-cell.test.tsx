import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CellView, cellType } from '../../renderer/src/views/corpus/cell-view.tsx'
import { askedColumns } from '../../renderer/src/views/corpus/level-grid.tsx'

describe('the accuracy of a row', () => {
  it.each(['trace', 'trajectory'] as const)('of %s says of how many predictions it is', (level) => {
    expect(askedColumns(level, ['accuracy'])).toEqual(['accuracy', 'predicted'])
    const type = cellType(level, 'accuracy')
    const shown = (cell: number | null) => {
      const other = (column: string) => (column === 'predicted' ? 1204 : null)
      const { container, unmount } = render(
        <CellView {...{ level, column: 'accuracy', type, cell, other }} />,
      )
      const text = container.textContent
      unmount()
      return text
    }
    expect(shown(0.9123)).toBe('91.2 % of 1,204')
    expect(shown(0)).toBe('0.0 % of 1,204')
    expect(shown(null)).toBe('–')
  })
})
