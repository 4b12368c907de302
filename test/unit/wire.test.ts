import { describe, expect, it } from 'vitest'
import { createWireParser, describeWireError } from '../../shared/trace/wire.ts'
import { MAX_LINE_LENGTH, MAX_VALUE_TEXT } from '../../shared/trace/wire-readers.ts'
import type { TracerRecord } from '../../shared/trace/wire-records.ts'

const START =
  '["start",{"protocol":2,"tracer":"1.0.0","python":"3.14.2","implementation":"cpython","backend":"settrace"}]'
const CODE = '["code",0,"f","A.f","main.py",3]'
const NAME = '["name",0,"x"]'
const VALUE = '["value",0,"1",1,"int"]'
const CALL = '["e",0,0,3,0,0,0,-1,[0,0,0]]'
const END = '["end",{"stop":"ended","exit":"normal","error":null,"result":null}]'

/** The records of lines that are all accepted. */
function parseAll(lines: readonly string[]): TracerRecord[] {
  const parser = createWireParser()
  return lines.map((line) => {
    const record = parser.push(line)
    if (!record.ok) throw new Error(describeWireError(record.error))
    return record.value
  })
}

/** What the last line was refused for. */
function problemOf(...lines: readonly string[]): string {
  const parser = createWireParser()
  const results = lines.map((line) => parser.push(line))
  const early = results.slice(0, -1).find((result) => !result.ok)
  if (early !== undefined) throw new Error('an earlier line was refused')
  const last = results.at(-1)
  return last?.ok === false ? describeWireError(last.error) : 'accepted'
}

describe('records', () => {
  it('reads every kind', () => {
    const lines = [
      START,
      CODE,
      NAME,
      VALUE,
      CALL,
      '["out","stderr","a\\nb"]',
      '["forget"]',
      '["value",0,"\'é\'",3,"str"]',
      '["value",1,"ab",70000,"str","0123456789abcdef"]',
      '["e",1,0,4,0,0,8,-1,[],[0,0,2,0,3,1,7,1]]',
      '["e",1,0,4,0,0,0,-1,[],[]]',
      '["e",2,0,4,0,7,4,0,[0,0,-1]]',
      '["end",{"stop":"time_limit","exit":"never","error":{"type":"T","message":"m","line":4},"result":{"text":"1","size":9,"type":"int","digest":"0000000000000000"}}]',
    ]
    expect(parseAll(lines)).toEqual([
      {
        kind: 'start',
        protocol: 2,
        tracer: '1.0.0',
        python: '3.14.2',
        implementation: 'cpython',
        backend: 'settrace',
      },
      { kind: 'code', id: 0, name: 'f', qualname: 'A.f', file: 'main.py', firstLine: 3 },
      { kind: 'name', id: 0, text: 'x' },
      { kind: 'value', id: 0, value: { text: '1', size: 1, type: 'int' } },
      event({ event: 'call', line: 3, arg: -1, changes: [0, 0, 0] }),
      { kind: 'out', stream: 'stderr', text: 'a\nb' },
      { kind: 'forget' },
      { kind: 'value', id: 0, value: { text: "'é'", size: 3, type: 'str' } },
      {
        kind: 'value',
        id: 1,
        value: { text: 'ab', size: 70_000, type: 'str', digest: '0123456789abcdef' },
      },
      event({
        ...{ event: 'line', line: 4, flags: 8, arg: -1, changes: [] },
        aliases: [0, 0, 2, 0, 3, 1, 7, 1],
      }),
      event({ event: 'line', line: 4, arg: -1, changes: [], aliases: [] }),
      event({ event: 'return', line: 4, thread: 7, flags: 4, arg: 0, changes: [0, 0, -1] }),
      {
        kind: 'end',
        stop: 'time_limit',
        exit: 'never',
        error: { type: 'T', message: 'm', line: 4 },
        result: { text: '1', size: 9, type: 'int', digest: '0000000000000000' },
      },
    ])
  })

  it('knows when the trace has ended', () => {
    const parser = createWireParser()
    parser.push(START)
    expect(parser.isEnded()).toBe(false)
    parser.push(END)
    expect(parser.isEnded()).toBe(true)
  })

  it('takes a text of the greatest length, also of characters outside the basic plane', () => {
    const text = '😀'.repeat(MAX_VALUE_TEXT)
    const line = JSON.stringify(['value', 0, text, MAX_VALUE_TEXT, 'str'])
    expect(parseAll([START, line])).toHaveLength(2)
  })
})

function event(fields: object): object {
  return { kind: 'event', code: 0, frame: 0, thread: 0, flags: 0, ...fields }
}

describe('refusals name the line and the reason', () => {
  const before = [START, CODE, NAME, VALUE, CALL]
  it.each([
    ['it is not JSON', [START, '["e",']],
    ['it is not JSON', [START, '']],
    ['it is not an array', ['{}']],
    ['its record is unknown', [START, '["evil"]']],
    ['its record is unknown', [START, '["__proto__"]']],
    ['"code" comes before the start record', [CODE]],
    ['start: it was sent twice', [START, START]],
    ['start: its protocol is not 2', [START.replace('2,', '1,')]],
    ['start: its backend is unknown', [START.replace('"settrace"', '"gdb"')]],
    ['start: its body lacks backend', [START.replace('"backend"', '"engine"')]],
    ['it comes after the end record', [START, END, VALUE]],
    ['it is nested too deep', [START, `${'['.repeat(5000)}${']'.repeat(5000)}`]],
    ['code: its id is not 0', [START, CODE.replace('0', '1')]],
    ['name: its id is not 1', [START, NAME, NAME]],
    ['value: its id is not 1', [START, VALUE, VALUE]],
    ['value: its id is not 0', [START, VALUE, '["forget"]', '["value",1,"1",1,"int"]']],
    ['value: its text holds half of a surrogate pair', [START, '["value",0,"\\ud800",1,"str"]']],
    ['value: its size is below its text', [START, '["value",0,"abcdef",2,"str"]']],
    ['value: its size is not an integer', [START, '["value",0,"a",1.5,"str"]']],
    ['value: its text is not text', [START, '["value",0,null,1,"str"]']],
    ['value: its digest is none', [START, '["value",0,"a",2,"str","0123"]']],
    [
      'value: its digest is of a text that is whole',
      [START, '["value",0,"ab",2,"str","0123456789abcdef"]'],
    ],
    [
      'value: it has 7 fields instead of 5 or 6',
      [START, '["value",0,"a",9,"str","0123456789abcdef",0]'],
    ],
    ['out: its stream is unknown', [START, '["out","stdin","a"]']],
    ['e: its code 0 is out of range', [START, CALL]],
    ['e: its code 1 is out of range', [...before, '["e",1,1,3,0,0,0,-1,[]]']],
    ['e: its kind 4 is out of range', [...before, '["e",4,0,3,0,0,0,-1,[]]']],
    ['e: its line -1 is out of range', [...before, '["e",1,0,-1,0,0,0,-1,[]]']],
    ['e: its frame 2 is out of range', [...before, '["e",0,0,3,2,0,0,-1,[]]']],
    ['e: frame 1 has no call event', [...before, '["e",1,0,3,1,0,0,-1,[]]']],
    ['e: its flags 16 is out of range', [...before, '["e",1,0,3,0,0,16,-1,[]]']],
    ['e: its argument 1 is out of range', [...before, '["e",1,0,3,0,0,0,1,[]]']],
    ['e: its locals are not triples', [...before, '["e",1,0,3,0,0,0,-1,[0,0]]']],
    ['e: its name 1 is out of range', [...before, '["e",1,0,3,0,0,0,-1,[0,1,0]]']],
    ['e: its value 0 is out of range', [...before, '["forget"]', '["e",1,0,3,0,0,0,-1,[0,0,0]]']],
    ['e: its slot is not an integer', [...before, '["e",1,0,3,0,0,0,-1,["0",0,0]]']],
    ['e: it has 8 fields instead of 9 or 10', [...before, '["e",1,0,3,0,0,0,[]]']],
    ['e: its aliases are not an array', [...before, '["e",1,0,3,0,0,0,-1,[],0]']],
    ['e: its aliases are not pairs', [...before, '["e",1,0,3,0,0,0,-1,[],[0]]']],
    ['e: its aliased slot 0 is out of range', [...before, '["e",1,0,3,0,0,0,-1,[],[1,0,0,0]]']],
    ['e: its alias group 1 is out of range', [...before, '["e",1,0,3,0,0,0,-1,[],[0,1,1,1]]']],
    ['e: its aliases have a group of one', [...before, '["e",1,0,3,0,0,0,-1,[],[0,0,1,0,2,1]]']],
    ['end: its stop is unknown', [START, END.replace('"ended"', '"done"')]],
    ['end: its body has 5 fields', [START, END.replace('"result"', '"more":1,"result"')]],
    ['end: its body lacks result', [START, END.replace('"result"', '"outcome"')]],
  ])('%s', (problem, lines) => {
    const told = problemOf(...lines)
    expect(told).toBe(`Line ${lines.length} of the trace was refused: ${problem}`)
  })

  it('a line that is too long', () => {
    const line = `["out","stdout","${'a'.repeat(MAX_LINE_LENGTH)}"]`
    expect(problemOf(START, line)).toMatch(/more than 33554432$/)
  })

  it('a text that is too long', () => {
    const text = 'a'.repeat(MAX_VALUE_TEXT + 1)
    const line = JSON.stringify(['value', 0, text, text.length, 'str'])
    expect(problemOf(START, line)).toMatch(/longer than 1048576 characters$/)
  })

  it('refuses everything after a refusal, with the first reason', () => {
    const parser = createWireParser()
    parser.push(START)
    const first = parser.push('nonsense')
    expect(parser.push(CODE)).toEqual(first)
  })
})
