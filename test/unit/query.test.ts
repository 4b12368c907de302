import { describe, expect, it } from 'vitest'
import { parseQuery, parseStepCondition } from '../../shared/query/check.ts'
import { completionsAt } from '../../shared/query/complete.ts'
import { matches } from '../../shared/query/evaluate.ts'
import type { QueryProblem } from '../../shared/query/expression.ts'
import { THINGS } from '../../shared/query/field-types.ts'
import { type Level, THING_INFO } from '../../shared/query/fields.ts'
import { joinParts, partsOf, quoted, withPart } from '../../shared/query/parts.ts'
import { suggest } from '../../shared/query/suggest.ts'
import { boolOf, lengthOf, numberOf, stringOf } from '../../shared/query/values.ts'
import type { Locals } from '../../shared/trace/event.ts'
import { stepRow } from '../support/step-row.ts'

function problemOf(text: string, level: Level = 'trace'): QueryProblem {
  const parsed = parseQuery(text, level)
  if (parsed.ok) throw new Error(`${text} was read`)
  return parsed.error
}

function expectRead(text: string, level: Level = 'trace'): void {
  const parsed = parseQuery(text, level)
  expect(parsed.ok ? null : parsed.error.message, text).toBeNull()
}

describe('a query', () => {
  it('of nothing but white space keeps every row', () => {
    const everything = { level: 'trace', condition: { kind: 'constant', value: true } }
    expect(parseQuery(' \t\n ', 'trace')).toEqual({ ok: true, value: everything })
  })

  it('reads by Python’s precedence', () => {
    const same = (one: string, other: string) =>
      expect(parseQuery(one, 'trace')).toEqual(parseQuery(other, 'trace'))
    same(
      'events > 1 or depth > 2 and not exit == "error"',
      'events > 1 or (depth > 2 and (not (exit == "error")))',
    )
    same('events > 1 + 2 * 3', 'events > (1 + (2 * 3))')
    same('1 < events <= 9', '1 < events and events <= 9')
    same('exit in ("error", "never")', 'exit == "error" or exit == "never"')
    same('exit != "error"', 'not exit == "error"')
    same('error is not None', 'not error is None')
    same('-1 < events', '(-1) < (events)')
  })

  it('reaches every kind of row from a trace and from a step', () => {
    for (const text of [
      'program == "dice.py" and "sort" in program.source',
      'any(s.event == "exception" for s in steps)',
      'any(any(v.type == "dict" for v in s.vars) for s in steps)',
      'len(trajectories) > 3 and "wrong_line" in labels',
      '"fib" in functions and result == 8',
      'max(s.depth for s in steps if s.event == "call") >= 3',
      'any(c.type == "list" and c.length < c.old_length for c in changes)',
    ]) {
      expectRead(text)
    }
    expectRead('var("x") < 0 and parent.function == "main" and trace.exit == "error"', 'step')
    expectRead('any(a.function == "main" for a in ancestors) and value is None', 'step')
    expectRead('any(a.action == "breakpoint" for a in acts) and steps > 3', 'trajectory')
    expectRead('any(t.stop != "ended" for t in traces)', 'program')
    expectRead('event == "exception" and value.type == "KeyError" and value.size > 9', 'step')
    expectRead('var("x").old.type == "list" and var("x").value.length < 3', 'step')
    expectRead('"Error" in result.text')
  })

  it('says which name it does not know, and the nearest it does', () => {
    const problem = problemOf('evnts > 3')
    expect(problem).toMatchObject({ position: 0, end: 5, replacement: 'events' })
    expect(problem.message).toBe(
      'A trace has no name "evnts" (character 1); did you mean events? To search for it as text, put it in quotes.',
    )
    expect(problemOf('any(s.evnt == "call" for s in steps)')).toMatchObject({
      position: 6,
      end: 10,
      replacement: 'event',
    })
    expect(problemOf('exit == "eror"').message).toContain('did you mean "error"?')
    expect(problemOf('constructor == 1').message).toContain('has no name "constructor"')
    expect(problemOf('x'.repeat(3000)).message).toContain(`has no name "${'x'.repeat(60)}…" (`)
  })

  it.each([
    ['events', /number and no condition; compare it/],
    ['steps', /step rows and no condition; write any/],
    ['program', /a program and no condition/],
    ['events > "3"', /Expected a number, found a text/],
    ['exit == 3', /text cannot equal a number/],
    ['steps.event == "call"', /asked of each step, not of all at once/],
    ['events = 3', /Write == in place of =/],
    ['exit:error', /Write == in place of :/],
    ['events > 3 &&', /Write and in place of &&/],
    ['(events > 3', /Expected \) to close the \( at character 1, found the end/],
    ['any(s.event == "call" for s in program)', /Expected rows to go over/],
    ['any(1 for s in steps)', /a number and no condition/],
    ['var("x") > 1', /A trace has no variables of its own/],
    ['exit == "error', /The quote at character 9 is not closed/],
    ['events > 1e999', /too large/],
    // What turns the order of a text round must not do so in the sentence that refuses it.
    ['events \u202e 1', /The character "\\u202e" at 8 means nothing/],
    ['exit == "\u200bnormal\u{e0001}"', /exit is never "\\u200bnormal\\udb40\\udc01"/],
    ['result == depth == exit', /cannot equal/],
    ['foo(3)', /no function foo/],
    ['events is 3', /After is comes None, True or False/],
    ['1 in events', /Nothing is in a number/],
    [
      'result.kind == "int"',
      /A recorded value has no name "kind" .* it can be text, type, size, length/,
    ],
    ['"a" in result', /looked for in its text/],
    ['max(steps) > 1', /Write max\(… for one in rows\)/],
    ['x for x in steps', /does not fit there/],
    ['not', /Expected a name, a number or a text in quotes, found the end/],
  ])('refuses %s in words', (text, words) => {
    const { message, position } = problemOf(text)
    expect(message).toMatch(words)
    expect(message).toMatch(/[.?]$/)
    expect(position).toBeLessThanOrEqual(text.length)
  })

  it('refuses what no person writes: too long, too deep, too many parts', () => {
    expect(problemOf('x'.repeat(1_000_000)).message).toContain('4,000 is the most')
    expect(problemOf(`${'('.repeat(100)}1`).message).toContain('nested more than 40')
    expect(
      problemOf(
        Array.from({ length: 999 }, () => '1<2')
          .join(' or ')
          .slice(0, 3999),
      ).message,
    ).toMatch(/more than 1000 parts|found/)
    expect(problemOf('"\ud800"').message).toContain('half of a surrogate pair')
  })
})

describe('the names of a query', () => {
  it('lead to kinds of rows there are, and are no name twice', () => {
    for (const thing of THINGS) {
      const { fields, relations, scalar, key, searched } = THING_INFO[thing]
      for (const name of Object.keys(relations))
        expect(fields[name], `${thing}.${name}`).toBeUndefined()
      for (const { to } of Object.values(relations)) expect(THINGS).toContain(to)
      for (const name of [scalar, key, ...searched])
        if (name !== null) expect(fields[name]).toBeDefined()
    }
  })
})

describe('completion', () => {
  const texts = (text: string, level: Level = 'trace', cursor = text.length): string[] =>
    completionsAt(text, cursor, level).items.map((item) => item.text)

  it('offers the names in reach, those that begin as typed first', () => {
    expect(texts('ev')[0]).toBe('events')
    expect(texts('')).toContain('exit')
    expect(texts('events > 3 and de')[0]).toBe('depth')
    expect(texts('program.')).toContain('source')
    expect(texts('any(s.')).toEqual([])
  })

  it('reaches predictions from each level that has them, and the words of their fields', () => {
    for (const level of ['trace', 'step', 'trajectory'] as const) {
      expect(texts('predi', level)).toContain('predictions')
      const loop = 'any(p. for p in predictions)'
      expect(texts(loop, level, 6)).toContain('verdict')
      const asked = 'any(p.error ==  for p in predictions)'
      expect(texts(asked, level, 15)).toContain('"missing_variable"')
    }
    expect(texts('acc', 'trajectory')[0]).toBe('accuracy')
  })

  it('knows the rows of a loop before and after the loop is written', () => {
    const text = 'any(s.ev for s in steps)'
    expect(completionsAt(text, 8, 'trace')).toMatchObject({ from: 6, to: 8 })
    expect(texts(text, 'trace', 8)[0]).toBe('event')
    expect(texts('any(any(v.na for v in s.vars) for s in steps)', 'trace', 12)[0]).toBe('name')
    expect(texts('any(s.event == "call" for s in st')).toContain('steps')
  })

  it('offers the words of a field, inside quotes too', () => {
    expect(texts('exit == ')).toEqual(['"normal"', '"error"', '"never"'])
    expect(texts('exit == "e')).toEqual(['"error"', '"never"'])
    expect(texts('result.')).toEqual(['text', 'type', 'size', 'length'])
    expect(texts('any(s.value.ty for s in steps)', 'trace', 14)).toEqual(['type'])
    expect(texts('labelled == ')).toEqual(['True', 'False'])
    expect(texts('events > 3 ')).toEqual(['and', 'or'])
    expect(texts('events > 3')).toEqual([])
  })
})

describe('the parts of a query', () => {
  it('are what and joins, as written', () => {
    expect(partsOf('a > 1 and (b or c) and not d')).toEqual(['a > 1', '(b or c)', 'not d'])
    expect(partsOf('a or b and c')).toEqual(['a or b and c'])
    expect(partsOf('(a and b) and c')).toEqual(['(a and b)', 'c'])
    expect(partsOf('  ')).toEqual([])
    expect(partsOf('a and')).toBeNull()
  })

  it('are joined so that each keeps its meaning', () => {
    expect(joinParts(['a or b', 'c'])).toBe('(a or b) and c')
    expect(joinParts(['(a) or (b)', 'c'])).toBe('((a) or (b)) and c')
    expect(withPart('a', 'a')).toBe('a')
    expect(withPart('', 'a or b')).toBe('a or b')
    expect(withPart('a and', 'b')).toBe('b')
  })

  it('hold any text in quotes', () => {
    const text = 'a"b\\c\n\t\r\0é😀'
    expect(partsOf(`program == ${quoted(text)}`)).toHaveLength(1)
    const parsed = parseQuery(quoted(text), 'trace')
    expect(parsed).toMatchObject({ ok: true, value: { condition: { kind: 'search', text } } })
  })
})

describe('recorded values', () => {
  const of = (type: string, text: string, size = [...text].length) => ({ type, text, size })

  it('are numbers where Python’s are', () => {
    expect(numberOf(of('int', '-12'))).toBe(-12)
    expect(numberOf(of('float', '1e+16'))).toBe(1e16)
    expect(numberOf(of('float', '-inf'))).toBe(-Infinity)
    expect(numberOf(of('float', 'nan'))).toBeNull()
    expect(numberOf(of('bool', 'True'))).toBeNull()
    expect(numberOf(of('int', '12', 5000))).toBeNull()
    expect(boolOf(of('bool', 'False'))).toBe(false)
  })

  it('hold what a str holds', () => {
    expect(stringOf(of('str', "'a\\n\\x41\\u00e9\\U0001f600\\\\\\''"))).toBe("a\nAé😀\\'")
    expect(stringOf(of('str', '"it\'s"'))).toBe("it's")
    expect(stringOf(of('int', '3'))).toBeNull()
  })

  it.each([
    ['list', '[]', 0],
    ['list', "[1, 'a, b', (2, 3), {4: [5, 6]}]", 4],
    ['tuple', '(1,)', 1],
    ['dict', "{'a': 1, 'b,': 2}", 2],
    ['set', 'set()', 0],
    ['frozenset', 'frozenset({1, 2})', 2],
    ['str', "'a\\nb'", 3],
    ['list', '[[...]]', 1],
    ['list', "[<it's>]", null],
    ['int', '3', null],
    ['Box', '[1, 2]', null],
  ] as const)('of type %s written %s have the length %s', (type, text, length) => {
    expect(lengthOf(of(type, text))).toBe(length)
  })
})

describe('a suggestion', () => {
  it('is the nearest known word, or none', () => {
    expect(suggest('exti', ['exit', 'events'])).toBe('exit')
    expect(suggest('zzzzzz', ['exit', 'events'])).toBeNull()
  })
})

describe('a condition of a breakpoint', () => {
  const STATE: Locals = [
    ['n', { text: '3', size: 1, type: 'int' }],
    ['ratio', { text: '0.5', size: 3, type: 'float' }],
    ['done', { text: 'True', size: 4, type: 'bool' }],
    ['nothing', { text: 'None', size: 4, type: 'NoneType' }],
    ['name', { text: "'ada'", size: 5, type: 'str' }],
    ['cut', { text: '12345', size: 90_000, type: 'int', digest: '0123456789abcdef' }],
    ['größe', { text: '2', size: 1, type: 'int' }],
  ]

  function holds(text: string): boolean | string {
    const parsed = parseStepCondition(text)
    return parsed.ok ? matches(parsed.value, stepRow(STATE, { depth: 4 })) : parsed.error.message
  }

  it.each([
    ['n == 3', true],
    ['n != 3', false],
    ['1 < n <= 3', true],
    ['ratio <= .5', true],
    ['done', 'This is a recorded value and no condition; compare it with something (character 1).'],
    ['done == True', true],
    ['nothing == None', true],
    ['n is not None', true],
    ['name == "ada"', true],
    ['name.text == "\'ada\'"', true],
    ['name.startswith("a") and größe == 2', true],
    ['n == 1 or n == 3 and depth > 3', true],
    ['missing == 1', false],
    ['missing is None', false],
    ['n == "3"', false],
    ['cut == 12345', false],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it('is refused in words where it is none', () => {
    expect(holds('n == m')).toMatch(/compared with a number, a text, True, False or None/)
    expect(holds('n = 3')).toMatch(/Write == in place of =/)
    expect(holds('n.colour == 3')).toMatch(/A variable has no name "colour"/)
  })
})
