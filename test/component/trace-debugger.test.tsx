import { describe, expect, it } from 'vitest'
import { hitTexts, shortCount } from '../../renderer/src/ui/code-marks.ts'
import { rowStarts } from '../../renderer/src/ui/long-text.tsx'
import { stepRows } from '../../renderer/src/ui/step-rows.ts'
import { type Command, moveOf, type Position } from '../../renderer/src/views/trace/debugger.ts'
import { exitText, stopClause } from '../../renderer/src/views/trace/exit-text.ts'
import { pieceAt, piecesOf, printedBefore } from '../../renderer/src/views/trace/output.ts'
import type { EventKind } from '../../shared/trace/event.ts'
import { buildTree } from '../../shared/tree/build.ts'

type Short = readonly [kind: EventKind, line: number, frame: number]

function treeOf(events: readonly Short[]) {
  return buildTree(
    events.map(([kind, line, frame]) => ({
      kind,
      line,
      frame,
      thread: 0,
      flags: 0,
      function: `f${frame}`,
    })),
  )
}

const WHOLE: readonly Short[] = [
  ['call', 1, 0],
  ['line', 2, 0],
  ['call', 5, 1],
  ['line', 6, 1],
  ['return', 6, 1],
  ['line', 3, 0],
  ['return', 3, 0],
]

function positionOf(events: readonly Short[], seq: number, more: Partial<Position> = {}): Position {
  const at = { seq, duplicate: false }
  const tree = treeOf(events)
  const whole = { tree, complete: true, eventCount: events.length, at }
  return { ...whole, cursor: null, triggers: [], loop: null, counting: false, ...more }
}

function targetOf(position: Position, command: Command): number | string {
  const move = moveOf(position, command)
  return move.target === null ? move.reason : move.target.seq
}

describe('moves', () => {
  it('follow the actions of the paper', () => {
    const host = positionOf(WHOLE, 1)
    expect(targetOf(host, 'into')).toBe(2)
    expect(targetOf(host, 'over')).toBe(5)
    expect(targetOf(host, 'out')).toBe(6)
    expect(targetOf(host, 'continue')).toBe(7)
    expect(targetOf(host, 'callee')).toBe(2)
    expect(targetOf(positionOf(WHOLE, 3), 'caller')).toBe(1)
    expect(targetOf(positionOf(WHOLE, 5), 'previousSibling')).toBe(1)
    expect(targetOf(positionOf(WHOLE, 1), 'nextSibling')).toBe(5)
  })

  it('enter a call backwards only from behind it', () => {
    const behind = positionOf(WHOLE, 1, { at: { seq: 1, duplicate: true } })
    expect(targetOf(behind, 'backInto')).toBe(4)
    expect(targetOf(behind, 'into')).toBe(2)
    expect(targetOf(positionOf(WHOLE, 1), 'backInto')).toBe(0)
    expect(moveOf(positionOf(WHOLE, 5), 'backOver').target).toEqual({ seq: 1, duplicate: true })
  })

  it('run to the next state on the chosen line by its number, or to the exit', () => {
    expect(targetOf(positionOf(WHOLE, 0, { cursor: { file: 0, line: 6 } }), 'cursor')).toBe(3)
    expect(targetOf(positionOf(WHOLE, 3, { cursor: { file: 0, line: 6 } }), 'cursor')).toBe(4)
    expect(targetOf(positionOf(WHOLE, 4, { cursor: { file: 0, line: 6 } }), 'cursor')).toBe(7)
    expect(targetOf(positionOf(WHOLE, 0, { cursor: { file: 1, line: 6 } }), 'cursor')).toBe(
      WHOLE.length,
    )
    expect(targetOf(positionOf(WHOLE, 0), 'cursor')).toContain('Choose a source line first')
  })

  it('say why they are not possible', () => {
    expect(targetOf(positionOf(WHOLE, 0), 'backInto')).toContain('first state')
    expect(targetOf(positionOf(WHOLE, 0), 'continueBack')).toContain('first state')
    expect(targetOf(positionOf(WHOLE, 0), 'caller')).toContain('outermost frame')
    expect(targetOf(positionOf(WHOLE, 5), 'callee')).toContain('called nothing')
    expect(targetOf(positionOf(WHOLE, 7), 'over')).toContain('has ended')
    expect(targetOf(positionOf([], 0), 'backInto')).not.toBe(0)
  })

  it('lead back from the exit of a whole trace and of one that was cut', () => {
    expect(targetOf(positionOf(WHOLE, 7), 'backInto')).toBe(6)
    expect(targetOf(positionOf(WHOLE, 7), 'previous')).toBe(6)
    expect(targetOf(positionOf(WHOLE, 7), 'backCall')).toBe(0)
    const cut = WHOLE.slice(0, 4)
    expect(targetOf(positionOf(cut, 3), 'into')).toBe(4)
    expect(targetOf(positionOf(cut, 3), 'out')).toBe(4)
    expect(moveOf(positionOf(cut, 4), 'backOver').target).toEqual({ seq: 1, duplicate: true })
  })

  it('wait for what is still loading', () => {
    const loading = { complete: false, eventCount: 7 }
    const early = positionOf(WHOLE.slice(0, 4), 1, loading)
    expect(targetOf(early, 'into')).toBe(2)
    expect(targetOf(early, 'continue')).toContain('4 of 7 events')
    expect(targetOf(early, 'out')).toContain('Still loading')
    expect(targetOf(positionOf(WHOLE.slice(0, 4), 3, loading), 'into')).toContain('Still loading')
    expect(targetOf(positionOf(WHOLE.slice(0, 4), 6, loading), 'backInto')).toContain(
      'Still loading',
    )
  })
})

describe('exit in words', () => {
  const ended = { events: 5, maxSteps: 100_000, timeoutSeconds: 10, error: null } as const

  it('names the reason a trace is cut, or the error', () => {
    expect(exitText({ ...ended, exit: 'normal', stopReason: 'ended' })).toBe('exit normal')
    expect(exitText({ ...ended, exit: 'error', stopReason: 'ended', error: 'KeyError: 1' })).toBe(
      'exit error · KeyError: 1',
    )
    expect(exitText({ ...ended, exit: 'never', stopReason: 'step_limit' })).toBe(
      'exit never · recording stopped at the limit of 100,000 events',
    )
    expect(stopClause({ ...ended, exit: 'never', stopReason: 'time_limit' })).toContain('10.0 s')
  })
})

describe('step rows', () => {
  const text = 'C<|frame_sep|><|line_sep|>x = 1<|step_over|><|frame_sep|><|exit_normal|>'
  const at = (part: string, role: 'code' | 'event' | 'source' | 'exit', step: number) => {
    const start = text.indexOf(part)
    return { start, end: start + part.length, role, step }
  }

  it('join each step with what the text says of its state', () => {
    const rows = stepRows(
      {
        start: { seq: 3 },
        scope: { open: 0, close: 9 },
        row: { direction: 'forward' },
        steps: [{ action: { name: 'step_over', operand: null }, target: null }],
      },
      {
        text,
        spans: [
          at('C', 'code', -1),
          at('<|line_sep|>', 'event', 0),
          at('x = 1', 'source', 0),
          at('<|exit_normal|>', 'exit', 1),
        ],
      },
    )
    expect(rows).toEqual([
      expect.objectContaining({ state: 0, action: null, event: 'line', source: 'x = 1', seq: 3 }),
      expect.objectContaining({
        state: 1,
        action: 'step_over',
        event: 'exit',
        value: 'normal',
        seq: 10,
      }),
    ])
  })
})

describe('long text', () => {
  it('breaks at newlines and after a number of columns', () => {
    expect(rowStarts('abcdef\ngh', 4)).toEqual([0, 4, 7])
    expect(rowStarts('abcd', 4)).toEqual([0])
    expect(rowStarts('', 4)).toEqual([0])
    expect(rowStarts('a\n', 4)).toEqual([0, 2])
  })
})

describe('hit counts', () => {
  it('count the line’s own events, whether or not the run of the module is recorded', () => {
    // `def` of a function called five times: once in a script, where it runs itself, and once with an entry call.
    expect(hitTexts({ lines: 1, calls: 5 })).toEqual({
      text: '1',
      title: 'Ran once; called 5 times',
    })
    expect(hitTexts({ lines: 0, calls: 6 })).toEqual({
      text: '▸',
      title: 'The line itself did not run in the recording; called 6 times',
    })
    expect(hitTexts({ lines: 1200, calls: 0 }).title).toBe('Ran 1,200 times')
  })

  it('fit the gutter', () => {
    const counts = [7, 999, 1000, 1234, 34_400, 999_499, 999_500, 2_500_000]
    expect(counts.map(shortCount)).toEqual([
      '7',
      '999',
      '1.0k',
      '1.2k',
      '34k',
      '999k',
      '1.0M',
      '2.5M',
    ])
  })
})

describe('output', () => {
  it('has its pieces one after another, and finds them by event and by place', () => {
    const pieces = piecesOf({ afterSeq: [-1, 4, 9], length: [2, 3, 4] })
    expect(pieces.map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 5],
      [5, 9],
    ])
    expect([0, 4, 5, 9, 10].map((seq) => printedBefore(pieces, seq))).toEqual([1, 1, 2, 2, 3])
    expect([0, 1, 2, 4, 5, 9].map((offset) => pieceAt(pieces, offset))).toEqual([0, 0, 1, 1, 2, 3])
  })
})
