import { describe, expect, it } from 'vitest'
import { SLOTS_1 } from '../../shared/grammar/slots/codec.ts'
import type { Transcript } from '../../shared/grammar/types.ts'
import { follow, type Told } from '../support/follow.ts'
import { handTrace, SCALE } from '../support/hand-trace.ts'

function repeatAction(told: Told, times: number): Told[] {
  return Array.from({ length: times }, () => told)
}

/** Rows of a text behind its table. */
function rowsOf(transcript: Transcript): string[] {
  return SLOTS_1.encode(transcript).text.split('\n').slice(1)
}

/** Code alone, with a state at its first line. */
function codeOf(code: string): Transcript {
  const [src = ''] = code.split('\n')
  const state = { event: 'line', src, locals: { omitted: false, entries: [] }, arg: null } as const
  return { direction: 'forward', code, states: [state], actions: [], exit: null }
}

function lineOf(line: string): string {
  return rowsOf(codeOf(line))[0]?.replace(/^L1 I\d /, '') ?? ''
}

/** How a value is told behind its variable. */
function toldValue(text: string): string {
  const { states, ...rest } = codeOf('x')
  const locals = { omitted: false, entries: [['x', text] as const] }
  const given = { ...rest, states: states.map((state) => ({ ...state, locals })) }
  const row = rowsOf(given).at(-1) ?? ''
  return row.replace(/^<forward> L1 v0 ?/, '').replace(/ ?<end>$/, '')
}

const FORWARD = follow(SCALE, [
  'step_into',
  'step_into',
  'breakpoint:    return out',
  'step_return',
  'step_over',
  'continue',
])
const INVERSE = follow(SCALE, repeatAction('inv_step_into', 14))

const CODE_ROWS = [
  'L1 I0 def f0 ( v0 , v1 ) :',
  'L2 I1 v2 = [ ]',
  'L3 I1 for v3 in v0 :',
  'L4 I2 v2 .append ( v3 * v1 )',
  'L5 I1 return v2',
  'L6',
  'L7 I0 def f1 ( ) :',
  'L8 I1 v4 = f0 ( [ 1e0 , 2e0 ] , 3e0 )',
  'L9 I1 return sum ( v4 )',
  'L10',
]

describe('slots@1', () => {
  it('writes a jump and a return as its page has them', () => {
    expect(SLOTS_1.encode(FORWARD).text.split('\n')).toEqual([
      'slots@1 {"variables":["xs","k","out","x","ys"],"functions":["scale","total"]}',
      ...CODE_ROWS,
      '<forward> <call> L7 <end>',
      '<step_into> L8 <end>',
      '<step_into> <call> L1 v0 [ 1e0 , 2e0 ] v1 3e0 <end>',
      '<breakpoint> L5 L5 v0 [ 1e0 , 2e0 ] v1 3e0 v2 [ 3e0 , 6e0 ] v3 2e0 <end>',
      '<step_return> <return> L5 [ 3e0 , 6e0 ] <end>',
      '<step_over> L9 v4 [ 3e0 , 6e0 ] <end>',
      '<continue> <exit_normal>',
    ])
  })

  it('goes back with a start of its own, telling what was different before', () => {
    const rows = rowsOf(INVERSE)
    expect(rows.slice(CODE_ROWS.length, CODE_ROWS.length + 9)).toEqual([
      '<inverse> <return> L9 9e0 <end>',
      '<inv_step_into> L9 <end>',
      '<inv_step_into> <line_call> L8 <all> <end>',
      '<inv_step_into> <return> L5 [ 3e0 , 6e0 ] <end>',
      '<inv_step_into> L5 <end>',
      '<inv_step_into> L3 <end>',
      '<inv_step_into> L4 v2 [ 3e0 ] <end>',
      '<inv_step_into> L3 v3 1e0 <end>',
      '<inv_step_into> L4 v2 [ ] <end>',
    ])
    expect(rows.at(-1)).toBe('<inv_step_into> <exit_entry>')
  })

  it('says of a variable that it is not yet defined, or not any more, where all names are known', () => {
    const names = (transcript: Transcript, at: Readonly<Record<number, readonly string[]>>) => ({
      names: transcript.states.map((_state, step) => at[step] ?? ['xs', 'k', 'out', 'x', 'ys']),
    })
    const hints = names(INVERSE, { 9: ['xs', 'k', 'out'], 10: ['xs', 'k'] })
    const { text } = SLOTS_1.encode(INVERSE, hints)
    expect(text.split('\n').slice(-6, -4)).toEqual([
      '<inv_step_into> L3 v3 <undefined> <end>',
      '<inv_step_into> L2 v2 <undefined> <end>',
    ])
    const back = SLOTS_1.decode(text)
    expect(back.transcript).toEqual(INVERSE)
    expect(SLOTS_1.encode(INVERSE, back.hints).text).toBe(text)
  })

  it('finds the line of a state among those with its text', () => {
    const code = 'x = 1\nx = 2\nwhile x:\n    x = 1\n    y = 1\n    x = 1\n'
    const trace = handTrace(code, [
      ['line', 3, 0, '<module>', {}],
      ['line', 4, 0, '<module>', {}],
      ['line', 5, 0, '<module>', {}],
      ['line', 6, 0, '<module>', {}],
      ['line', 3, 0, '<module>', {}],
      ['line', 4, 0, '<module>', {}],
    ])
    const transcript = follow(trace, repeatAction('step_into', 5))
    const lines = rowsOf(transcript)
      .slice(7)
      .map((row) => /L\d/.exec(row)?.[0])
    expect(lines).toEqual(['L3', 'L4', 'L5', 'L6', 'L3', 'L4'])
  })

  it('tells lines beyond those with a token by their digits, and texts that are not in the code', () => {
    const code = Array.from({ length: 120 }, (_, at) => `x = ${at + 1}`).join('\n')
    const state = (src: string) => ({ ...codeOf(code).states[0], src }) as Transcript['states'][0]
    const transcript: Transcript = {
      ...codeOf(code),
      states: [state('x = 48'), state('x = 120'), state('    elsewhere(x)')],
      actions: [
        { name: 'step_into', operand: null },
        { name: 'breakpoint', operand: 'x = 49' },
      ],
    }
    expect(rowsOf(transcript).slice(-3)).toEqual([
      '<forward> L48 <end>',
      '<step_into> <L> 0e0 2e1 1e2 <end>',
      '<breakpoint> <L> 9e0 4e1 <source> I1 _e _l _s _e _w _h _e _r _e ( v0 ) <source_end> <end>',
    ])
    expect(SLOTS_1.decode(SLOTS_1.encode(transcript).text)).toMatchObject({ transcript })
  })

  it('gives slots to names in order, and tells the rest by their characters', () => {
    const names = Array.from({ length: 34 }, (_, at) => `n${at}`)
    const code = `def go(): pass\nclass Box: pass\n${names.join(' + ')} + go`
    const rows = rowsOf(codeOf(code))
    expect(rows[0]).toBe('L1 I0 def f0 ( ) : pass')
    expect(rows[1]).toBe('L2 I0 class f1 : pass')
    expect(rows[2]).toMatch(/v0 \+ v1 .* v31 \+ _sp _n _3 _2 _sp \+ _sp _n _3 _3 _sp \+ f0$/)
  })
})

describe('lines and values in slots@1', () => {
  it.each([
    ['x = -1', 'v0 = - 1e0'],
    ['x=1', 'v0 <glue> = <glue> 1e0'],
    ['f(x, y=-1, *z)', 'v0 ( v1 , v2 = - 1e0 , * v3 )'],
    ['a[1:-1] ** 2', 'v0 [ 1e0 : - 1e0 ] ** 2e0'],
    ['{"k": x}', '{ " _k " : v0 }'],
    ['s.index(index)', 'v0 .index ( v1 )'],
    ['x  # why', 'v0 _sp _sp _# _sp _w _h _y'],
    ['x = 1.5', 'v0 = _sp _1 _. _5'],
    ['if not (x and y): return', 'if not ( v0 and v1 ) : return'],
    ['print (x)', 'print _sp ( v0 )'],
  ])('tells the line %s', (line, told) => {
    expect(lineOf(line)).toBe(told)
  })

  it.each([
    ['', ''],
    ['120', '0e0 2e1 1e2'],
    ['-7', '- 7e0'],
    ['007', '_0 _0 _7'],
    ['1234567', '_1 _2 _3 _4 _5 _6 _7'],
    ["['a b', \"it's\"]", "[ ' _a _sp _b ' , \" _i _t _' _s \" ]"],
    ["'\\n'", "' _\\ _n '"],
    ["'é\ud83d'", "' #0 #0 #e #9 #d #8 #3 #d '"],
    ["{1: None, 'k': (True,)}", "{ 1e0 : None , ' _k ' : ( True , ) }"],
    ["ValueError('no')", "ValueError ( ' _n _o ' )"],
    ['x', '_x'],
    ['<f at 0x1>', '_< _f _sp _a _t _sp _0 _x _1 _>'],
    ["it's", "_i _t _' _s"],
    ['<end>', '_< _e _n _d _>'],
  ])('tells the value %j', (text, told) => {
    expect(toldValue(text)).toBe(told)
  })
})

describe('slots@1 decoding of what is not valid', () => {
  const whole = SLOTS_1.encode(FORWARD).text

  it.each([
    ['no header', 'L1', 0, '"slots@1"'],
    ['a table that is none', 'slots@1 {"variables":1}\nL1', 8, 'the table of names, as JSON'],
    [
      'a line out of turn',
      whole.replace('\nL2', '\nL3'),
      whole.indexOf('L2'),
      'L2, <forward> or <inverse>',
    ],
    [
      'a slot without a name',
      whole.replace('v4 =', 'v9 ='),
      whole.indexOf('v4 ='),
      'a slot that the table has',
    ],
    [
      'a line not in the code',
      whole.replace('L9 v4', 'L11 v4'),
      whole.indexOf('L9 v4'),
      'a line of the code or <source>',
    ],
    [
      'an unknown token',
      whole.replace('3e0 <end>', '3e0 <oops>'),
      whole.indexOf('<end>\n<breakpoint>'),
      'a variable or <end>',
    ],
    [
      'a name twice',
      whole.replace('v1 3e0 <end>', 'v0 3e0 <end>'),
      whole.indexOf('v1 3e0 <end>'),
      'a name not yet listed',
    ],
    [
      'a number without units',
      whole.replace('v1 3e0 <end>', 'v1 3e1 <end>'),
      whole.indexOf('3e0 <end>'),
      'the units of a number first',
    ],
    [
      'an action backwards',
      whole.replace('<step_over>', '<inv_step_over>'),
      whole.indexOf('<step_over>'),
      'an action of a forward text',
    ],
    ['text behind the exit', `${whole} <end>`, whole.length + 1, 'the end of the text'],
    [
      'two spaces',
      whole.replace('v4 [', 'v4  ['),
      whole.indexOf('v4 [') + 3,
      'a variable or <end>',
    ],
  ])('finds %s', (_what, damaged, position, expected) => {
    expect(SLOTS_1.decode(damaged).problem).toMatchObject({ position, expected })
  })

  it.each([
    ['an unknown token', '3e0 <end>', '3e0 <oops>', 'replace "<oops>" by "<end>"'],
    ['a missing end', 'v1 3e0 <end>\n', 'v1 3e0\n', 'insert "<end> "'],
    ['a token too many', 'L9 v4', 'L9 L9 v4', 'delete "L9 "'],
    ['an open string', '[ 3e0 , 6e0 ] <end>', "' _3 <end>", 'insert "\' "'],
  ])('says how to go on from %s', (_what, whole1, damaged, repair) => {
    expect(SLOTS_1.decode(whole.replace(whole1, damaged)).problem?.repair).toBe(repair)
  })

  it('stays linear and calm on long nonsense', () => {
    const head = 'slots@1 {"variables":["x"],"functions":[]}\nL1 I0 v0\n<forward> L1 v0 '
    const long = '_a '.repeat(1_000_000)
    expect(SLOTS_1.decode(head + long).problem?.position).toBe(head.length + long.length)
    expect(SLOTS_1.decode(head + 'a'.repeat(3_000_000)).problem?.position).toBe(head.length)
    expect(SLOTS_1.decode('{'.repeat(3_000_000)).problem?.position).toBe(0)
  })
})
