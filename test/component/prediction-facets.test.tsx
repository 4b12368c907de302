import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FacetsPane } from '../../renderer/src/views/corpus/facets-pane.tsx'
import { LEVEL_INFO } from '../../renderer/src/views/corpus/level-columns.ts'
import type { FacetCounts } from '../../shared/contract/corpus.ts'

const user = userEvent.setup()
afterEach(cleanup)

const [, , FIRST = ''] = LEVEL_INFO.trajectory.predictionFacets ?? []

function show(facets: readonly FacetCounts[], onWhere = vi.fn()) {
  const count = { scanned: 9, total: 9, matched: 9, facets: [...facets], complete: true }
  render(
    <FacetsPane
      level="trajectory"
      where=""
      counting={{ count, stale: false, error: null }}
      onWhere={onWhere}
    />,
  )
  return onWhere
}

it('facets of predictions keep what one value says of them, or all but it', async () => {
  const onWhere = show([
    {
      by: 'worst_error',
      values: [
        { value: 'wrong_value', count: 6 },
        { value: null, count: 3 },
      ],
      more: 0,
      ranges: false,
    },
    { by: FIRST, values: [{ value: 20, count: 9 }], more: 0, ranges: true },
  ])
  const errors = within(screen.getByRole('region', { name: 'worst_error' }))
  await user.click(errors.getByRole('button', { name: /^wrong_value/ }))
  expect(onWhere).toHaveBeenLastCalledWith('worst_error == "wrong_value"')
  await user.click(errors.getByRole('button', { name: 'Not None' }))
  expect(onWhere).toHaveBeenLastCalledWith('worst_error is not None')
  const first = within(screen.getByRole('region', { name: 'First divergence' }))
  await user.click(first.getByRole('button', { name: /^20 – 50/ }))
  expect(onWhere).toHaveBeenLastCalledWith(`20 <= ${FIRST} < 50`)
})

it('facets of rows that nobody predicted are not shown, others without values are', () => {
  const empty = { values: [{ value: null, count: 9 }], more: 0, ranges: false }
  show([
    { by: 'exit', ...empty },
    { by: 'accuracy', ...empty },
    { by: FIRST, ...empty },
  ])
  expect(screen.getByRole('region', { name: 'exit' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'accuracy' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'First divergence' })).toBeNull()
})
