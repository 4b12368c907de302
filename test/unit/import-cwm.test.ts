import { describe, expect, it } from 'vitest'
import { withoutMarker } from '../../main/jobs/import/cwm-lines.ts'
import { parseCwm } from '../../main/jobs/import/cwm-text.ts'
import { buildCwm } from '../../main/jobs/import/cwm-trace.ts'
import type { EventRecord, TracerRecord } from '../../shared/trace/wire-records.ts'

const CODE = `def f(n):  # << START_OF_TRACE
    m = n + 1
    return m
`
const FRAMES = [
  '<|call_sep|>{"n": "1"}<|action_sep|>def f(n):\n<|frame_sep|>',
  '<|line_sep|>{"n": ".."}<|action_sep|>    m = n + 1\n<|frame_sep|>',
  '<|line_sep|>{"n": "..", "m": "2"}<|action_sep|>    return m\n<|frame_sep|>',
  '<|return_sep|><|action_sep|>    return m\n<|arg_sep|>"2"<|frame_sep|>',
]
const document = (frames: readonly string[], code = CODE, end = '<|end_of_text|>'): string =>
  `<|begin_of_text|><|trace_context_start|>${code}<|frame_sep|>${frames.join('')}${end}`

function build(text: string) {
  const parsed = parseCwm(text)
  return buildCwm(parsed, { code: withoutMarker(parsed.context), file: 'a.py' })
}

function isEvent(record: TracerRecord): record is EventRecord {
  return record.kind === 'event'
}

/** Events as `kind line flags`. */
function short(text: string): string[] {
  return build(text)
    .records.filter(isEvent)
    .map(({ event, line, flags }) => `${event} ${line}${flags === 0 ? '' : ` ${flags}`}`)
}

describe('CWM trace text', () => {
  it('gives lines, whole locals, the entry, the result and how it ended', () => {
    const { records, entry, end, notes } = build(document(FRAMES))
    expect(short(document(FRAMES))).toEqual(['call 1', 'line 2', 'line 3', 'return 3'])
    expect(records.filter(isEvent).map(({ changes }) => changes.length / 3)).toEqual([1, 0, 1, 0])
    expect(entry).toBe('f(n=1)')
    expect(end).toEqual({
      stop: 'ended',
      exit: 'normal',
      error: null,
      result: { text: '2', size: 1, type: 'int' },
    })
    expect(notes).toEqual([])
  })

  it('takes white space between tokens, no end token, and tokens within values', () => {
    const text = '"\'<|action_sep|>\'"'
    const frames = [FRAMES[0]?.replace('"1"', text) ?? '', ...FRAMES.slice(1)]
    expect(
      short(
        document(
          frames.map((frame) => `\n${frame} `),
          CODE,
          '',
        ),
      ),
    ).toHaveLength(4)
    expect(build(document(frames)).entry).toBe("f(n='<|action_sep|>')")
  })

  it('keeps a trace that ends early as stopped, and says so', () => {
    const { end, notes } = build(document(FRAMES.slice(0, 2)))
    expect(end).toMatchObject({ stop: 'step_limit', exit: 'never', result: null })
    expect(notes.join()).toMatch(/ends before its entry returned/)
  })

  it('marks exceptions that leave, and yields that are gone on with', () => {
    const code = 'def g():\n    yield 1\n\ndef f():\n    for x in g():\n        raise x\n'
    const line = (event: string, locals: string, src: string) =>
      `<|${event}_sep|>${locals}<|action_sep|>${src}\n<|frame_sep|>`
    const end = (event: string, src: string, value: string) =>
      `<|${event}_sep|><|action_sep|>${src}\n<|arg_sep|>"${value}"<|frame_sep|>`
    const text = document(
      [
        line('call', '{}', 'def f():'),
        line('line', '{}', '    for x in g():'),
        line('call', '{}', 'def g():'),
        line('line', '{}', '    yield 1'),
        end('return', '    yield 1', '1'),
        line('line', '{"x": "1"}', '        raise x'),
        end('exception', '        raise x', 'TypeError'),
        line('call', '{}', '    yield 1'),
        end('return', '    yield 1', 'None'),
        end('return', '        raise x', 'None'),
      ],
      code,
    )
    expect(short(text)).toEqual([
      'call 4',
      'line 5',
      'call 1',
      'line 2',
      'return 2 2',
      'line 6',
      'exception 6',
      'call 2 1',
      'return 2',
      'return 6 4',
    ])
    expect(build(text).end).toMatchObject({ exit: 'error', error: { type: 'TypeError', line: 6 } })
  })

  it('tells a source line that could be on several lines', () => {
    const code = 'def f(n):\n    n = 1\n    n = 1\n    n = 1\n'
    const line = '<|line_sep|>{"n": "1"}<|action_sep|>    n = 1\n<|frame_sep|>'
    const text = document([FRAMES[0] ?? '', line, line, line], code)
    expect(short(text)).toEqual(['call 1', 'line 2', 'line 3', 'line 4'])
    expect(build(text).notes[0]).toMatch(/^3 events have a source line .* first on line 2/)
  })

  const with2 = (frame: string): string => document([...FRAMES.slice(0, 1), frame])
  it.each([
    ['no context', 'def f(n):', /does not begin with/],
    ['code without a frame', '<|trace_context_start|>def f():', /no frame after it/],
    ['an unknown event', document(['<|jump_sep|>']), /followed by nothing that may follow/],
    ['no frame at all', document([]), /holds no frame/],
    ['a first frame that is no call', document(FRAMES.slice(1)), /not a call/],
    [
      'the end inside a frame',
      document(FRAMES.slice(0, 1), CODE, '<|line_sep|>{}'),
      /locals are not/,
    ],
    ['no source line', with2('<|line_sep|>{}<|frame_sep|>'), /not followed by <\|action_sep\|>/],
    [
      'locals that are an array',
      with2('<|line_sep|>[]<|action_sep|>x<|frame_sep|>'),
      /not a JSON object/,
    ],
    [
      'locals cut short',
      with2('<|line_sep|>{"n": <|action_sep|>x<|frame_sep|>'),
      /not a JSON string/,
    ],
    [
      'a local that is a number',
      with2('<|line_sep|>{"n": 1}<|action_sep|>x<|frame_sep|>'),
      /value of n/,
    ],
    [
      'a name twice',
      with2('<|line_sep|>{"n": "1", "n": "2"}<|action_sep|>x<|frame_sep|>'),
      /twice/,
    ],
    [
      'half a surrogate pair',
      with2('<|line_sep|>{"n": "\\ud800"}<|action_sep|>x<|frame_sep|>'),
      /half/,
    ],
    [
      'a broken escape',
      with2('<|line_sep|>{"n": "\\q"}<|action_sep|>x<|frame_sep|>'),
      /not a JSON string/,
    ],
    [
      '".." of nothing',
      with2('<|line_sep|>{"z": ".."}<|action_sep|>    m = n + 1\n<|frame_sep|>'),
      /no frame before/,
    ],
    [
      'a line that is not there',
      with2('<|line_sep|>{}<|action_sep|>    k = 9\n<|frame_sep|>'),
      /not in the code/,
    ],
    [
      'a call of no function',
      with2('<|call_sep|>{}<|action_sep|>    m = n + 1\n<|frame_sep|>'),
      /no function begins/,
    ],
    [
      'a return with locals',
      with2('<|return_sep|>{}<|action_sep|>    return m<|arg_sep|>"2"<|frame_sep|>'),
      /something before/,
    ],
    [
      'a return without a value',
      with2('<|return_sep|><|action_sep|>    return m\n<|frame_sep|>'),
      /no <\|arg_sep\|>/,
    ],
    [
      'a value that is no text',
      with2('<|return_sep|><|action_sep|>    return m<|arg_sep|>2<|frame_sep|>'),
      /may follow|no <\|arg/,
    ],
    [
      'a frame after the return',
      document([...FRAMES, String(FRAMES[1])]),
      /after the return of the entry/,
    ],
    ['something after the end', `${document(FRAMES)}x`, /may follow|comes after/],
    [
      'a line of another function',
      document(
        [String(FRAMES[0]), '<|line_sep|>{}<|action_sep|>    pass\n<|frame_sep|>'],
        `${CODE}\ndef g():\n    pass\n`,
      ),
      /in another function/,
    ],
  ])('refuses %s', (_what, text, reason) => {
    expect(() => build(text)).toThrow(reason)
  })

  it('says where it stops', () => {
    const text = document([
      ...FRAMES.slice(0, 2),
      '<|line_sep|>{"z": ".."}<|action_sep|>    return m\n<|frame_sep|>',
    ])
    let at = -1
    try {
      build(text)
    } catch (problem) {
      at = (problem as { at: number }).at
    }
    expect(text.slice(at)).toMatch(/^<\|line_sep\|>{"z"/)
  })
})
