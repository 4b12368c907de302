import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { drawPaths } from '../../renderer/src/views/sample/preview/draw-paths.ts'
import { FiguresPane } from '../../renderer/src/views/sample/preview/figures-pane.tsx'
import { coverageCountAtom } from '../../renderer/src/views/sample/preview/preview-state.ts'
import { PREVIEWED } from '../../renderer/src/views/sample/preview/use-preview.ts'
import { must } from '../../shared/base/assert.ts'
import type { PolicyDocument } from '../../shared/trajectory/policy-document.ts'
import { createSourceIndex } from '../../shared/trajectory/source-index.ts'
import { buildTree } from '../../shared/tree/build.ts'

afterEach(() => coverageCountAtom.set(PREVIEWED))

/** A long row of calls; a trajectory begins at any of them, so that more trajectories reach more of it. */
const CALLS = 200
const POLICY: PolicyDocument = {
  format: 'policy@1',
  name: 'anywhere',
  about: 'Begins at any call.',
  entry: 'call',
  max_actions: 2,
  forward: [{ mix: [{ share: 1, weights: { step_over: 1 } }] }],
}

function treeOfCalls() {
  const at = { flags: 0, thread: 0 } as const
  const main = { depth: 1, frame: 0, function: 'main', ...at } as const
  const calls = Array.from({ length: CALLS }, (_, i) => {
    const f = { depth: 2, frame: i + 1, function: 'f', ...at } as const
    return [
      { kind: 'line', line: 2, ...main } as const,
      { kind: 'call', line: 3, ...f } as const,
      { kind: 'line', line: 4, ...f } as const,
      { kind: 'return', line: 4, ...f } as const,
    ]
  })
  const events = [
    { kind: 'call', line: 1, ...main } as const,
    ...calls.flat(),
    { kind: 'return', line: 2, ...main } as const,
  ]
  return createSourceIndex(buildTree(events), [['def main():', ' f()', 'def f():', ' pass']])
}

it('tells coverage by the paths shown, or by more that are drawn for it', async () => {
  const sources = treeOfCalls()
  const choice = { policy: POLICY, direction: 'forward', seed: 1, queried: [] } as const
  const request = { sources, trace: 't_1', exit: 'normal', ...choice } as const
  const drawn = drawPaths({ ...request, count: PREVIEWED })
  if (!drawn.ok) throw new Error(drawn.error)
  render(
    <FiguresPane
      previewed={{ trace: 't_1', exit: 'normal' } as never}
      {...{ sources, choice }}
      paths={drawn.value}
      beside={null}
      onPolicy={() => {}}
    />,
  )
  const coverage = await screen.findByRole('region', { name: 'Coverage' })
  const reached = (): number => {
    const row = must(coverage.querySelector('tbody tr'), 'row of states')
    return Number(/(\d+) of/.exec(row.textContent ?? '')?.[1])
  }
  const few = reached()
  expect(few).toBeGreaterThan(PREVIEWED)
  const choiceOfCount = screen.getByLabelText('Paths that coverage is told by')
  await userEvent.selectOptions(choiceOfCount, '1,000 paths')
  await waitFor(() => expect(reached()).toBeGreaterThan(5 * few))
  await userEvent.selectOptions(choiceOfCount, '20 paths')
  await waitFor(() => expect(reached()).toBe(few))
})
