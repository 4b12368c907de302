import { describe, expect, it } from 'vitest'
import { resolveLocals } from '../../shared/grammar/resolve.ts'
import { follow, type Told } from '../support/follow.ts'
import { handTrace, SCALE } from '../support/hand-trace.ts'

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

function backInto(times: number): Told[] {
  return Array.from({ length: times - 1 }, () => 'inv_step_into')
}
