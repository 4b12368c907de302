import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { LOOPING_HOST } from './looping-program.ts'
import { giveElementsASize } from './mount.tsx'
import { openTrace, standing, variables } from './trace-page.tsx'

/** How often each of these was drawn; what they draw is their own. */
const drawn = vi.hoisted(() => ({ counts: new Map<string, number>() }))
const counted = vi.hoisted(
  () =>
    <Props extends object>(name: string, Own: ComponentType<Props>) =>
    (props: Props) => {
      drawn.counts.set(name, (drawn.counts.get(name) ?? 0) + 1)
      return <Own {...props} />
    },
)
vi.mock('../../renderer/src/views/trace/command-button.tsx', async (original) => {
  const { CommandButton } = await original<{ CommandButton: ComponentType<object> }>()
  return { CommandButton: counted('a button of the toolbar', CommandButton) }
})
vi.mock('../../renderer/src/ui/code-view.tsx', async (original) => {
  const { CodeView } = await original<{ CodeView: ComponentType<object> }>()
  return { CodeView: counted('the source', CodeView) }
})
vi.mock('../../renderer/src/views/trace/trace-lanes.tsx', async (original) => {
  const { TraceLanes } = await original<{ TraceLanes: ComponentType<object> }>()
  return { TraceLanes: counted('the timeline', TraceLanes) }
})
vi.mock('../../renderer/src/ui/variable-table.tsx', async (original) => {
  const { VariableTable, ...rest } = await original<{ VariableTable: ComponentType<object> }>()
  return { ...rest, VariableTable: counted('the variables', VariableTable) }
})
vi.mock('../../renderer/src/views/trace/loop-navigator.tsx', async (original) => {
  const { LoopNavigator } = await original<{ LoopNavigator: ComponentType<object> }>()
  return { LoopNavigator: counted('the loop', LoopNavigator) }
})

giveElementsASize()
afterEach(cleanup)

/** What was drawn since, once nothing comes any more. */
async function drawnBy(act: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  drawn.counts.clear()
  await act()
  await new Promise((resolve) => setTimeout(resolve, 300))
  return new Map(drawn.counts)
}

it('a step draws the source, the toolbar and the timeline once, whatever comes after it for the tree', async () => {
  const user = userEvent.setup()
  await openTrace(3, {}, LOOPING_HOST)
  await waitFor(() => expect(variables()).not.toEqual([]))
  screen.getByRole('treegrid').focus()
  await drawnBy(async () => {})
  const counts = await drawnBy(async () => {
    await user.keyboard('s')
    await waitFor(() => expect(standing()).toContain('event 4 '))
  })
  const buttons = document.querySelectorAll('[data-command]').length
  expect(buttons).toBeGreaterThan(8)
  expect(Object.fromEntries(counts)).toEqual({
    'a button of the toolbar': buttons,
    'the source': 1,
    'the loop': 1,
    'the timeline': 1,
    'the variables': 1,
  })
})
