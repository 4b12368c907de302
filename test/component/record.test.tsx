import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { placeAtom } from '../../renderer/src/state/place.ts'
import { recordDraftAtom } from '../../renderer/src/views/record/record-state.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'
import { giveElementsASize } from './mount.tsx'
import { openRecord, recordJob } from './record-bench.tsx'

giveElementsASize()
const user = userEvent.setup()
afterEach(cleanup)

function rows(): string[] {
  const grid = screen.getByRole('grid', { name: 'Programs' })
  return within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '')
}

const GOOD = { program: 'good.py', trace: 't_1', events: 7, stopReason: 'ended', notice: null }
const BROKEN = {
  program: 'broken.py',
  trace: 't_2',
  events: 0,
  stopReason: 'syntax_error',
  notice: 'Not valid Python, line 2: SyntaxError: invalid syntax.',
  failure: 'Not valid Python, line 2: SyntaxError: invalid syntax.',
}
const ENDLESS = {
  program: 'endless.py',
  trace: 't_3',
  events: 1000,
  stopReason: 'time_limit',
  notice: 'Stopped at the time limit; 1,000 events kept.',
  errorLine: 3,
}
const UNREAD = { program: 'latin.py', trace: null, failure: 'latin.py is not UTF-8 text.' }

describe('the form', () => {
  it('records by Ctrl+Enter from a field, and says what is wrong where it is', async () => {
    const bench = await openRecord()
    const code = screen.getByLabelText<HTMLTextAreaElement>('Python code')
    expect(document.activeElement).toBe(code)
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.getByRole('alert').textContent).toBe('Paste the program here, or open its file.')
    expect(bench.requests).toEqual([])
    await user.type(code, 'def f(): pass')
    await user.type(screen.getByLabelText('Call to record'), 'f()')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(bench.requests).toHaveLength(1))
    expect(bench.requests[0]?.source).toMatchObject({ programs: [{ name: 'f', entry: 'f()' }] })
    expect(await screen.findByRole('article', { name: 'Record k_1' })).toBeTruthy()
  })

  it('opens "More choices" on a wrong field there, and puts the focus on it', async () => {
    const bench = await openRecord()
    act(() => recordDraftAtom.set((draft) => ({ ...draft, code: 'x = 1', workers: 'all' })))
    const more = document.querySelector('details')
    expect(more?.open).toBe(false)
    await user.keyboard('{Control>}{Enter}{/Control}')
    const workers = screen.getByLabelText('Programs at once')
    await waitFor(() => expect(document.activeElement).toBe(workers))
    expect(more?.open).toBe(true)
    expect(screen.getByTestId('more-differs').textContent).toBe('all at once')
    expect(bench.requests).toEqual([])
  })

  it('shows what the services refuse under the path, until that changes', async () => {
    const bench = await openRecord()
    await user.click(screen.getByRole('button', { name: 'File or folder' }))
    bench.refusal = new ServiceError('not-found', 'There is no file or folder /nowhere.')
    await user.type(screen.getByLabelText('Path'), '/nowhere{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There is no file or folder /nowhere.',
    )
    expect(screen.getByLabelText('Path').getAttribute('aria-invalid')).toBe('true')
    await user.type(screen.getByLabelText('Path'), '/else')
    expect(screen.queryByRole('alert')).toBe(null)
  })

  it('takes several files as programs, and names one that is no text', async () => {
    const bench = await openRecord()
    const picked = [
      new File(['x = 1'], 'b.py'),
      new File(['y = 1'], 'a.py'),
      new File([new Uint8Array([0xff, 0xfe, 0])], 'c.py'),
    ]
    await user.upload(screen.getByLabelText('Python files'), picked)
    expect(await screen.findByText('2 programs, 10 B')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Leave out b.py' }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(bench.requests).toHaveLength(1))
    expect(bench.requests[0]?.source).toMatchObject({ programs: [{ name: 'a.py', code: 'y = 1' }] })
  })

  it('takes no JSONL of programs for a program, though its text is Python', async () => {
    await openRecord()
    const listed = new File(['{"code": "x = 1"}'], 'listed.jsonl')
    await user.setup({ applyAccept: false }).upload(screen.getByLabelText('Python files'), listed)
    const said = await screen.findByText(
      /^listed\.jsonl is no Python: .* under “File or folder”\.$/,
    )
    expect(said.getAttribute('role')).toBe('alert')
  })

  it('shows a probe’s sentence, and no longer once the request is another', async () => {
    await openRecord()
    await user.type(screen.getByLabelText('Python code'), 'x = 1')
    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(await screen.findByText(/f ended within 0.10 s: 12 events/)).toBeTruthy()
    await user.type(screen.getByLabelText('Python code'), '2')
    expect(screen.queryByText(/f ended within/)).toBe(null)
  })
})

describe('an engine without walls', () => {
  it('says what is open, and is used only after one consent, which can be taken back', async () => {
    const bench = await openRecord()
    await user.type(screen.getByLabelText('Python code'), 'x = 1')
    expect(within(screen.getByRole('list', { name: 'Contained' })).getByText('no network'))
    expect(screen.queryByRole('button', { name: /I agree/ })).toBe(null)
    await user.click(screen.getByRole('radio', { name: /Python of this machine/ }))
    expect(await screen.findByText('it can read, change and delete your files')).toBeTruthy()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.getByRole('alert').textContent).toMatch(/Agree first/)
    expect(bench.requests).toEqual([])
    await user.click(screen.getByRole('button', { name: 'I agree: run programs with my rights' }))
    await screen.findByText(/You agreed/)
    expect(screen.queryByRole('alert')).toBe(null)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(bench.requests.map(({ engine }) => engine)).toEqual(['cpython']))
    await user.click(screen.getByRole('button', { name: 'Take it back' }))
    await screen.findByRole('button', { name: /I agree/ })
    expect(bench.calls).toEqual(['consent true', 'consent false'])
  })
})

const SKIP = 'The test was skipped: not today.'
const SKIPPED = { program: 'test_a.py::test_b', trace: null, skipped: SKIP, notice: SKIP }
const EMPTY = 'Nothing was recorded: no code that ran is in the scope (only the functions nope).'

describe('the programs of a recording', () => {
  it('are rows as they are made, with a word and a sentence each', async () => {
    const bench = await openRecord([recordJob('k_1')])
    await screen.findByText('The first program is still running.')
    act(() => bench.tell('k_1', { done: 2 }, [GOOD, BROKEN]))
    await waitFor(() => expect(rows()).toHaveLength(2))
    act(() => bench.tell('k_1', { done: 4, state: 'done' }, [ENDLESS, UNREAD]))
    await waitFor(() => expect(rows()).toHaveLength(4))
    expect(rows().map((text) => text.replaceAll('\n', ' '))).toEqual([
      '1good.pyrecorded7',
      '2broken.pynot valid Python0Not valid Python, line 2: SyntaxError: invalid syntax.',
      '3endless.pytime limit1,000Stopped at the time limit; 1,000 events kept. It was in line 3.',
      '4latin.pynot recorded–latin.py is not UTF-8 text.',
    ])
    expect(screen.getByTestId('queue-count').textContent).toBe('3 of 4 programs')
  })

  it('show a long trace while it is recorded, and once when it is whole or dropped', async () => {
    const bench = await openRecord([recordJob('k_1')])
    const growing = { program: 'endless.py', trace: 't_3', recording: true }
    act(() => bench.tell('k_1', {}, [growing, GOOD]))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toContain('endless.pyrecording')
    act(() => bench.tell('k_1', { done: 2 }, [ENDLESS, { ...growing, trace: 't_9' }]))
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()[0]).toContain('time limit1,000')
    act(() => bench.tell('k_1', { state: 'cancelled' }, []))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows().join()).not.toContain('recording')
  })

  it('can be narrowed to the problems, and open their trace', async () => {
    const bench = await openRecord([recordJob('k_1')])
    act(() => bench.tell('k_1', {}, [GOOD, ENDLESS, UNREAD]))
    await waitFor(() => expect(rows()).toHaveLength(3))
    act(() => screen.getByRole('grid', { name: 'Programs' }).focus())
    await user.keyboard('e')
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(placeAtom.get()).toMatchObject({ view: 'trace', focus: { trace: 't_3' } })
  })

  it('are no problem where the project skips them, and one where nothing was recorded', async () => {
    const bench = await openRecord([recordJob('k_1')])
    const ran = { ...GOOD, program: 'test_a.py', entry: 'pytest test_c', skipped: SKIP }
    const empty = { program: 'empty.py', trace: null, notice: EMPTY, failure: EMPTY }
    const known = { ...GOOD, program: 'known.py', events: 0, notice: EMPTY }
    act(() => bench.tell('k_1', {}, [SKIPPED, { ...ran, notice: SKIP }, empty, known]))
    await waitFor(() => expect(rows()).toHaveLength(4))
    expect(rows()).toEqual([
      `1test_a.py::test_bskipped–${SKIP}`,
      `2test_a.py::test_cskipped7${SKIP}`,
      `3empty.pynot recorded–${EMPTY}`,
      `4known.pynothing recorded0${EMPTY}`,
    ])
    expect(screen.getByTestId('queue-count').textContent).toBe('2 of 4 programs')
  })

  it('draw only those in sight, however many there are', async () => {
    const bench = await openRecord([recordJob('k_1')])
    const many = Array.from({ length: 10_000 }, (_, i) => ({ ...GOOD, program: `p${i}.py` }))
    act(() => bench.tell('k_1', { done: 10_000 }, many))
    const grid = await screen.findByRole('grid', { name: 'Programs' })
    await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('10001'))
    expect(rows().length).toBeLessThan(100)
  })

  it('of an ended recording are the failures that its outcome kept', async () => {
    const failures = [{ program: 'broken.py', failure: 'Not valid Python, line 2: nonsense.' }]
    await openRecord([recordJob('k_1', { state: 'done', result: { failures } })])
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(rows()[0]).toContain('Not valid Python, line 2: nonsense.')
    expect(screen.getByTestId('queue-count').textContent).toMatch(
      /^1 program could not be recorded/,
    )
  })

  it('of an ended recording have no traces in the corpus where they were skipped', async () => {
    const result = { failures: [], skipped: 2 }
    await openRecord([recordJob('k_1', { state: 'done', result })])
    await screen.findByText('Every program that was not skipped has its trace in the corpus.')
  })
})

describe('a recording', () => {
  it('is paused and resumed, by button and by key', async () => {
    const bench = await openRecord([recordJob('k_1')])
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    await screen.findByRole('button', { name: 'Pause' })
    act(() => screen.getByRole('grid', { name: 'Programs' }).focus())
    await user.keyboard('p')
    await screen.findByRole('button', { name: 'Resume' })
    expect(bench.calls).toEqual(['pause k_1', 'resume k_1', 'pause k_1'])
  })

  it('that was cut short runs again, and the new one is shown', async () => {
    const bench = await openRecord([recordJob('k_1', { state: 'interrupted', text: '' })])
    await user.click(await screen.findByRole('button', { name: 'Run again' }))
    await screen.findByRole('article', { name: 'Record k_2' })
    expect(bench.calls).toEqual(['again k_1'])
  })

  it('that is done is not offered again; the running one is shown first', async () => {
    await openRecord([recordJob('k_1'), recordJob('k_2', { state: 'done' })])
    const shown = await screen.findByRole('article')
    expect(shown.getAttribute('aria-label')).toBe('Record k_1')
    await user.click(screen.getByRole('button', { name: /Record k_2/ }))
    await screen.findByRole('article', { name: 'Record k_2' })
    expect(screen.queryByRole('button', { name: 'Run again' })).toBe(null)
  })
})
