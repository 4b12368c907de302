import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type LabelledStates,
  labelledStates,
  NO_LABELS,
} from '../../renderer/src/draw/state-labels.ts'
import { CallsPane } from '../../renderer/src/views/trace/calls-pane.tsx'
import {
  collapseRecursionAtom,
  projectionAtom,
} from '../../renderer/src/views/trace/tree-commands.ts'
import { modelOf, type Spec } from '../unit/draw-fixtures.ts'
import { giveElementsASize } from './mount.tsx'
import { currentRow, openTrace, standing } from './trace-page.tsx'

giveElementsASize()
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  projectionAtom.set('time')
  collapseRecursionAtom.set(false)
})

function call(name: string, ...kids: Spec[][]): Spec[] {
  return [
    { kind: 'call', line: 1, function: name },
    ...kids.map((kid): Spec => ({ kind: 'line', line: 2, function: name, kids: [kid] })),
    { kind: 'return', line: 3, function: name },
  ]
}

const raising: Spec[] = [
  { kind: 'call', line: 1, function: 'leaf' },
  { kind: 'exception', line: 2, function: 'leaf' },
  { kind: 'return', line: 2, function: 'leaf' },
]

/** main calls f three times; the second calls itself, and leaf, in which an exception is raised. */
const MODEL = modelOf(call('main', call('f'), call('f', call('f', raising)), call('f')))

interface CallsProps {
  projection: 'merged' | 'callers'
  step?: number
  recursion?: boolean
  labels?: LabelledStates
}

function Calls(props: CallsProps) {
  const host = useRef<HTMLDivElement>(null)
  const [focus, setFocus] = useState(props.step ?? 0)
  const [note, setNote] = useState('')
  const loaded = MODEL.nodes.length
  return (
    <div ref={host} style={{ display: 'flex', height: 300, width: 500 }}>
      <CallsPane
        tree={{ model: MODEL, loaded, complete: true, error: null, retry: () => {} }}
        paths={[]}
        labels={props.labels ?? NO_LABELS}
        projection={props.projection}
        collapseRecursion={props.recursion ?? false}
        focus={focus}
        goTo={setFocus}
        onNote={setNote}
        within={host}
      />
      <p data-testid="focus">{focus}</p>
      <output>{note}</output>
    </div>
  )
}

async function openCalls(props: Parameters<typeof Calls>[0]): Promise<void> {
  render(<Calls {...props} />)
  const grid = screen.getByRole('treegrid')
  await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('false'))
  grid.focus()
}

/** Rows below the headings: level, name, calls, events, exceptions. */
function rows(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const cells = within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
      return `${row.getAttribute('aria-level')} ${cells.join(' ').trim()}`
    })
}

function focus(): number {
  return Number(screen.getByTestId('focus').textContent)
}

describe('labels on states', () => {
  it('are counted in the calls that they are in, however deep, once in each row', async () => {
    const raised = MODEL.exceptions[0] ?? 0
    const labels = labelledStates([
      { seq: 1, class: 'wrong_value', count: 1 },
      { seq: raised, class: 'wrong_line', count: 2 },
    ])
    await openCalls({ projection: 'merged', step: raised, labels })
    expect(screen.getByRole('columnheader', { name: 'Labels' })).toBeTruthy()
    const told = () => rows().map((row) => row.replace(/ \d+( of \d+)? \d+ × 1/, ''))
    expect(told()).toEqual(['1 ▾main ◆ 3', '2 ▾f ◆ 2', '3 ▾f ◆ 2', '4 leaf ◆ 2'])
    cleanup()
    await openCalls({ projection: 'callers', step: raised, labels })
    expect(rows().filter((row) => row.includes('◆'))).toEqual([
      expect.stringMatching(/^2 f .* ◆ 2$/),
      expect.stringMatching(/^1 leaf .* ◆ 2$/),
    ])
    cleanup()
    await openCalls({ projection: 'merged', step: raised })
    expect(screen.queryByRole('columnheader', { name: 'Labels' })).toBe(null)
  })
})

describe('the tree merged by function', () => {
  it('has one row for the calls of a function under one caller, with what is in them', async () => {
    await openCalls({ projection: 'merged' })
    expect(rows()).toEqual(['1 ▾main 1 of 1 18 × 1', '2 ▸f 3 13 × 1'])
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(rows()).toEqual([
      '1 ▾main 1 of 1 18 × 1',
      '2 ▾f 3 13 × 1',
      '3 ▾f 1 6 × 1',
      '4 leaf 1 3 × 1',
    ])
    expect(currentRow().getAttribute('aria-level')).toBe('3')
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(rows()).toHaveLength(2)
    expect(focus()).toBe(0)
  })

  it('opens the first call of a row, goes on call by call, and says which was the last', async () => {
    await openCalls({ projection: 'merged' })
    const starts = MODEL.nodes.filter(
      ({ seq, kind, function: name }) => kind === 'call' && name === 'f' && MODEL.levels[seq] === 1,
    )
    await user.keyboard('{ArrowDown}{Enter}')
    expect(focus()).toBe(starts[0]?.seq)
    expect(currentRow().textContent).toContain('1 of 3')
    await user.keyboard('j')
    expect(focus()).toBe(starts[1]?.seq)
    await user.keyboard('j')
    expect(focus()).toBe(starts[2]?.seq)
    expect(currentRow().textContent).toContain('3 of 3')
    await user.keyboard('j')
    expect(focus()).toBe(starts[2]?.seq)
    expect(screen.getByText('This is the last of the row’s 3 calls.')).toBeTruthy()
    await user.keyboard('k')
    expect(focus()).toBe(starts[1]?.seq)
  })

  it('shows the row of the focus, and merges inner calls of a function where recursion is collapsed', async () => {
    const leaf = MODEL.exceptions[0]
    await openCalls({ projection: 'merged', ...(leaf === undefined ? {} : { step: leaf }) })
    expect(currentRow().textContent).toContain('leaf')
    cleanup()
    await openCalls({ projection: 'merged', step: leaf ?? 0, recursion: true })
    expect(rows()).toEqual(['1 ▾main 1 18 × 1', '2 ▾f 4 13 × 1', '3 leaf 1 of 1 3 × 1'])
  })
})

describe('callers and callees', () => {
  it('are those of the function in focus, and Right looks at another', async () => {
    await openCalls({ projection: 'callers', step: 2 })
    expect(rows()).toEqual([
      '1 Called by 2 functions',
      '2 main 1 of 3 13 × 1',
      '2 f 1 6 × 1',
      '1 f 1 of 4 13 × 1',
      '1 Calls 2 functions',
      '2 f 1 6 × 1',
      '2 leaf 1 3 × 1',
    ])
    expect(currentRow().textContent).toContain('f1 of 4')
    await user.keyboard('{ArrowUp}{Enter}j')
    expect(screen.getByText('This is the row’s only call.')).toBeTruthy()
    await user.keyboard('{PageDown}{ArrowRight}')
    await waitFor(() => expect(rows()).toContain('1 leaf 1 of 1 3 × 1'))
    expect(rows()).toContain('1 Calls no function')
    expect(screen.getByRole('treegrid', { name: 'Callers and callees of leaf' })).toBeTruthy()
  })
})

describe('the projections of the trace view', () => {
  it('are switched by 1, 2 and 3, and the tree keeps the keyboard', async () => {
    await openTrace(4)
    screen.getByRole('treegrid').focus()
    await user.keyboard('2')
    const merged = await screen.findByRole('treegrid', { name: 'Tree merged by function' })
    expect(document.activeElement).toBe(merged)
    await waitFor(() => expect(currentRow().textContent).toContain('g1 of 13'))
    await user.keyboard('{ArrowUp}{Enter}')
    expect(standing()).toContain('event 0 · call')
    await user.keyboard('3')
    await waitFor(() => expect(screen.getByText('No function calls it')).toBeTruthy())
    expect(screen.getByRole('button', { name: 'Callers' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    await user.keyboard('1')
    expect(document.activeElement).toBe(screen.getByRole('treegrid', { name: 'State tree' }))
    await user.keyboard('s')
    expect(standing()).toContain('event 1 ')
  })
})

describe('a collapsed state', () => {
  it('says to a screen reader how much is hidden in it', async () => {
    await openTrace(2)
    screen.getByRole('treegrid').focus()
    expect(currentRow().textContent).not.toContain('hidden')
    await user.keyboard('{ArrowLeft}')
    expect(currentRow().getAttribute('aria-expanded')).toBe('false')
    expect(currentRow().textContent).toContain('3 events hidden')
  })
})
