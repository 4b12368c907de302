import { describe, expect, it } from 'vitest'
import { parseExact, readTutorTrace } from '../../main/jobs/import/pytutor-steps.ts'
import { buildPyTutor } from '../../main/jobs/import/pytutor-trace.ts'
import { NumberText, PyTutorHeap, pythonString } from '../../main/jobs/import/pytutor-values.ts'
import type { EventRecord, OutRecord, TracerRecord } from '../../shared/trace/wire-records.ts'

const CODE = 'def f(n):\n    return n\n\nprint(f(1))\n'
const step = (fields: Record<string, unknown>) => ({
  event: 'step_line',
  line: 1,
  func_name: '<module>',
  globals: {},
  ordered_globals: [],
  stack_to_render: [],
  heap: {},
  stdout: '',
  ...fields,
})
const frame = (locals: Record<string, unknown>, id = 1) => ({
  frame_id: id,
  func_name: 'f',
  encoded_locals: locals,
  ordered_varnames: Object.keys(locals),
  is_zombie: false,
})
const inF = (event: string, line: number, locals: Record<string, unknown>) =>
  step({ event, line, func_name: 'f', stack_to_render: [frame(locals)] })
const STEPS = [
  step({}),
  step({ line: 4 }),
  inF('call', 1, { n: 1 }),
  inF('step_line', 2, { n: 1 }),
  inF('return', 2, { n: 1, __return__: 1 }),
  step({ event: 'return', line: 4, stdout: '1\n' }),
]

function read(steps: readonly unknown[], code: unknown = CODE) {
  const parsed = parseExact(JSON.stringify({ code, trace: steps }))
  if (!parsed.ok) throw new Error(parsed.reason)
  const told = readTutorTrace(parsed.value)
  if (!told.ok) throw new Error(`step ${told.step}: ${told.reason}`)
  return buildPyTutor(told.trace, 'a.py')
}

function isEvent(record: TracerRecord): record is EventRecord {
  return record.kind === 'event'
}

function short(steps: readonly unknown[]): string[] {
  return read(steps)
    .records.filter(isEvent)
    .map(({ event, line, flags }) => `${event} ${line}${flags === 0 ? '' : ` ${flags}`}`)
}

describe('Python Tutor’s JSON', () => {
  it('gives events with the module’s call, output where it was printed, and how it ended', () => {
    expect(short(STEPS)).toEqual([
      'call 0',
      'line 1',
      'line 4',
      'call 1',
      'line 2',
      'return 2',
      'return 4',
    ])
    const { records, end, notes } = read(STEPS)
    expect(records.filter((one): one is OutRecord => one.kind === 'out')).toEqual([
      { kind: 'out', stream: 'stdout', text: '1\n' },
    ])
    expect(end).toEqual({ stop: 'ended', exit: 'normal', error: null, result: null })
    expect(notes).toEqual([])
  })

  it('puts back the return that an exception leaves the module by', () => {
    const thrown = step({ event: 'exception', line: 4, exception_msg: 'KeyError: 1' })
    expect(short([...STEPS.slice(0, 2), thrown])).toEqual([
      'call 0',
      'line 1',
      'line 4',
      'exception 4',
      'return 4 4',
    ])
    expect(read([...STEPS.slice(0, 2), thrown]).end).toMatchObject({
      exit: 'error',
      error: { type: 'KeyError: 1', line: 4 },
    })
  })

  it.each([
    [{ event: 'instruction_limit_reached', exception_msg: 'Stopped' }, 'never', 'Stopped'],
    [{ event: 'raw_input', prompt: 'name?' }, 'never', 'it waits for input: name?'],
    [
      { event: 'uncaught_exception', exception_msg: 'SyntaxError: x', line: 3 },
      'error',
      'SyntaxError: x',
    ],
  ])('ends as %j says', (last, exit, message) => {
    const { end } = read([...STEPS.slice(0, 2), last])
    expect(end).toMatchObject({ exit, error: { type: message } })
  })

  const heap = {
    1: ['LIST', 1, ['REF', 1], 'it\'s "so"\n'],
    2: ['TUPLE', null],
    3: ['SET'],
    4: ['DICT', ['k', ['REF', 2]]],
    5: ['INSTANCE_PPRINT', 'C', '<__main__.C object at 0x7f00aa>', ['x', 1]],
    6: ['FUNCTION', 'f(x, y)', null],
    7: ['CLASS', 'C', []],
    8: ['HEAP_PRIMITIVE', 'float', ['SPECIAL_FLOAT', '3.0']],
    9: ['range', 'range(0, 3)'],
    10: ['INSTANCE', 'D'],
    11: ['module', 'math'],
  }
  it.each([
    [null, 'None', 'NoneType'],
    [true, 'True', 'bool'],
    [new NumberText('12345678901234567890'), '12345678901234567890', 'int'],
    [0.5, '0.5', 'float'],
    ['é\u0000\ud800', "'é\\x00\\ud800'", 'str'],
    [['SPECIAL_FLOAT', '-Infinity'], '-inf', 'float'],
    [['IMPORTED_FAUX_PRIMITIVE', 'imported class'], '<imported class>', 'class'],
    [['REF', 1], "[1, [...], 'it\\'s \"so\"\\n']", 'list'],
    [['REF', 3], 'set()', 'set'],
    [['REF', 4], "{'k': (None,)}", 'dict'],
    [['REF', 5], '<__main__.C object at 0x5>', 'C'],
    [['REF', 6], '<function f at 0x6>', 'function'],
    [['REF', 7], "<class '__main__.C'>", 'type'],
    [['REF', 8], '3.0', 'float'],
    [['REF', 9], 'range(0, 3)', 'range'],
    [['REF', 10], '<__main__.D object at 0xa>', 'D'],
    [['REF', 11], "<module 'math'>", 'module'],
  ])('tells %j as %s', (encoded, text, type) => {
    const values = new PyTutorHeap()
    values.use(heap)
    expect(values.value(encoded)).toMatchObject({ text, type })
  })

  it('writes text as Python does', () => {
    expect(pythonString("it's")).toBe('"it\'s"')
    expect(pythonString('a\\b\tc\u00a0\u2028\u{e0001}')).toBe("'a\\\\b\\tc\\xa0\\u2028\\U000e0001'")
  })

  it('keeps the digits of large numbers and says what was rounded', () => {
    const text = `{"code":"x","trace":[{"event":"step_line","line":1,"func_name":"<module>","globals":{"a":123456789012345678901,"b":1.0000},"ordered_globals":["a","b"],"stack_to_render":[],"heap":{},"stdout":""}]}`
    const parsed = parseExact(text)
    const told = parsed.ok ? readTutorTrace(parsed.value) : null
    if (told?.ok !== true) throw new Error('not read')
    const { records, notes } = buildPyTutor(told.trace, 'a.py')
    const values = records.flatMap((one) => (one.kind === 'value' ? [one.value.text] : []))
    expect(values).toEqual(['123456789012345678901', '1.0000'])
    expect(notes.join()).toMatch(/rounds floats/)
  })

  it('refuses a value that grows beyond all bounds, at once', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, id) => [id, ['LIST', ['REF', id + 1], ['REF', id + 1]]]),
    )
    const values = new PyTutorHeap()
    values.use({ ...doubling, 60: ['LIST', 'x'.repeat(100)] })
    expect(() => values.value(['REF', 0])).toThrow(/more than 1048576 characters/)
  })

  const at = (index: number, fields: Record<string, unknown>): unknown[] =>
    STEPS.map((one, place) => (place === index ? { ...one, ...fields } : one))
  it.each([
    ['no step', [], /holds no step/],
    [
      'a program that does not compile',
      [{ event: 'uncaught_exception', exception_msg: 'SyntaxError: x' }],
      /no step: SyntaxError/,
    ],
    ['a step that is a number', [1], /step 0/],
    ['a line that is text', at(1, { line: '4' }), /step 1.*line/],
    ['a line beyond the code', at(1, { line: 99 }), /beyond the end/],
    ['an unknown event', at(1, { event: 'leap' }), /event leap is unknown/],
    ['globals that are an array', at(1, { globals: [] }), /globals/],
    ['a variable without a value', at(1, { ordered_globals: ['x'] }), /x has no value/],
    [
      'an object the heap lacks',
      at(1, { ordered_globals: ['x'], globals: { x: ['REF', 4] } }),
      /heap lacks/,
    ],
    [
      'an unknown encoding',
      at(1, { ordered_globals: ['x'], globals: { x: ['JS_NULL'] } }),
      /JS_NULL/,
    ],
    [
      'a value that is an object',
      at(1, { ordered_globals: ['x'], globals: { x: {} } }),
      /is an object/,
    ],
    ['a frame that was never called', STEPS.toSpliced(2, 1), /never called/],
    ['frames without variables', at(3, { stack_to_render: [] }), /without variables/],
    ['another module', at(1, { custom_module_name: 'm' }), /another module/],
    ['stdout that is not one', at(1, { stdout: {} }), /stdout/],
    ['stdout that goes back', at(1, { stdout: 'x' }), /stdout does not go on/],
    ['something after the end', [STEPS[0], { event: 'raw_input' }, STEPS[1]], /after the end/],
    [
      'half a surrogate pair',
      at(1, { ordered_globals: ['\ud800'], globals: { '\ud800': 1 } }),
      /half/,
    ],
    ['a call without a frame', at(2, { stack_to_render: [], func_name: '<module>' }), /no frame/],
  ])('refuses %s', (_what, steps, reason) => {
    expect(() => read(steps)).toThrow(reason)
  })

  it('refuses several modules, huge nesting and what is no JSON', () => {
    expect(() => read(STEPS, { main_code: '' })).toThrow(/several modules/)
    expect(parseExact(`${'['.repeat(99)}${']'.repeat(99)}`)).toEqual({
      ok: false,
      reason: 'it is nested too deep',
    })
    expect(parseExact('{"code":')).toEqual({ ok: false, reason: 'it is not JSON' })
    for (const other of [[], { text: 'a' }, { code: 'x = 1', trace: 'none' }]) {
      expect(readTutorTrace(other)).toEqual({
        ok: false,
        step: null,
        reason: expect.stringMatching(/^it is no trace of Python Tutor, .* "code", .* "trace"/),
      })
    }
  })
})
