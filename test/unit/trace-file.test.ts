import { describe, expect, it } from 'vitest'
import {
  endLine,
  eventLines,
  type FileChange,
  type FileEvent,
  outLines,
} from '../../main/jobs/trace-file/lines.ts'
import { parseLine, readFileLine } from '../../main/jobs/trace-file/read-lines.ts'

const EVENT: FileEvent = {
  seq: 4,
  kind: 'return',
  line: 3,
  code: { name: 'f', qualname: 'A.f', file: 'a.py', firstLine: 2 },
  depth: 2,
  frame: 1,
  thread: 0,
  flags: 2,
  changes: [
    { slot: 0, name: 'x', value: { text: '1', size: 1, type: 'int' } },
    { slot: 2, name: '__proto__', value: null },
    {
      slot: 3,
      name: 'y',
      value: { text: 'ab', size: 90, type: 'str', digest: '0123456789abcdef' },
    },
  ],
  arg: { text: "'é\u2028'", size: 4, type: 'str' },
  aliases: [0, 0, 3, 0],
}

function read(line: string): unknown {
  const parsed = parseLine(line)
  if (!parsed.ok) return parsed.error
  const told = readFileLine(parsed.value)
  return told.ok ? told.value : told.error
}

describe('lines of a trace’s file', () => {
  it('are read back as they were written', () => {
    const lines = eventLines(EVENT)
    expect(lines).toHaveLength(1)
    expect(read(String(lines[0]))).toEqual({ is: 'event', event: EVENT })
    const plain = { ...EVENT, arg: null, aliases: null, changes: [] }
    expect(read(String(eventLines(plain)[0]))).toEqual({ is: 'event', event: plain })
  })

  it('of a long event are several, each below the limit, and lose nothing', () => {
    const text = '\u0001'.repeat(700_000)
    const value = { text, size: text.length, type: 'str' }
    const changes = [0, 1, 2, 3].map((slot) => ({ slot, name: `v${slot}`, value }))
    const lines = eventLines({ ...EVENT, changes })
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line.length).toBeLessThan(8_500_000)
    const told = lines.map((line) => read(line) as { event?: FileEvent; changes?: FileChange[] })
    expect(told.slice(1).every((line) => (line as { is: string }).is === 'more')).toBe(true)
    expect(told.flatMap((line) => line.event?.changes ?? line.changes)).toEqual(changes)
  })

  it('of output never part a surrogate pair, and there is one for nothing printed', () => {
    const text = `x${'\u{1f600}'.repeat(700_000)}`
    const lines = outLines('stderr', text)
    expect(lines).toHaveLength(2)
    const told = lines.map((line) => read(line) as { is: string; text: string })
    expect(told.map((line) => line.text).join('')).toBe(text)
    expect(outLines('stdout', '')).toEqual(['{"out":"stdout","text":""}'])
  })

  const line = String(eventLines(EVENT)[0])
  const changed = (from: string, to: string): string => line.replace(from, to)
  it.each([
    ['text that is no JSON', line.slice(0, -3), /not JSON/],
    ['a line nested too deep', `{"seq":${'['.repeat(9)}${']'.repeat(9)}}`, /nested too deep/],
    ['an array', '[1]', /not an object/],
    ['something else', '{"what":1}', /neither an event/],
    ['an event without a field', changed('"frame":1,', ''), /lacks frame/],
    ['an unknown field', changed('"frame"', '"colour":1,"frame"'), /unknown field colour/],
    ['an unknown kind', changed('"return"', '"jump"'), /kind is unknown/],
    ['a seq that is text', changed('"seq":4', '"seq":"4"'), /seq is not an integer/],
    ['a negative line', changed('"line":3', '"line":-1'), /line -1 is out of range/],
    ['a depth with a fraction', changed('"depth":2', '"depth":1.5'), /depth is not an integer/],
    ['flags out of range', changed('"flags":2', '"flags":16'), /flags 16 is out of range/],
    ['a function that is no text', changed('"function":"f"', '"function":null'), /not text/],
    ['half a pair in a name', changed('"A.f"', '"\\ud800"'), /half of a surrogate pair/],
    ['half a pair in a value', changed('"1"', '"\\udc00"'), /change of x .*half of a surrogate/],
    ['changes that are no array', changed('"changes":[', '"changes":3,"arg_":['), /unknown|array/],
    [
      'a change without a name',
      changed('[2,"__proto__"]', '[2]'),
      /name of a variable is not text/,
    ],
    ['a change that is a number', changed('[2,"__proto__"]', '2'), /not an array/],
    ['a value of two fields', changed('"1",1,"int"', '"1",1'), /2 fields instead of 3 or 4/],
    ['a size below its text', changed("'é\u2028'\",4", "'é\u2028'\",1"), /size is below its text/],
    ['a digest that is none', changed('0123456789abcdef', '0123'), /digest/],
    ['aliases that are no pairs', changed('[0,0,3,0]', '[0,0,3]'), /not pairs/],
    ['a group of one', changed('[0,0,3,0]', '[0,0]'), /group of one/],
    ['an unknown stream', '{"out":"stdin","text":""}', /stream is unknown/],
    ['output without text', '{"out":"stdout"}', /lacks text/],
    [
      'too much output in a line',
      `{"out":"stdout","text":"${'x'.repeat(1_000_001)}"}`,
      /longer than/,
    ],
    ['an end without a hash', '{"end":{"events":1}}', /lacks sha256/],
    ['an end with a wrong hash', endLine(1, 'abc'), /64 hex digits/],
    ['more of nothing', '{"more":-1,"changes":[]}', /out of range/],
  ])('refuses %s', (_what, text, reason) => {
    expect(read(text)).toMatch(reason)
  })
})
