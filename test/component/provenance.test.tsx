import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { createOutline } from '../../renderer/src/draw/outline.ts'
import { outlineShapes } from '../../renderer/src/draw/outline-shapes.ts'
import { placeAtom, setFocus } from '../../renderer/src/state/place.ts'
import { StateTreeRows } from '../../renderer/src/ui/state-tree-rows.tsx'
import { TraceHeader } from '../../renderer/src/views/trace/trace-header.tsx'
import { RecordOptions } from '../../shared/contract/recording.ts'
import type { TraceDetail } from '../../shared/contract/traces.ts'
import { FLAG_AFTER_GAP } from '../../shared/trace/event.ts'
import { modelOf } from '../unit/draw-fixtures.ts'
import { TRACE } from './recorded-program.ts'
import { createRecordingHost } from './recording-host.ts'

afterEach(cleanup)
// The document of these tests has no popovers.
HTMLElement.prototype.hidePopover = () => {}

/** The header of the recorded trace with some of it changed. */
async function showHeader(detail: Partial<TraceDetail>): Promise<void> {
  const { session } = await createRecordingHost({ detail })
  const trace = await session.call('trace.get', { trace: TRACE })
  setFocus({ trace: TRACE, step: 0 })
  render(<TraceHeader trace={trace} />)
}

function told(term: string): string {
  const panel = screen.getByRole('region', { name: 'How this trace was made', hidden: true })
  return within(panel).getByText(term, { selector: 'dt' }).nextElementSibling?.textContent ?? ''
}

describe('how a trace was made', () => {
  it('is told in full', async () => {
    const options = RecordOptions.parse({
      limits: { maxSteps: 2000, cpuSeconds: 2, maxBytes: 5_000_000, maxDepth: 40 },
      values: 'structural',
      loops: 'sampled',
      scope: { excludeFunctions: ['test_*', 'main'] },
      hashSeed: 7,
    })
    const determinism = { verdict: 'same' } as const
    await showHeader({ options, determinism, backend: 'monitoring', licence: 'MIT', origin: 'us' })
    expect(told('Entry')).toBe('main(1)')
    expect(told('Engine')).toBe('pyodide')
    expect(told('Python')).toBe('3.14.2')
    expect(told('Tracer')).toBe('1.0.0, through sys.monitoring')
    expect(told('Sandbox')).toBe('deno')
    expect(told('Values')).toMatch(/^by structure/)
    expect(told('Loops')).toMatch(/^sampled/)
    expect(told('Scope')).toBe('not the functions test_*, main')
    expect(told('Limits')).toBe(
      '2,000 events · 10.0 s · 2.0 s of processor time · 5.0 MB of trace · 40 nested calls · 8 MiB of output · 65,536 characters a value',
    )
    expect(told('Hash seed')).toBe('7')
    expect([told('Origin'), told('Licence')]).toEqual(['us', 'MIT'])
    expect(told('Determinism')).toMatch(/both runs are the same/)
    expect(screen.queryByText('two runs differ')).toBe(null)
  })

  it('takes the keyboard when it opens', async () => {
    await showHeader({})
    const panel = screen.getByRole('region', { name: 'How this trace was made', hidden: true })
    fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'closed' }))
    expect(document.activeElement).not.toBe(panel)
    fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
    expect(document.activeElement).toBe(panel)
  })

  it('says of an imported trace from what, and what it does not tell', async () => {
    await showHeader({ imported: 'cwm' })
    expect(screen.getByText('imported: cwm')).toBeTruthy()
    expect(told('Choices')).toBe('not told by this trace')
    expect(told('Limits')).toBe('100 events · 1.0 s')
  })

  it('shows where two runs differ, and leads there', async () => {
    const determinism = { verdict: 'differs', seq: 2, variable: 't', first: '1', second: '2' }
    await showHeader({ determinism } as Partial<TraceDetail>)
    expect(screen.getByText('two runs differ')).toBeTruthy()
    expect(told('Determinism')).toMatch(/differ from event 2 on, in t/)
    const [go] = screen.getAllByRole('button', { name: 'Go to event 2', hidden: true })
    await userEvent.setup().click(go as HTMLElement)
    expect(placeAtom.get().focus.step).toBe(2)
  })
})

describe('the threads of a run', () => {
  it('are a click from one another; a run of one thread shows none', async () => {
    const lanes = [
      { trace: TRACE, thread: 0, events: 9 },
      { trace: 't_2', thread: 1, events: 5 },
    ]
    await showHeader({ lanes })
    await userEvent.setup().click(screen.getByRole('button', { name: 'thread 1' }))
    expect(placeAtom.get().focus.trace).toBe('t_2')
    cleanup()
    await showHeader({})
    expect(screen.queryByRole('navigation', { name: 'Threads of this run' })).toBe(null)
  })
})

describe('a state after a gap', () => {
  it('says to a screen reader that passes were left out', () => {
    const model = modelOf([
      { kind: 'line', line: 1 },
      { kind: 'line', line: 1, flags: FLAG_AFTER_GAP },
    ])
    const outline = createOutline(model.nodes, new Set())
    const view = {
      model,
      outline,
      collapsed: new Set<number>(),
      files: { lines: [['x = 1']], paths: [] },
    }
    const shapes = outlineShapes(
      { ...view, notes: new Map(), focus: null, exit: null },
      { width: 600, height: 100, scrollTop: 0, charWidth: 7 },
    )
    render(<StateTreeRows id="t" shapes={shapes} sourceOf={() => 'x = 1'} />)
    expect(screen.getAllByRole('gridcell').map((cell) => cell.textContent)).toEqual([
      'line, line 1: x = 1',
      'passes of the loop before this one were left out, line, line 1: x = 1',
    ])
  })
})
