import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { variableRows } from '../../renderer/src/draw/variable-changes.ts'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { acceptWatches, watchesAtom } from '../../renderer/src/state/watches.ts'
import { setRefusal } from '../../renderer/src/ui/keys.ts'
import { seenIn, seenInRows } from '../../renderer/src/views/trace/watched.ts'
import { giveElementsASize } from './mount.tsx'
import { openTrace, shifted, standing, variables } from './trace-page.tsx'

giveElementsASize()
const user = userEvent.setup()
/** What keys that could not act said. */
const said: string[] = []
setRefusal((reason) => void said.push(reason))
beforeEach(() => void said.splice(0))

beforeEach(() => {
  document.body.focus()
  watchesAtom.set({})
})
afterEach(cleanup)

function bar(): string {
  return screen.getByRole('region', { name: 'Writes of the variable' }).textContent ?? ''
}

function watched(): string[] {
  const list = screen.queryByRole('region', { name: 'Watched values' })
  return [...(list?.querySelectorAll('.watch') ?? [])].map((row) =>
    [...row.querySelectorAll('.watch-path, .watch-value')]
      .map((part) => part.textContent)
      .join(' = '),
  )
}

describe('writes of the variable in focus', () => {
  it('are reached by w and Shift+W, from a write to the one before', async () => {
    await openTrace(7, { variable: 'x' })
    await waitFor(() => expect(bar()).toContain('since event 2, written by line 2'))
    await user.keyboard('w')
    await waitFor(() => expect(standing()).toContain('event 2 '))
    expect(placeAtom.get().focus.variable).toBe('x')
    // What changed is told from where the jump came.
    await waitFor(() => expect(variables()).toEqual(['n 1', 'x 1', '− y 2']))
    await waitFor(() => expect(bar()).toContain('shows first here'))
    const last = screen.getByRole('button', { name: 'Last write' })
    await waitFor(() => expect(last.getAttribute('aria-disabled')).toBe('true'))
    expect(last.title).toContain('This is the first write of x in this frame.')
    await user.keyboard('w')
    expect(said).toEqual(['This is the first write of x in this frame.'])
    expect(standing()).toContain('event 2 ')
    await user.keyboard(shifted('w'))
    expect(said.at(-1)).toBe('x is not written again in this frame.')
  })

  it('lead forward to a variable that is not there yet', async () => {
    await openTrace(1, { variable: 'y' })
    await waitFor(() => expect(bar()).toContain('has no value at event 1'))
    await user.click(screen.getByRole('button', { name: 'Next write' }))
    await waitFor(() => expect(standing()).toContain('event 6 '))
  })

  it('lead to the line that wrote, and to the call that gave the value', async () => {
    await openTrace(7, { variable: 'y' })
    await user.click(await screen.findByRole('button', { name: 'returned by g' }))
    expect(standing()).toContain('event 5 · return')
    cleanup()
    await openTrace(7, { variable: 'y' })
    await user.click(await screen.findByRole('button', { name: 'to that line' }))
    expect(standing()).toContain('event 2 · line')
    cleanup()
    await openTrace(4, { variable: 'x' })
    await waitFor(() => expect(bar()).toContain('there when g was called'))
    await user.click(screen.getByRole('button', { name: 'to that line' }))
    expect(standing()).toContain('event 2 · line')
  })

  it('are those of the caller that is looked at', async () => {
    await openTrace(4, { variable: 'x', frame: 0 })
    await waitFor(() => expect(bar()).toContain('since event 2, written by line 2'))
    await user.keyboard('w')
    await waitFor(() => expect(standing()).toContain('event 2 '))
  })

  it('ask for a variable first, and leave the keys to a field that has the keyboard', async () => {
    await openTrace(4)
    await user.keyboard(`w${shifted('w')}`)
    expect(said).toEqual([1, 2].map(() => expect.stringMatching(/^Choose a variable first/)))
    await user.click(screen.getByRole('button', { name: 'Watch a part of a variable' }))
    await user.keyboard('w')
    expect((document.activeElement as HTMLInputElement).value).toBe('w')
  })

  it('are listed newest first, and a click goes to one', async () => {
    await openTrace(7, { variable: 'x' })
    await user.click(screen.getByRole('button', { name: 'all writes' }))
    const list = await screen.findByRole('list', { name: 'Writes of x, newest first' })
    const [only] = within(list).getAllByRole('button')
    expect(only?.textContent).toBe('2line 21')
    expect(only?.getAttribute('aria-current')).toBe('true')
    await user.click(only as HTMLElement)
    await waitFor(() => expect(standing()).toContain('event 2 '))
  })
})

describe('watched values', () => {
  it('stay in sight at every step, pinned to the function of the variable', async () => {
    await openTrace(2, { variable: 'x' })
    await user.click(await screen.findByRole('button', { name: 'Keep x in sight' }))
    expect(watched()).toEqual(['x · main = 1'])
    await user.keyboard('s')
    expect(standing()).toContain('event 3 ')
    await waitFor(() => expect(watched()).toEqual(['x · main = 1']))
    cleanup()
    // Kept for the program, in the browser.
    await openTrace(0)
    await waitFor(() => expect(watched()).toEqual(['x · main = There is no x here.']))
    await user.click(screen.getByRole('button', { name: 'Stop watching x of main' }))
    expect(watched()).toEqual([])
  })

  it('take a path, say what of it cannot be read, and mark what changed', async () => {
    await openTrace(1)
    await user.click(screen.getByRole('button', { name: 'Watch a part of a variable' }))
    await user.keyboard('x + 1{Enter}')
    expect(screen.getByRole('alert').textContent).toContain('After x only')
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Enter}')
    expect(watched()).toEqual(['x = There is no x here.'])
    await user.keyboard('.')
    await waitFor(() => expect(watched()).toEqual(['x = 1']))
    expect(document.querySelector('.watch.added')).not.toBeNull()
  })

  it('tell a part that was kept of a cut value, and no more', () => {
    const value = { text: "{'a': [1, 2], 'b': [3", size: 900, type: 'dict' }
    const rows = variableRows([['d', value]], [['d', { ...value, text: "{'a': [1, 0], 'b': [3" }]])
    const told = (path: string): unknown => {
      const seen = seenInRows(path, rows)
      return seen.kind === 'value' ? [seen.text, seen.change, seen.isCut] : seen.reason
    }
    expect(told('d["a"][1]')).toEqual(['2', 'changed', false])
    expect(told('d["a"][0]')).toEqual(['1', null, false])
    expect(told('len(d["a"])')).toEqual(['2', null, false])
    expect(told('d["b"]')).toEqual(['[3', null, true])
    expect(told('d["c"]')).toBe('Cannot be told: the value was cut when it was recorded.')
    expect(told('len(d)')).toBe('Cannot be told: the value was cut when it was recorded.')
    expect(told('d')).toEqual([value.text, 'changed', true])
    expect(seenIn('.0', [['.0', value]])).toMatchObject({ kind: 'value', type: 'dict' })
  })

  it('are read from storage only as far as they make sense', () => {
    expect(acceptWatches({ a: [{ function: null, path: 'x' }, { path: 3 }, 5], b: 'no' })).toEqual({
      a: [{ function: null, path: 'x' }],
      b: [],
    })
    expect(acceptWatches('no')).toBeNull()
  })
})
