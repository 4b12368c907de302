import { describe, expect, it } from 'vitest'
import {
  createLoopReader,
  type FrameLoops,
  loopsAt,
  type SourceLoop,
} from '../../shared/tree/loops.ts'
import type { StateNode } from '../../shared/tree/node.ts'

/** `line` events of one frame; seqs are twice the index, as other frames have events between. */
function eventsOf(lines: readonly number[]): StateNode[] {
  return lines.map((line, index) => ({
    seq: index * 2,
    close: index * 2,
    parent: -1,
    depth: 1,
    kind: 'line',
    line,
    function: 'f',
    activation: 0,
    frame: 0,
    flags: 0,
  }))
}

function loopsOfFrame(events: readonly StateNode[], loops: readonly SourceLoop[]): FrameLoops {
  const reader = createLoopReader(loops)
  for (const event of events) reader.take(event)
  return reader.finish()
}

function loop(head: number, end: number, text = 'for i in xs', headEnd = head): SourceLoop {
  const kind = text.startsWith('for') ? 'for' : 'while'
  return { kind, head, headEnd, end, owner: 'f', text }
}

/** Indexes of the events that begin a pass, a list for each run of the loop. */
function startsOf(loops: FrameLoops, head: number): number[][] {
  return (loops.get(head) ?? []).map(({ starts }) => starts.map((seq) => seq / 2))
}

// The lines are what the tracer told of such functions in CPython 3.9 to 3.14.
describe('passes of a loop', () => {
  it('begin at the body, after each visit of the header', () => {
    const inner = loop(4, 5)
    const outer = loop(3, 7)
    const lines = [2, 3, 4, 5, 4, 5, 4, 6, 3, 4, 5, 4, 5, 4, 6, 7, 3, 8]
    const loops = loopsOfFrame(eventsOf(lines), [outer, inner])
    expect(startsOf(loops, 3)).toEqual([[2, 9]])
    expect(startsOf(loops, 4)).toEqual([
      [3, 5],
      [10, 12],
    ])
    const at = (index: number) =>
      loopsAt(loops, index * 2).map(({ loop: { head }, pass, run }) => [
        head,
        pass,
        run.starts.length,
      ])
    expect(at(0)).toEqual([])
    expect(at(1)).toEqual([[3, 0, 2]])
    expect(at(2)).toEqual([
      [4, 0, 2],
      [3, 1, 2],
    ])
    expect(at(12)).toEqual([
      [4, 2, 2],
      [3, 2, 2],
    ])
    expect(at(14)).toEqual([[3, 2, 2]])
    expect(at(16)).toEqual([[3, 2, 2]])
    expect(at(17)).toEqual([])
  })

  it('are not begun by the end of a with or a call over several lines', () => {
    const opened = [31, 32, 33, 34, 32, 31, 32, 33, 34, 35, 32]
    expect(startsOf(loopsOfFrame(eventsOf(opened), [loop(31, 35, 'while True')]), 31)).toEqual([
      [1, 6],
    ])
    const called = [65, 66, 65, 68, 69, 70, 68, 65, 68, 69, 70, 68, 65, 72]
    expect(startsOf(loopsOfFrame(eventsOf(called), [loop(65, 71, 'for i in r', 67)]), 65)).toEqual([
      [3, 8],
    ])
  })

  it('begin with a jump back where an old Python never visits `while True`', () => {
    const lines = [23, 24, 25, 23, 24, 26, 23, 24, 26, 27, 28]
    const endless = loop(22, 27, 'while True')
    expect(startsOf(loopsOfFrame(eventsOf(lines), [endless]), 22)).toEqual([[0, 3, 6]])
    const nested = [3, 4, 3, 4, 3, 5, 3, 4, 3, 5]
    expect(
      startsOf(loopsOfFrame(eventsOf(nested), [loop(2, 5, 'while True'), loop(3, 4)]), 2),
    ).toEqual([[0, 6]])
  })

  it('are one event each on one line, but the last look of a loop that ended by itself', () => {
    expect(startsOf(loopsOfFrame(eventsOf([11, 11, 11, 12]), [loop(11, 11)]), 11)).toEqual([[0, 1]])
    expect(startsOf(loopsOfFrame(eventsOf([72, 72]), [loop(72, 72, 'while True')]), 72)).toEqual([
      [0, 1],
    ])
  })

  it('are none where the loop was entered and left at once', () => {
    const loops = loopsOfFrame(eventsOf([2, 3, 5]), [loop(3, 4)])
    expect(startsOf(loops, 3)).toEqual([[]])
    expect(loopsAt(loops, 2)[0]?.pass).toBe(0)
  })
})
