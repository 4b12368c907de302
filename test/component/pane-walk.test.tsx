import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { walkPanes } from '../../renderer/src/ui/pane-walk.ts'
import { SplitPane } from '../../renderer/src/ui/split-pane.tsx'

afterEach(cleanup)

const SIZE = { size: 200, onSize: () => {} }

function Table({ name }: { name: string }) {
  return (
    <>
      <button type="button">{`act on ${name}`}</button>
      {/* biome-ignore lint/a11y/useSemanticElements: as the grids of the page */}
      <div role="grid" tabIndex={0} aria-label={name} />
    </>
  )
}

function View({ only = null }: { only?: 'second' | null }) {
  return (
    <main>
      <div data-pane="query">
        <input aria-label="query" />
      </div>
      <SplitPane label="Facets and rows" only={only} {...SIZE}>
        <button type="button" aria-label="facets" />
        <SplitPane label="Rows and values" direction="column" {...SIZE}>
          <Table name="rows" />
          <div data-pane="values">
            <SplitPane label="Values and output" direction="column" {...SIZE}>
              <Table name="values" />
              <Table name="output" />
            </SplitPane>
          </div>
        </SplitPane>
      </SplitPane>
    </main>
  )
}

function walked(times: number, by: 1 | -1): (string | null | undefined)[] {
  const view = document.querySelector('main')
  return Array.from({ length: times }, () => {
    walkPanes(view, by)
    return document.activeElement?.getAttribute('aria-label')
  })
}

it('goes from pane to pane, past dividers and those out of sight, to what each is for', () => {
  const { rerender } = render(<View />)
  expect(walked(5, 1)).toEqual(['query', 'facets', 'rows', 'values', 'query'])
  expect(walked(4, -1)).toEqual(['values', 'rows', 'facets', 'query'])
  rerender(<View only="second" />)
  expect(walked(2, 1)).toEqual(['rows', 'values'])
  // A control within a pane is in it; from nowhere, back means the last.
  screen.getByRole('button', { name: 'act on rows' }).focus()
  expect(walked(1, 1)).toEqual(['values'])
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  expect(walked(1, -1)).toEqual(['values'])
})
