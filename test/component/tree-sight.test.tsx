import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useCallback, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ROW_HEIGHT } from '../../renderer/src/draw/outline-shapes.ts'
import { StateTreeCanvas } from '../../renderer/src/ui/state-tree-canvas.tsx'
import { TreeMinimap } from '../../renderer/src/ui/tree-minimap.tsx'
import type { ShowRequest } from '../../renderer/src/ui/use-tree-scroll.ts'
import { projectionAtom } from '../../renderer/src/views/trace/tree-commands.ts'
import { bigModel } from '../unit/draw-fixtures.ts'
import { giveElementsASize } from './mount.tsx'
import { currentRow, openTrace, standing } from './trace-page.tsx'

giveElementsASize()
HTMLElement.prototype.setPointerCapture = () => {}
HTMLElement.prototype.hasPointerCapture = () => true
const user = userEvent.setup()

afterEach(() => {
  cleanup()
  projectionAtom.set('time')
})

const MODEL = bigModel(8000)
const NONE: ReadonlySet<number> = new Set()
const FILES = { lines: [], paths: [] }

/** A tree of 600 pixels and its minimap, as the Trace view joins them. */
function TreeAndMap() {
  const [shown, setShown] = useState<readonly number[]>([])
  const [show, setShow] = useState<ShowRequest | null>(null)
  const onWindow = useCallback((seqs: readonly number[]) => setShown(seqs), [])
  const loaded = MODEL.nodes.length
  const shared = { model: MODEL, loaded, focus: 0 }
  return (
    <>
      <StateTreeCanvas
        {...shared}
        id="tree"
        files={FILES}
        notes={new Map()}
        exit={null}
        collapsed={NONE}
        onCollapsed={() => {}}
        onFocus={() => {}}
        onOpen={() => {}}
        onWindow={onWindow}
        label="State tree"
        show={show}
      />
      <TreeMinimap
        {...shared}
        controls="tree"
        eventCount={MODEL.nodes.length}
        stage={0}
        window={[shown[0] ?? 0, shown.at(-1) ?? 0]}
        onShow={(seq, at) => setShow({ seq, at })}
      />
    </>
  )
}

function map(): HTMLElement {
  return screen.getByRole('scrollbar', { name: 'Part of the trace in view' })
}

function firstShown(): number {
  return Number(map().getAttribute('aria-valuenow'))
}

/** A pointer at a part of the map's height, 0 to 1. */
function point(share: number) {
  map().getBoundingClientRect = () => new DOMRect(0, 0, 44, 600)
  return { button: 0, pointerId: 1, clientX: 20, clientY: share * 600 }
}

describe('the minimap', () => {
  it('shows the part that is clicked in the middle of the tree, and leaves the focus', () => {
    render(<TreeAndMap />)
    expect(firstShown()).toBe(0)
    fireEvent.pointerDown(map(), point(0.5))
    const count = MODEL.nodes.length
    expect(Math.abs(firstShown() + 300 / ROW_HEIGHT - count / 2)).toBeLessThan(3)
    expect(map().getAttribute('aria-controls')).toBe(screen.getByRole('treegrid').id)
  })

  it('moves the tree with the frame that is dragged, to its ends', () => {
    render(<TreeAndMap />)
    fireEvent.pointerDown(map(), point(0.001))
    fireEvent.pointerMove(map(), point(0.25))
    expect(Math.abs(firstShown() - MODEL.nodes.length / 4)).toBeLessThan(40)
    fireEvent.pointerMove(map(), point(2))
    expect(firstShown()).toBe(MODEL.nodes.length - 600 / ROW_HEIGHT)
    fireEvent.pointerMove(map(), point(-1))
    expect(firstShown()).toBe(0)
  })

  it('is moved by keys, a page at a time', async () => {
    render(<TreeAndMap />)
    map().focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const there = firstShown()
    expect(there).toBeGreaterThan(25)
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(firstShown()).toBe(0)
  })
})

describe('the tree in sight', () => {
  it('is fitted by F where the focus is centred already, and shows the focus again by F', async () => {
    await openTrace(4)
    screen.getByRole('treegrid').focus()
    const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'clientHeight')
    // Room for the five states of main, the exit and one more, but not for the three of g.
    Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 140 })
    await user.keyboard('f')
    expect(screen.queryAllByRole('row', { expanded: false })).toHaveLength(0)
    await user.keyboard('f')
    expect(currentRow().textContent).toContain('3 events hidden')
    expect(standing()).toContain('event 4 ')
    await user.keyboard('f')
    expect(currentRow().textContent).toContain('line 7')
    await user.keyboard('0')
    expect(currentRow().textContent).toContain('3 events hidden')
    Object.defineProperty(HTMLElement.prototype, 'clientHeight', height ?? {})
  })

  it('says where there is no recursion to collapse', async () => {
    await openTrace(4)
    screen.getByRole('treegrid').focus()
    await user.keyboard('r')
    expect(screen.getByText('No function here calls itself.')).toBeTruthy()
    expect(standing()).toContain('event 4 ')
  })
})
