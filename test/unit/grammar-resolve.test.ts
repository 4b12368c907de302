import { describe, expect, it } from 'vitest'
import { resolveLocals } from '../../shared/grammar/resolve.ts'
import { FLAG_UNWOUND } from '../../shared/trace/event.ts'
import { follow, type Told } from '../support/follow.ts'
import { type HandEvent, handTrace, SCALE } from '../support/hand-trace.ts'

/** One word a variable, a tilde before what is stale, a question mark where more may exist. */
function read(told: readonly Told[], place: Parameters<typeof follow>[0] = SCALE): string[] {
  return resolveLocals(follow(place, told)).map(({ variables, hasUnknown }) => {
    const words = variables.map(({ name, text, stale }) => `${stale ? '~' : ''}${name}=${text}`)
    return [...words, ...(hasUnknown ? ['?'] : [])].join(' ')
  })
}

describe('locals as a reader knows them', () => {
  it('keep what was told before where a state tells only changes', () => {
    const told: Told[] = Array.from({ length: 8 }, () => 'step_into')
    expect(read(told).slice(2)).toEqual([
      'xs=[1, 2] k=3',
      'xs=[1, 2] k=3',
      'xs=[1, 2] k=3 out=[]',
      'xs=[1, 2] k=3 out=[] x=1',
      'xs=[1, 2] k=3 out=[3] x=1',
      'xs=[1, 2] k=3 out=[3] x=2',
      'xs=[1, 2] k=3 out=[3, 6] x=2',
    ])
  })

  it('are stale after a jump to a return, and complete again in the caller', () => {
    expect(read(['step_into', 'step_into', 'step_return', 'step_over'])).toEqual([
      '',
      '',
      'xs=[1, 2] k=3',
      '~xs=[1, 2] ~k=3 ?',
      'ys=[3, 6]',
    ])
  })

  it('are complete after a breakpoint', () => {
    expect(read(['breakpoint:    return out']).at(-1)).toBe('xs=[1, 2] k=3 out=[3, 6] x=2')
  })

  it('are unknown backwards until told, and complete at the call', () => {
    const told: Told[] = ['inv_step_over', 'inv_step_into', ...backInto(7), 'inv_step_call']
    expect(read(told)).toEqual([
      '?',
      '?',
      '',
      '?',
      '?',
      '?',
      'out=[3] ?',
      'out=[3] x=1 ?',
      'out=[] x=1 ?',
      'xs=[1, 2] k=3',
    ])
  })

  it('of the caller are stale where an exception comes back to it', () => {
    const trace = handTrace(NESTED, [
      ...INTO_G,
      ['exception', 10, 2, 'g', 'E()', { c: '3' }],
      ['return', 10, 2, 'g', 'None', { c: '3' }, FLAG_UNWOUND],
      ['exception', 5, 1, 'f', 'E()', { b: '2' }],
      ['return', 5, 1, 'f', 'None', { b: '2' }, FLAG_UNWOUND],
    ])
    const told: Told[] = Array.from({ length: 7 }, () => 'step_into')
    expect(read(told, trace).slice(3)).toEqual(['b=2', 'c=3', '~c=3 ?', '~c=3 ?', '~b=2 ?'])
  })

  it('of callers are unknown after a breakpoint, which may have changed the depth', () => {
    const trace = handTrace(NESTED, [
      ...INTO_G,
      ['return', 9, 2, 'g', 'None', { c: '3' }],
      ['line', 6, 1, 'f', { b: '2' }],
      ['return', 6, 1, 'f', 'None', { b: '2' }],
      ['exception', 2, 0, 'outer', 'E()', { a: '1' }],
    ])
    const into: Told[] = Array.from({ length: 4 }, () => 'step_into')
    const told: Told[] = [...into, 'breakpoint:  return', 'step_into', 'step_into']
    expect(read(told, trace).slice(4)).toEqual(['c=3', 'b=2', '~b=2 ?', '?'])
  })

  it('stay stale after an exception, whose locals are not told', () => {
    const trace = handTrace('def f(a):\n  try:\n    a.pop(1)\n  except E:\n    pass\n', [
      ['call', 1, 0, 'f', { a: '[1]' }],
      ['line', 3, 0, 'f', { a: '[1]' }],
      ['exception', 3, 0, 'f', 'E()', { a: '[]' }],
      ['line', 4, 0, 'f', { a: '[]' }],
      ['line', 5, 0, 'f', { a: '[2]' }],
      ['return', 5, 0, 'f', 'None'],
    ])
    const told: Told[] = ['step_into', 'step_into', 'step_into', 'step_into']
    expect(read(told, trace)).toEqual(['a=[1]', 'a=[1]', '~a=[1] ?', '~a=[1] ?', 'a=[2]'])
  })
})

const NESTED = `def outer(a):
  f(a)

def f(b):
  g(c)
  return


def g(c):
  raise E
`
const INTO_G: readonly HandEvent[] = [
  ['call', 1, 0, 'outer', { a: '1' }],
  ['line', 2, 0, 'outer', { a: '1' }],
  ['call', 4, 1, 'f', { b: '2' }],
  ['line', 5, 1, 'f', { b: '2' }],
  ['call', 9, 2, 'g', { c: '3' }],
]

function backInto(times: number): Told[] {
  return Array.from({ length: times - 1 }, () => 'inv_step_into')
}
