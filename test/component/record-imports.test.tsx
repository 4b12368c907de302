import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { giveElementsASize } from './mount.tsx'
import { openRecord, recordJob } from './record-bench.tsx'

giveElementsASize()
const user = userEvent.setup()
afterEach(cleanup)

function rows(): (string | null)[] {
  const grid = screen.getByRole('grid', { name: 'Programs' })
  return within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

const TAKEN = { line: 1, program: 'f', trace: 't_1', events: 7, stopReason: 'ended', known: false }
const NOTES = ['two lines read alike', 'its origin is unknown']
const REFUSAL = { line: 9, step: 4, program: null, reason: 'line 12 is not in the code' }

describe('an import', () => {
  it('lists what became of each trace, with the line and the reason of a refusal', async () => {
    const bench = await openRecord([recordJob('k_1', { kind: 'import', total: null })])
    await screen.findByText('The file is being read.')
    act(() =>
      bench.tell('k_1', { state: 'done' }, [
        { ...TAKEN, notes: NOTES, failure: null },
        { ...TAKEN, known: true, notes: [], failure: null },
        { ...REFUSAL, trace: null, failure: '/a.txt, line 9, step 4: line 12 is not in the code.' },
      ]),
    )
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()).toEqual([
      '1ftaken7Note: two lines read alike; its origin is unknown.',
      '2fhere before7',
      '3line 9refused–Line 9, step 4: line 12 is not in the code.',
    ])
    expect(screen.getByTestId('queue-count').textContent).toBe('1 of 3 traces')
  })

  it('is told by its outcome once what it said is forgotten', async () => {
    const result = { traces: [{ ...TAKEN, notes: [] }], refusals: [REFUSAL] }
    const ended = { kind: 'import', state: 'done', result } as const
    const bench = await openRecord([recordJob('k_1', ended)])
    act(() => bench.tell('k_1', {}))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()).toEqual([
      '1ftaken7',
      '2line 9refused–Line 9, step 4: line 12 is not in the code.',
    ])
    expect(screen.getByTestId('queue-count').textContent).toBe('1 of 2 traces')
  })
})

describe('a folder', () => {
  it('is opened as the programs in it, named by their paths', async () => {
    const bench = await openRecord()
    await user.click(screen.getByRole('button', { name: 'Opened files' }))
    const file = (path: string, text: string): File => {
      const made = new File([text], path.split('/').at(-1) ?? '')
      Object.defineProperty(made, 'webkitRelativePath', { value: path })
      return made
    }
    const folder = screen.getByLabelText('Folder of Python files')
    await user.setup({ applyAccept: false }).upload(folder, [file('a/readme.md', '# a')])
    expect((await screen.findByRole('alert')).textContent).toBe('The folder holds no .py file.')
    const picked = [file('a/b/one.py', 'x = 1'), file('a/one.py', 'x = 2'), file('a/n.txt', 'no')]
    await user.setup({ applyAccept: false }).upload(folder, picked)
    await screen.findByText('2 programs, 10 B')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(bench.requests).toHaveLength(1))
    expect(bench.requests[0]?.source).toMatchObject({
      programs: [{ name: 'a/b/one.py' }, { name: 'a/one.py' }],
    })
  })
})
